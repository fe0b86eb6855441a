import { endpoints } from '../../../../contract';
import { choice } from '../../../../core/form/field';

export const kinds = {
	persons: {
		one: 'Person',
		many: 'Persons',
		exported: 'persons that match filters, with their contacts',
		count: endpoints.personCount,
		job: endpoints.personJob,
		/** The job's name filters the names that it exports. */
		isNameFilter: true,
		saved: endpoints.savedPersonFilters,
		/** The kind's number in a saved filter (assumed: client). */
		savedType: 1,
	},
	companies: {
		one: 'Company',
		many: 'Companies',
		exported: 'companies that match filters, with contacts and partners',
		count: endpoints.companyCount,
		job: endpoints.companyJob,
		isNameFilter: false,
		saved: endpoints.savedCompanyFilters,
		savedType: 2,
	},
} as const;

export type Kind = keyof typeof kinds;

export const kindField = choice<Kind>('Kind', 'What the filters are for', [
	{ name: kinds.persons.many, value: 'persons' },
	{ name: kinds.companies.many, value: 'companies' },
]);
