import { endpoints } from '../../../../contract';
import { COMPANY_SEARCH_KEYS } from '../../../../contract/endpoints/companies';
import { operation } from '../../run/operation';
import { objectField } from '../../../../core/form/schemaField';
import {
	askRegistry,
	registryFields,
	registryOptions,
	type RegistryRequest,
} from '../../families/registry/registry';
import { companyForm } from '../../families/registry/records';
import { readSearchKeys } from '../../families/registry/searchKeys';

const { query } = endpoints.companySearch;

export const search = operation({
	name: 'Search',
	action: 'Search companies',
	description: 'Search companies by legal name, email, domain, postal code or phone',
	calls: [endpoints.companySearch],
	fields: {
		searchBy: objectField(query, 'Add Search Field', { displayName: 'Search By' }),
		...registryFields,
	},
	options: registryOptions,
	prepare: (input, at): RegistryRequest => ({
		query: readSearchKeys(query, COMPANY_SEARCH_KEYS, input.searchBy, at),
		simplify: input.simplify,
	}),
	run: async (request, service) => await askRegistry(endpoints.companySearch, companyForm, request, service),
});
