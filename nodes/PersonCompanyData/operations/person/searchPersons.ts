import { PERSON_SEARCH_KEYS } from '../../../../contract/endpoints/persons';
import { endpoints } from '../../shared/prelude';
import { registrySearch } from '../../shared/registry/registry';

export const searchPersons = registrySearch({
	name: 'Search',
	action: 'Search persons',
	hint: 'Several persons may match; getPerson with a CPF of the result returns all data.',
	about: 'person',
	endpoint: endpoints.personSearch,
	keys: PERSON_SEARCH_KEYS,
});
