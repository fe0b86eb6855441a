import { operation } from '../../run/operation';
import {
	creditsOfSearch, searchFields, searchOptions, searchRequest, unitOfSearch,
	requestsOfSearches,
} from '../../families/search/form'; // prettier-ignore
import { filterForms, searchKinds } from '../../families/search/kinds';
import { runSearch } from '../../families/search/runSearch';

export const search = operation({
	name: 'Search',
	action: 'Search B2B persons',
	description: 'Search persons by filters of the person and of their company',
	calls: [searchKinds.persons.endpoint],
	fields: { ...filterForms.persons, ...searchFields },
	options: searchOptions,
	prepare: (input, at) => searchRequest(searchKinds.persons, input, at),
	records: creditsOfSearch,
	unit: unitOfSearch,
	requests: requestsOfSearches,
	run: runSearch,
});
