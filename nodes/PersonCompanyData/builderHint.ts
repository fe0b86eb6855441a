import type { INodeTypeDescription } from 'n8n-workflow';

import { OUTCOMES } from '../../contract/outcomes';
import { fieldLists } from '../../core/leads/view';
import { advancedOptions } from './run/options';

/** n8n shows this to models that build workflows. */

const SEARCH_HINT = [
	'Persons and companies in Brazil, from a paid service; each description of an operation ends with its price.',
	'By CPF or CNPJ: getPerson, getCompany; without one, searchPersons, searchCompanies. Rows with CNPJs, CPFs, emails or profile URLs: enrichList.',
	'To find leads: searchB2bPersons or searchB2bCompanies (1 credit per search, of any number of results, without contacts), then enrichPersonBatch or enrichCompanyBatch with identifyBy id_pessoa or id_empresa (1 credit per record) for emails and phones.',
	'Large exports: countPersons or countCompanies (free), then createPersonJob or createCompanyJob.',
	'Limit what is bought with limit and options.maxCredits; previewCost: true tells the cost and charges nothing.',
	`Each item says in outcome what became of it (${OUTCOMES.join(', ')}); with the default output it has flat fields such as name, jobTitle, company, email, phone, city, state.`,
].join(' ');

const SHARED_FIELDS = [
	`@advanced JSON with any of: ${Object.keys(advancedOptions).join(', ')}`,
	`@selectedFields any of: ${fieldLists
		.leadFields()
		.map(({ value }) => String(value))
		.join(', ')}`,
].join('\n');

export const builderHint: INodeTypeDescription['builderHint'] = {
	searchHint: SEARCH_HINT,
	extraTypeDefContent: [{ content: SHARED_FIELDS }],
};
