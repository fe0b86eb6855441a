/**
 * Lists of values that the service provides for a field (specification, "Reference values to send back").
 * Values are sent back exactly as listed.
 */
export type ListName =
	| 'cities'
	| 'neighborhoods'
	| 'occupations'
	| 'economicActivities'
	| 'sectors'
	| 'profiles'
	| 'layouts'
	| 'savedPersonFilters'
	| 'savedCompanyFilters'
	| 'b2bLocations'
	| 'b2bCompanyNames'
	| 'b2bSectors'
	| 'b2bJobTitles'
	| 'b2bEconomicActivities'
	| 'b2bSpecialities'
	| 'b2bSkills'
	| 'b2bMacroSectors';

/** Lists that are too long, or that the service only completes, so that nothing is shown before the user types. */
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

/** Marks a field whose values come from a list. */
export const valuesFrom = (name: ListName) => ({ 'x-list': { name } });
