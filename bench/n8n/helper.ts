import { randomUUID } from 'node:crypto';

import { BURST } from '../../core/client/pace';
import type { StoredCredential } from '../../tools/host/rest/stored';
import type { Contestant } from '../setup/contestant';
import type { BenchN8n } from './benchN8n';
import { chain, MEASURED, node, splitOut } from './workflow';
import { workflowContestant } from './workflowContestant';
import { POLL_MS } from '../setup/plan';
import {
	BATCH_PATH,
	batchesOf,
	companyIds,
	cpfs,
	ENRICH_PATH,
	FIRST_PAGE,
	LOOKUP_PATH,
	SEARCH_PATH,
	statusPath,
} from '../service/service';
import { HELPER_TYPE } from './installHelper';

/** What the node gets its items of. */
type Entries = (baseUrl: string, size: number) => unknown[];

/** Makes a contestant for n8n from a credential and how many requests may be under way. */
export type HelperMaker = (
	n8n: BenchN8n,
	credential: StoredCredential,
	baseUrl: string,
	concurrency: number,
) => Promise<Contestant>;

/** n8n's HTTP helper alone: the floor for every node that calls the service. */
const helper =
	(work: 'each' | 'search' | 'batches', entries: Entries): HelperMaker =>
	async (n8n, credential, baseUrl, concurrency) =>
		await workflowContestant(
			n8n,
			{ client: 'helper', title: "n8n's HTTP helper alone" },
			chain([
				splitOut('Items', 'body.items'),
				node(MEASURED, HELPER_TYPE, 1, { work, start: BURST, most: concurrency }, credential),
			]),
			(size) => ({ items: entries(baseUrl, size) }),
		);

/** One person per item. */
export const helperLookUp = helper('each', (baseUrl, size) =>
	cpfs(size).map((cpf) => ({ method: 'GET', url: `${baseUrl}${LOOKUP_PATH}`, qs: { cpf } })),
);

/** One company per item, with a key against double charges. */
export const helperEnrich = helper('each', (baseUrl, size) =>
	companyIds(size).map((id) => ({
		method: 'POST',
		url: `${baseUrl}${ENRICH_PATH}`,
		headers: { 'Idempotency-Key': randomUUID() },
		body: { contato: { id_empresa: id } },
	})),
);

/** Pages of a search. */
export const helperSearch = helper('search', (baseUrl, pages) => [
	{ request: { method: 'POST', url: `${baseUrl}${SEARCH_PATH}`, body: FIRST_PAGE }, pages },
]);

/** Full batches, which it is given ready-made. */
export const helperBatches = helper('batches', (baseUrl, size) =>
	batchesOf(size).map((body) => ({
		request: { method: 'POST', url: `${baseUrl}${BATCH_PATH}`, body },
		statusUrl: `${baseUrl}${statusPath('ID')}`,
		pollMs: POLL_MS,
	})),
);
