import { choice, endpoints } from '../kit';

/** What prospecting looks for: all that differs between persons and companies. */
export const kinds = {
	persons: {
		one: 'Person',
		many: 'Persons',
		count: endpoints.personCount,
		job: endpoints.personJob,
		/** The saved filters of the account, and the list that the editor shows of them. */
		saved: endpoints.savedPersonFilters,
		savedList: 'savedPersonFilters',
		/** The number that a saved filter has for its kind (assumed: client). */
		savedType: 1,
	},
	companies: {
		one: 'Company',
		many: 'Companies',
		count: endpoints.companyCount,
		job: endpoints.companyJob,
		saved: endpoints.savedCompanyFilters,
		savedList: 'savedCompanyFilters',
		savedType: 2,
	},
} as const;

export type Kind = keyof typeof kinds;

export const kindField = choice<Kind>('Kind', 'What the filters are for', [
	{ name: kinds.persons.many, value: 'persons' },
	{ name: kinds.companies.many, value: 'companies' },
]);
