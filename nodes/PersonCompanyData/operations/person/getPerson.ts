import { endpoints } from '../../shared/prelude';
import { registryLookup } from '../../shared/registry/registry';

export const getPerson = registryLookup({
	name: 'Get',
	action: 'Get person by CPF',
	hint: 'Takes a CPF. For a name, phone or email take searchPersons; for people at work take searchB2bPersons.',
	about: 'person',
	endpoint: endpoints.personGet,
});
