import { endpoints } from '../../../../contract';
import { companyContact } from '../../../../contract/endpoints/b2b/companies';
import { enrichInBatch } from '../../families/enrichment/enrichInBatch';
import { cnpjCaution } from './cnpjCaution';

export const enrichBatch = enrichInBatch({
	name: 'Enrich in Batch',
	action: 'Enrich B2B companies in batch',
	description: 'Enrich all input items together, in one call for each 10,000 of them',
	endpoint: endpoints.b2bCompanyEnrichBatch,
	contact: companyContact,
	cautions: cnpjCaution,
});
