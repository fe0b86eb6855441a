import { perNewSearch, perRecord } from '../../model/billing';
import { endpoint } from '../../model/endpoint';
import { cpf, email, personId, socialUrl } from '../../model/fields';
import { limits } from '../../model/limits';
import { allAssumed, assumed, flag, integer, list, object, text } from '../../model/schema';
import { enrichment, heldEnrichment, statusRecord, submissionResponse, webhookUrl } from './enrichment';
import { companyFilters, needsFilter, personFilters, searchPaging, searchResponse } from './filters';

export const b2bPersonSearch = endpoint({
	method: 'POST',
	path: '/b2b/persons/',
	purpose: 'Search persons by person and company filters',
	wallet: 'b2b',
	billing: perNewSearch,
	body: object(
		'B2B Person Search',
		{ ...searchPaging, filtros_empresa: companyFilters({}), filtros_pessoa: personFilters },
		[],
		needsFilter('filtros_empresa', 'filtros_pessoa'),
	),
	responses: {
		200: searchResponse(
			object('Person Row', {
				id_pessoa: personId,
				nome: text('Name'),
				cargo: text('Job Title'),
				id_empresa: integer('Company ID'),
				...allAssumed(['several'], {
					nome_empresa: text('Company Name'),
					setor: text('Sector'),
					tem_email: flag('Has Email'),
				}),
				tem_telefone: assumed(
					['several'],
					flag('Has Phone'),
					'under-reports: enrichment often finds phones anyway',
				),
				tem_social: assumed(['several'], flag('Has Social Profile')),
			}),
		),
	},
	assumed: {
		sources: ['several', 'contradictory'],
		note: 'the mandatory fields are not shown: a search with neither filters nor cache key is taken to be refused; page and page size are always sent',
	},
});

/** The service silently ignores any other field and charges anyway. */
export const personContact = object('Contact', {
	id_pessoa: personId,
	...allAssumed(['documented', 'client'], { url_social: socialUrl, email }),
	cpf: assumed(['one'], cpf),
});

export const b2bPersonEnrichBatch = endpoint({
	...enrichment,
	path: '/b2b/persons/enrich/bulk',
	countedBy: 'contatos',
	purpose: 'Enrich many persons; the result is sent to a webhook or read from the batch status',
	body: object(
		'Batch',
		{
			contatos: list('Contacts', personContact, { minItems: 1, maxItems: limits.contactsPerBatch }),
			url_webhook: webhookUrl,
		},
		['contatos'],
	),
	responses: { 200: submissionResponse, 202: assumed(['documented'], submissionResponse) },
});

export const b2bPersonEnrich = endpoint({
	...enrichment,
	path: '/b2b/persons/enrich',
	purpose: 'Enrich a single person in the background',
	body: object(
		'Enrichment',
		allAssumed(['documented', 'client'], { contato: personContact, url_webhook: webhookUrl }),
		['contato'],
	),
	otherBodies: [b2bPersonEnrichBatch.body],
	responses: allAssumed(['documented', 'several'], { 200: submissionResponse, 202: submissionResponse }),
	assumed: { sources: ['documented', 'client'], note: 'the body is not shown in the specification' },
});

export const b2bPersonEnrichNow = endpoint({
	...heldEnrichment(assumed(['client'], personContact)),
	path: '/b2b/persons/enrich/sync',
	isBeyondSpecification: true,
	purpose: 'Enrich one person and wait for the result in the same call',
	billing: { ...perRecord, assumed: { sources: ['client'] } },
	responses: { 200: assumed(['client'], statusRecord), 202: assumed(['client'], statusRecord) },
	assumed: { sources: ['client'], note: 'same outcomes and headers as for companies' },
});
