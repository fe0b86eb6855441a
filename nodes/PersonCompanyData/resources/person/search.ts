import { endpoints } from '../../../../contract';
import { PERSON_SEARCH_KEYS } from '../../../../contract/endpoints/persons';
import { operation } from '../../run/operation';
import { objectField } from '../../../../core/form/schemaField';
import {
	askRegistry,
	registryFields,
	registryOptions,
	type RegistryRequest,
} from '../../families/registry/registry';
import { personForm } from '../../families/registry/records';
import { readSearchKeys } from '../../families/registry/searchKeys';

const { query } = endpoints.personSearch;

export const search = operation({
	name: 'Search',
	action: 'Search persons',
	description: "Search persons by name, email, phone, mother's name or address",
	calls: [endpoints.personSearch],
	fields: {
		searchBy: objectField(query, 'Add Search Field', { displayName: 'Search By' }),
		...registryFields,
	},
	options: registryOptions,
	prepare: (input, at): RegistryRequest => ({
		query: readSearchKeys(query, PERSON_SEARCH_KEYS, input.searchBy, at),
		simplify: input.simplify,
	}),
	run: async (request, service) => await askRegistry(endpoints.personSearch, personForm, request, service),
});
