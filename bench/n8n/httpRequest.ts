import type { INode, INodeParameters } from 'n8n-workflow';

import type { N8n } from '../../tools/host/n8n';
import type { StoredCredential } from '../../tools/host/client';
import type { Client, Contestant } from '../measure/contestant';
import { LATENCY_MS, PAGE_SIZE } from '../plan';
import {
	companyItems,
	ENRICH_PATH,
	FIRST_PAGE,
	LOOKUP_PATH,
	personItemsTwice,
	SEARCH_PATH,
	type Items,
} from '../service';
import { MEASURED, node, splitOut } from './workflow';
import { workflowContestant } from './workflowContestant';

const VERSION = 4.5;

/** Pause between batches; the node does not wait for answers, so it must be longer than they take. */
export const BATCH_INTERVAL_MS = 1.5 * LATENCY_MS;

const JSON_RESPONSE = { response: { response: { responseFormat: 'json' } } };

/** n8n's HTTP Request node, with the key in a header. */
const httpRequest = (url: string, credential: StoredCredential, more: INodeParameters): INode =>
	node(
		MEASURED,
		'httpRequest',
		VERSION,
		{
			url,
			authentication: 'genericCredentialType',
			genericAuthType: credential.type,
			...more,
		},
		credential,
	);

const posting = (jsonBody: string): INodeParameters => ({
	method: 'POST',
	sendBody: true,
	specifyBody: 'json',
	jsonBody,
});

/** Options of calls that are sent all at once or in batches. */
const inBatches = (batchSize?: number): INodeParameters => ({
	...JSON_RESPONSE,
	...(batchSize !== undefined && {
		batching: { batch: { batchSize, batchInterval: BATCH_INTERVAL_MS } },
	}),
});

/** Makes a contestant that sends everything at once, or so many items at a time. */
type PerItemMaker = (
	n8n: N8n,
	credential: StoredCredential,
	baseUrl: string,
	batchSize?: number,
) => Promise<Contestant>;

const about = (batchSize?: number): { client: Client; title: string } => ({
	client: 'httpRequest',
	title:
		batchSize === undefined
			? 'HTTP Request node, no batching'
			: `HTTP Request node, ${batchSize} items every ${BATCH_INTERVAL_MS} ms`,
});

/** A call for each item, all at once or in batches. */
const perItem =
	(path: string, parameters: INodeParameters, items: Items): PerItemMaker =>
	async (n8n, credential, baseUrl, batchSize) =>
		await workflowContestant(
			n8n,
			about(batchSize),
			[
				splitOut('Items', 'body.items'),
				httpRequest(`${baseUrl}${path}`, credential, { ...parameters, options: inBatches(batchSize) }),
			],
			(size) => ({ items: items(size) }),
		);

/** One person per item. */
export const httpRequestLookUp = perItem(
	LOOKUP_PATH,
	{
		method: 'GET',
		sendQuery: true,
		queryParameters: { parameters: [{ name: 'cpf', value: '={{ $json.cpf }}' }] },
	},
	personItemsTwice,
);

/** One company per item, with a key against double charges. */
export const httpRequestEnrich = perItem(
	ENRICH_PATH,
	{
		...posting('={{ { "contato": { "id_empresa": $json.id_empresa } } }}'),
		sendHeaders: true,
		headerParameters: {
			parameters: [{ name: 'Idempotency-Key', value: '={{ $execution.id }}-{{ $itemIndex }}' }],
		},
	},
	companyItems,
);

const pageParameter = (name: string, value: string): INodeParameters => ({ type: 'body', name, value });

/** Pages of a search by the node's pagination, and a node that makes one item of each row. */
export const httpRequestSearch = async (
	n8n: N8n,
	credential: StoredCredential,
	baseUrl: string,
): Promise<Contestant> =>
	await workflowContestant(
		n8n,
		{ client: 'httpRequest', title: 'HTTP Request node, pagination' },
		[
			httpRequest(`${baseUrl}${SEARCH_PATH}`, credential, {
				...posting(JSON.stringify(FIRST_PAGE)),
				options: {
					...JSON_RESPONSE,
					pagination: {
						pagination: {
							paginationMode: 'updateAParameterInEachRequest',
							parameters: {
								parameters: [
									pageParameter('pagina', '={{ $pageCount + 1 }}'),
									pageParameter('chave_cache', '={{ $response.body?.chave_cache }}'),
									pageParameter('total_cacheado', '={{ $response.body?.total }}'),
								],
							},
							paginationCompleteWhen: 'other',
							completeExpression: `={{ $pageCount * ${PAGE_SIZE} >= $response.body.total }}`,
							limitPagesFetched: true,
							maxRequests: '={{ $json.body.pages }}',
							requestInterval: 0,
						},
					},
				},
			}),
			splitOut('Rows', 'dados'),
		],
		(size) => ({ pages: size }),
	);
