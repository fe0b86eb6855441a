import { operation } from '../../run/operation';
import {
	creditsOfSearch, searchFields, searchOptions, searchRequest, searchPurchaseKey,
	requestsOfSearches,
} from '../../shared/search/form'; // prettier-ignore
import { filterForms, searchKinds } from '../../../../core/search/kinds';
import { runSearch } from '../../shared/search/run';

export const searchB2bCompanies = operation({
	name: 'Search',
	action: 'Search B2B companies',
	description: 'Search companies by filters',
	hint: 'The first step to companies as leads: filter by setores, tamanhos_empresa, estados or localizacoes, and set limit. enrichCompanyBatch goes after it, with identifyBy id_empresa.',
	calls: [searchKinds.companies.endpoint],
	fields: { ...filterForms.companies, ...searchFields },
	leads: { about: 'company', source: 'row' },
	includesInput: false,
	options: searchOptions,
	prepare: (input, at) => searchRequest(searchKinds.companies, input, at),
	records: creditsOfSearch,
	purchaseKey: searchPurchaseKey,
	requests: requestsOfSearches,
	run: runSearch,
});
