import { endpoints } from '../../../../contract';
import { personContact } from '../../../../contract/endpoints/b2b/persons';
import { enrichNow as enrichSynchronously } from '../../families/enrichment/enrichNow';

export const enrichNow = enrichSynchronously({
	action: 'Enrich B2B person now',
	description: 'Enrich one person per item and wait for the result in the same call',
	endpoint: endpoints.b2bPersonEnrichNow,
	background: endpoints.b2bPersonEnrich,
	contact: personContact,
});
