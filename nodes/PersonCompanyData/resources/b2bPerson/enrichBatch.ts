import { endpoints } from '../../../../contract';
import { personContact } from '../../../../contract/endpoints/b2b/persons';
import { enrichInBatch } from '../../families/enrichment/enrichInBatch';

export const enrichBatch = enrichInBatch({
	name: 'Enrich in Batch',
	action: 'Enrich B2B persons in batch',
	description: 'Enrich all input items together, in one call for each 10,000 of them',
	endpoint: endpoints.b2bPersonEnrichBatch,
	contact: personContact,
});
