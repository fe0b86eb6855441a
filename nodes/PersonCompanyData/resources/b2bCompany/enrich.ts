import { endpoints } from '../../../../contract';
import { companyContact } from '../../../../contract/endpoints/b2b/companies';
import { enrichInBatch } from '../../families/enrichment/enrichInBatch';
import { cnpjCaution } from './cnpjCaution';

export const enrich = enrichInBatch({
	name: 'Enrich',
	action: 'Enrich B2B company',
	description:
		'Enrich one company per item in the background, with a call for each; Enrich in Batch needs fewer requests',
	endpoint: endpoints.b2bCompanyEnrich,
	contact: companyContact,
	cautions: cnpjCaution,
});
