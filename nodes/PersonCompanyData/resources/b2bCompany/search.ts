import { operation } from '../../run/operation';
import {
	creditsOfSearch, searchFields, searchOptions, searchRequest, unitOfSearch,
	requestsOfSearches,
} from '../../families/search/form'; // prettier-ignore
import { filterForms, searchKinds } from '../../families/search/kinds';
import { runSearch } from '../../families/search/runSearch';

export const search = operation({
	name: 'Search',
	action: 'Search B2B companies',
	description: 'Search companies by filters',
	calls: [searchKinds.companies.endpoint],
	fields: { ...filterForms.companies, ...searchFields },
	options: searchOptions,
	prepare: (input, at) => searchRequest(searchKinds.companies, input, at),
	records: creditsOfSearch,
	unit: unitOfSearch,
	requests: requestsOfSearches,
	run: runSearch,
});
