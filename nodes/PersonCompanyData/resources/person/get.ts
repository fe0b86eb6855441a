import { endpoints } from '../../families/kit';
import { registryLookup } from '../../families/registry/registry';

export const get = registryLookup({
	name: 'Get',
	action: 'Get person by CPF',
	description: 'Get all data of a person by CPF',
	about: 'person',
	endpoint: endpoints.personGet,
});
