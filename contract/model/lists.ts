/** Values are sent back exactly as listed (specification, "Reference values to send back"). */
export type ListName =
	| 'cities'
	| 'neighborhoods'
	| 'occupations'
	| 'economicActivities'
	| 'sectors'
	| 'profiles'
	| 'layouts'
	| 'b2bLocations'
	| 'b2bCompanyNames'
	| 'b2bSectors'
	| 'b2bJobTitles'
	| 'b2bEconomicActivities'
	| 'b2bSpecialities'
	| 'b2bSkills'
	| 'b2bMacroSectors';

/** Too long to load, or only available by autocomplete: nothing is shown before the user types. */
export const TYPED_ONLY: readonly ListName[] = [
	'neighborhoods',
	'b2bLocations',
	'b2bCompanyNames',
	'b2bSectors',
	'b2bJobTitles',
	'b2bEconomicActivities',
	'b2bSpecialities',
	'b2bSkills',
	'b2bMacroSectors',
];

/** Keyword for a field whose values come from a list. */
export const valuesFrom = (name: ListName) => ({ 'x-list': { name } });
