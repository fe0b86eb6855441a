import { PERSON_SEARCH_KEYS } from '../../../../contract/endpoints/persons';
import { endpoints } from '../../shared/prelude';
import { registryLookup, registrySearch } from '../../shared/registry/registry';

export { searchByPattern } from './searchByPattern';

export const getPerson = registryLookup({
	name: 'Get',
	action: 'Get person by CPF',
	hint: 'Takes a CPF. For a name, phone or email take searchPersons; for people at work take searchB2bPersons.',
	about: 'person',
	endpoint: endpoints.personGet,
});

export const searchPersons = registrySearch({
	name: 'Search',
	action: 'Search persons',
	hint: 'Several persons may match; getPerson with a CPF of the result returns all data.',
	about: 'person',
	endpoint: endpoints.personSearch,
	keys: PERSON_SEARCH_KEYS,
});
