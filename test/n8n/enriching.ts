import type { IDataObject, INodeParameters } from 'n8n-workflow';

import type { EndpointName } from '../../contract';
import type { LoggedRequest } from '../../sandbox';
import type { Execution } from '../../tools/host/rest/execution';
import { FIRST_ID, storeEnriching, type EnrichingWorkflow } from '../support/enrichingWorkflow';
import { credential, n8n, sandbox } from './support';

/** Published workflows that enrich the contacts of a call, in the n8n that all specs share, and what they cost. */

/** Makes the sandbox answer the submission of a batch with its result: the node does not have to poll. */
export const answerAtOnce = async (): Promise<void> =>
	await sandbox().post('/settings', {
		batchMinimumSeconds: 0,
		recordsPerSecond: 1_000_000,
		acknowledgement: 'statusRecord',
	});

/** Publishes such a workflow; without limit of requests per minute. */
export async function published({
	options,
	...parameters
}: INodeParameters & { readonly options?: IDataObject }): Promise<EnrichingWorkflow> {
	const client = await n8n();
	const wanted = { ...parameters, options: { ...options, advanced: { maxRequestsPerMinute: 0 } } };
	const enriching = await storeEnriching(
		{ client: () => client, credential: await credential() },
		{ parameters: wanted as INodeParameters },
	);
	await enriching.publish();
	return enriching;
}

/** Hands out persons of the sandbox, each to one test only: what one has left behind meets no other. */
let next = FIRST_ID + 1000;
export const persons = (count: number): Array<{ id_pessoa: number }> =>
	Array.from({ length: count }, () => ({ id_pessoa: next++ }));

/** The calls of an endpoint so far. */
export const callsOf = async (endpoint: EndpointName): Promise<LoggedRequest[]> =>
	(await sandbox().get<LoggedRequest[]>('/requests')).filter((request) => request.endpoint === endpoint);

/** Credits charged so far and not refunded. */
export async function spent(): Promise<number> {
	const { charged, refunded } = await sandbox().totals();
	return charged - refunded;
}

/** Says that something was sent or paid for before. */
export const ABOUT_PAYMENT = /submitted|charged|paid/i;

/** The places of the items of which an execution that has succeeded says nothing at all. */
export function silentOf(execution: Execution, count: number): number[] {
	if (execution.status !== 'success') return [];
	const items = execution.nodes.Enrich?.at(-1)?.outputs.flat() ?? [];
	const reported = items.flatMap(({ pairedItem = [] }) =>
		[pairedItem].flat().map((each) => (typeof each === 'number' ? each : each.item)),
	);
	return Array.from({ length: count }, (_, place) => place).filter((place) => !reported.includes(place));
}
