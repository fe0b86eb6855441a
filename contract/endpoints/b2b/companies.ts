import { perNewLookup, perNewSearch } from '../../model/billing';
import { endpoint } from '../../model/endpoint';
import { cnpj, companyId, socialUrl } from '../../model/fields';
import { assumedLimits } from '../../model/limits';
import { valuesFrom } from '../../model/lists';
import { allAssumed, anything, assumed, flag, integer, list, object, someOf, text } from '../../model/schema';
import { enrichment, heldEnrichment, statusRecord, submissionResponse, webhookUrl } from './enrichment';
import { companyFilters, needsFilter, searchPaging, searchResponse } from './filters';

const companyPage = {
	...socialUrl,
	description: 'Company page on the professional network',
	examples: ['https://social.example/company/padaria-central'],
} as const;

export const b2bCompanySearch = endpoint({
	method: 'POST',
	path: '/b2b/companies/',
	purpose: 'Search companies by filters',
	wallet: 'b2b',
	billing: perNewSearch,
	body: object(
		'B2B Company Search',
		{
			...searchPaging,
			filtros_empresa: companyFilters({
				setores_cnae: assumed(
					['client'],
					list('CNAE Macro Sectors', text('CNAE Macro Sector', valuesFrom('b2bMacroSectors')), {
						description: 'In Portuguese, as the list has them; one entry per macro sector',
					}),
				),
			}),
		},
		[],
		needsFilter('filtros_empresa'),
	),
	responses: {
		200: searchResponse(
			object('Company Row', {
				...allAssumed(['several', 'measured'], {
					id_empresa: { type: ['integer', 'null'], title: 'Company ID' },
					cnpj: { type: ['string', 'null'], title: 'CNPJ' },
				}),
				slug: assumed(['one'], { type: ['string', 'null'], title: 'Slug' }),
				...allAssumed(['several'], {
					nome_empresa: text('Company Name'),
					localizacao: text('Location'),
					setor: text('Sector'),
					faixa_funcionarios: text('Employees'),
					faixa_faturamento: text('Revenue'),
					tem_telefone: flag('Has Phone'),
					tem_email: flag('Has Email'),
					tem_social: flag('Has Social Profile'),
				}),
			}),
		),
	},
	assumed: {
		sources: ['documented', 'client'],
		note: 'filters other than localizacoes and estados are not shown',
	},
});

export const b2bCompanyFind = endpoint({
	method: 'POST',
	path: '/b2b/companies/',
	purpose: 'Find the B2B company with a CNPJ or profile URL',
	wallet: 'b2b',
	billing: perNewLookup,
	freeSoFar: 'to find companies',
	body: object(
		'B2B Company Lookup',
		{ document: cnpj, url_social: companyPage },
		[],
		someOf(['document', 'url_social']),
	),
	responses: {
		200: object('Lookup', {
			success: flag('Success'),
			data: object('Company', { company_id: integer('Company ID') }),
		}),
		404: anything('No Company Matches'),
	},
});

/** The service silently ignores any other field and charges anyway. */
export const companyContact = object('Contact', { id_empresa: companyId, cnpj, url_social: companyPage });

const assumedContact = assumed(['client', 'one'], companyContact);

export const b2bCompanyEnrichBatch = endpoint({
	...enrichment,
	path: '/b2b/companies/enrich/bulk',
	countedBy: 'contatos',
	purpose: 'Enrich many companies; the result is sent to a webhook or read from the batch status',
	body: object(
		'Batch',
		{
			contatos: assumed(
				['client'],
				list('Contacts', assumedContact, { minItems: 1, maxItems: assumedLimits.companiesPerBatch }),
			),
			url_webhook: assumed(['client'], webhookUrl),
		},
		['contatos'],
	),
	responses: { 200: submissionResponse, 202: assumed(['documented'], submissionResponse) },
	assumed: { sources: ['client', 'one'], note: 'the body is not shown in the specification' },
});

export const b2bCompanyEnrich = endpoint({
	...enrichment,
	path: '/b2b/companies/enrich',
	purpose: 'Enrich a single company in the background',
	body: object('Enrichment', { contato: assumedContact, url_webhook: assumed(['client'], webhookUrl) }, [
		'contato',
	]),
	responses: { 200: assumed(['several'], submissionResponse), 202: assumed(['several'], submissionResponse) },
	assumed: { sources: ['client', 'one'], note: 'the body is not shown in the specification' },
});

export const b2bCompanyEnrichNow = endpoint({
	...heldEnrichment(companyContact),
	path: '/b2b/companies/enrich/sync',
	purpose: 'Enrich one company and wait for the result in the same call',
	responses: { 200: statusRecord, 202: statusRecord },
});
