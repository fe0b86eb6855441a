/**
 * Lists of values that the service gives for a field (specification, "Reference values to send back"): each
 * value is sent back exactly as its list gives it.
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

/** Lists of which there is too much to show anything before a part of it is typed. */
export const TYPED_ONLY: readonly ListName[] = ['b2bCompanyNames'];

/** Where the values of a field come from. */
export interface ValueList {
	readonly name: ListName;
	/** What has to be chosen first, so that the list is a short one. */
	readonly within?: readonly ('state' | 'city')[];
}

export const valuesFrom = <const N extends ListName>(name: N, ...within: readonly ('state' | 'city')[]) =>
	({ 'x-list': within.length === 0 ? { name } : { name, within } }) as { readonly 'x-list': ValueList };
