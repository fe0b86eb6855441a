import { endpoints } from '../../contract';
import { personContact } from '../../contract/endpoints/b2bPersons';
import { enrichInBatch } from '../shared/enrichInBatch';

export const enrich = enrichInBatch({
	name: 'Enrich',
	action: 'Enrich B2B person',
	description:
		'Enrich one person per item in the background, with a call for each; Enrich in Batch needs fewer requests',
	endpoint: endpoints.b2bPersonEnrich,
	contact: personContact,
});
