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

/** Lists that the service only completes, so that nothing is shown before the user types (`localizacao`: by state). */
export const TYPED_ONLY: readonly ListName[] = [
	'b2bLocations',
	'b2bCompanyNames',
	'b2bSectors',
	'b2bJobTitles',
	'b2bEconomicActivities',
	'b2bSpecialities',
	'b2bSkills',
	'b2bMacroSectors',
];

export interface ValueList {
	readonly name: ListName;
	/** What the user chooses first to shorten the list. */
	readonly within?: readonly ('state' | 'city')[];
}

export const valuesFrom = <const N extends ListName>(name: N, ...within: readonly ('state' | 'city')[]) =>
	({ 'x-list': within.length === 0 ? { name } : { name, within } }) as { readonly 'x-list': ValueList };
