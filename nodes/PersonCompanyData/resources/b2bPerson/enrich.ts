import { endpoints } from '../../../../contract';
import { personContact } from '../../../../contract/endpoints/b2b/persons';
import { enrichInBatch } from '../../families/enrichment/enrichInBatch';

export const enrich = enrichInBatch({
	name: 'Enrich',
	action: 'Enrich B2B person',
	description:
		'Enrich one person per item in the background, with a call for each; Enrich in Batch needs fewer requests',
	endpoint: endpoints.b2bPersonEnrich,
	contact: personContact,
});
