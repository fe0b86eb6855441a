import { choice, endpoints } from '../kit';

/** The differences between prospecting for persons and for companies. */
export const kinds = {
	persons: {
		one: 'Person',
		many: 'Persons',
		count: endpoints.personCount,
		job: endpoints.personJob,
		/** Whether the name of a job is part of the names that it exports. */
		isNameFilter: true,
		/** Endpoint of the account's saved filters, and their list in the editor. */
		saved: endpoints.savedPersonFilters,
		savedList: 'savedPersonFilters',
		/** The number of this kind in a saved filter (assumed: client). */
		savedType: 1,
	},
	companies: {
		one: 'Company',
		many: 'Companies',
		count: endpoints.companyCount,
		job: endpoints.companyJob,
		isNameFilter: false,
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
