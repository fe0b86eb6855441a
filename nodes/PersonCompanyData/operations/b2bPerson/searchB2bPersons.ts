import { operation } from '../../run/operation';
import {
	creditsOfSearch, searchFields, searchOptions, searchRequest, searchPurchaseKey,
	requestsOfSearches,
} from '../../shared/search/form'; // prettier-ignore
import { filterForms, searchKinds } from '../../../../core/search/kinds';
import { runSearch } from '../../shared/search/run';

export const searchB2bPersons = operation({
	name: 'Search',
	action: 'Search B2B persons',
	description: 'Search persons by filters of the person and of their company',
	hint: 'The first step to leads: filter by niveis_senioridade (decision makers are Decisores), cargos, estados or localizacoes, and company filters; set limit. Results have no contacts: enrichPersonBatch goes after it, with identifyBy id_pessoa.',
	calls: [searchKinds.persons.endpoint],
	fields: { ...filterForms.persons, ...searchFields },
	leads: { about: 'person', source: 'row' },
	includesInput: false,
	options: searchOptions,
	prepare: (input, at) => searchRequest(searchKinds.persons, input, at),
	records: creditsOfSearch,
	purchaseKey: searchPurchaseKey,
	requests: requestsOfSearches,
	run: runSearch,
});
