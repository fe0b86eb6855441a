/** Too long to load, or only available by autocomplete: nothing is shown before the user types. */
const TYPED_ONLY = [
	'neighborhoods',
	'b2bLocations',
	'b2bCompanyNames',
	'b2bSectors',
	'b2bJobTitles',
	'b2bEconomicActivities',
	'b2bSpecialities',
	'b2bSkills',
	'b2bMacroSectors',
] as const;

/** Values are sent back exactly as listed (specification, "Reference values to send back"). */
export type ListName =
	| (typeof TYPED_ONLY)[number]
	| 'cities'
	| 'occupations'
	| 'economicActivities'
	| 'sectors'
	| 'profiles'
	| 'layouts';

export const isTypedOnly = (name: ListName): boolean => (TYPED_ONLY as readonly string[]).includes(name);

/** Keyword for a field whose values come from a list. */
export const valuesFrom = (name: ListName) => ({ 'x-list': { name } });
