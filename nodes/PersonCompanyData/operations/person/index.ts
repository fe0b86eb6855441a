import { endpoints } from '../../../../contract';
import { registryLookup, registrySearch } from '../../shared/registry/registry';

export { searchByPattern } from './searchByPattern';

export const getPerson = registryLookup({
	name: 'Get',
	action: 'Get person by CPF',
	about: 'person',
	endpoint: endpoints.personGet,
});

export const searchPersons = registrySearch({
	name: 'Search',
	action: 'Search persons',
	about: 'person',
	endpoint: endpoints.personSearch,
});
