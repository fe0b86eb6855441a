import { endpoints } from '../../../../contract';
import { companyContact } from '../../../../contract/endpoints/b2b/companies';
import { cnpjCaution } from './cnpjCaution';
import { enrichNow as enrichSynchronously } from '../../families/enrichment/enrichNow';

export const enrichNow = enrichSynchronously({
	action: 'Enrich B2B company now',
	description: 'Enrich one company per item and wait for the result in the same call',
	endpoint: endpoints.b2bCompanyEnrichNow,
	background: endpoints.b2bCompanyEnrich,
	contact: companyContact,
	cautions: cnpjCaution,
});
