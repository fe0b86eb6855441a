import type { INode, INodeParameters } from 'n8n-workflow';

import type { StoredCredential } from '../../tools/host/rest/stored';
import type { Client, Contestant } from '../setup/contestant';
import { LATENCY_MS, PAGE_SIZE, POLL_MS } from '../setup/plan';
import * as service from '../service/service';
import type { BenchN8n } from './benchN8n';
import { chain, MEASURED, node, splitOut } from './workflow';
import { itemsContestant, workflowContestant } from './workflowContestant';

const VERSION = 4.5;

/** Pause between batches; the node does not wait for answers, so it must be longer than they take. */
const INTERVAL_MS = 1.5 * LATENCY_MS;

const JSON_RESPONSE = { response: { response: { responseFormat: 'json' } } };

/** n8n's HTTP Request node, with the key in a header. */
const httpRequest = (
	url: string,
	credential: StoredCredential,
	more: INodeParameters,
	name = MEASURED,
): INode => {
	const sent = { url, authentication: 'genericCredentialType', genericAuthType: credential.type, ...more };
	const own = node(name, 'httpRequest', VERSION, sent, credential);
	return { ...own, retryOnFail: true, maxTries: 3, waitBetweenTries: 1000 };
};

const posting = (jsonBody: string): INodeParameters => ({
	method: 'POST',
	sendBody: true,
	specifyBody: 'json',
	jsonBody,
});

/** How calls are sent. */
interface Sending {
	readonly baseUrl: string;
	/** So many items at a time. */
	readonly batchSize: number;
}

/** Options of calls that are sent in batches. */
const inBatches = ({ batchSize }: Sending): INodeParameters => ({
	...JSON_RESPONSE,
	batching: { batch: { batchSize, batchInterval: INTERVAL_MS } },
});

/** Makes a contestant that sends so many items at a time. */
export type HttpRequestMaker = (
	n8n: BenchN8n,
	credential: StoredCredential,
	sending: Sending,
) => Promise<Contestant>;

const about = ({ batchSize }: Sending): { client: Client; title: string } => ({
	client: 'httpRequest',
	title: `HTTP Request node, ${batchSize} items every ${INTERVAL_MS} ms`,
});

/** A call for each item, in batches. */
const perItem =
	(path: string, parameters: INodeParameters, items: service.Items): HttpRequestMaker =>
	async (n8n, credential, sending) => {
		const own = { ...parameters, options: inBatches(sending) };
		const measured = httpRequest(`${sending.baseUrl}${path}`, credential, own);
		return await itemsContestant(n8n, about(sending), measured, items);
	};

/** One person per item. */
export const httpRequestLookUp = perItem(
	service.LOOKUP_PATH,
	{
		method: 'GET',
		sendQuery: true,
		queryParameters: { parameters: [{ name: 'cpf', value: '={{ $json.cpf }}' }] },
	},
	service.cpfItems,
);

/** One company per item, with a key against double charges. */
export const httpRequestEnrich = perItem(
	service.ENRICH_PATH,
	{
		...posting('={{ { "contato": { "id_empresa": $json.id_empresa } } }}'),
		sendHeaders: true,
		headerParameters: {
			parameters: [{ name: 'Idempotency-Key', value: '={{ $execution.id }}-{{ $itemIndex }}' }],
		},
	},
	service.companyItems,
);

const pageParameter = (name: string, value: string): INodeParameters => ({ type: 'body', name, value });

const paginated = (pagination: INodeParameters): INodeParameters => ({
	options: { ...JSON_RESPONSE, pagination: { pagination } },
});

/** Pages of a search by the node's pagination, and a node that makes one item of each row. */
export const httpRequestSearch: HttpRequestMaker = async (n8n, credential, { baseUrl }) =>
	await workflowContestant(
		n8n,
		{ client: 'httpRequest', title: 'HTTP Request node, pagination' },
		chain([
			httpRequest(`${baseUrl}${service.SEARCH_PATH}`, credential, {
				...posting(JSON.stringify(service.FIRST_PAGE)),
				...paginated({
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
				}),
			}),
			splitOut('Rows', 'dados'),
		]),
		(size) => ({ pages: size }),
	);

/** Full batches, which it is given ready-made, a pause, and their status until they are done, by the node's pagination. */
export const httpRequestBatches: HttpRequestMaker = async (n8n, credential, { baseUrl }) =>
	await workflowContestant(
		n8n,
		{ client: 'httpRequest', title: 'HTTP Request nodes, Wait and pagination' },
		chain([
			splitOut('Batches', 'body.batches'),
			httpRequest(
				`${baseUrl}${service.BATCH_PATH}`,
				credential,
				{ ...posting('={{ { "contatos": $json.contatos } }}'), options: JSON_RESPONSE },
				'Submit',
			),
			node('Wait', 'wait', 1.1, { resume: 'timeInterval', amount: POLL_MS / 1000, unit: 'seconds' }),
			httpRequest(
				`=${baseUrl}${service.statusPath('{{ $json.id_processamento }}')}`,
				credential,
				paginated({
					paginationMode: 'responseContainsNextURL',
					// The same address again.
					nextURL: '={{ $request.url }}',
					paginationCompleteWhen: 'other',
					completeExpression: '={{ $response.body.concluido }}',
					requestInterval: POLL_MS,
				}),
				'Status',
			),
			splitOut('Rows', 'contatos'),
		]),
		(size) => ({ batches: service.batchesOf(size) }),
	);
