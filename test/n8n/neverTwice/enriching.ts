import type { IDataObject, INode, INodeParameters } from 'n8n-workflow';

import type { EndpointName } from '../../../contract';
import type { LoggedRequest, Settings } from '../../../sandbox';
import type { StoredCredential } from '../../../tools/host/rest/stored';
import { FIRST_ID, storeEnriching, type EnrichingWorkflow } from '../../support/enrichingWorkflow';
import { credential, n8n, sandbox } from '../support';

/** Published workflows that enrich the contacts of a call, in the n8n that all specs share, and what they cost. */

/** Settings of a node that n8n tries again at once, as often as it can. */
export const triedAgain = { retryOnFail: true, maxTries: 5, waitBetweenTries: 10 } satisfies Partial<INode>;

/** Settings of a sandbox that answers the submission of a batch with its result: the node does not have to poll. */
export const AT_ONCE = {
	batchMinimumSeconds: 0,
	recordsPerSecond: 1_000_000,
	acknowledgement: 'statusRecord',
} satisfies Partial<Settings>;

export const answerAtOnce = async (): Promise<void> => await sandbox().post('/settings', AT_ONCE);

/** Makes the sandbox lose answers of an endpoint, after it has done and charged what it was asked for. */
export const loseAnswers = async (endpoint: EndpointName, times = 1): Promise<void> =>
	await sandbox().post('/faults', { kind: 'reset', when: 'after', endpoint, times });

/** Publishes such a workflow; without limit of requests per minute. */
export async function published(
	{ options, ...parameters }: INodeParameters & { readonly options?: IDataObject },
	settings: Partial<INode> = {},
	as?: StoredCredential,
): Promise<EnrichingWorkflow> {
	const client = await n8n();
	const enriching = await storeEnriching(
		{
			client: () => client,
			send: async (path, body) => void (await client.send('POST', `/webhook/${path}`, body)),
			credential: as ?? (await credential()),
		},
		{
			parameters: {
				...parameters,
				options: { ...options, advanced: { maxRequestsPerMinute: 0, ...(options?.advanced as IDataObject) } },
			} as INodeParameters,
			settings,
		},
	);
	await enriching.publish();
	return enriching;
}

/** Hands out persons of the sandbox, from a place on, each to one test only: what one has left behind meets no other. */
export function personsFrom(place: number): (count: number) => Array<{ id_pessoa: number }> {
	let next = FIRST_ID + place;
	return (count) => Array.from({ length: count }, () => ({ id_pessoa: next++ }));
}

/** The calls of an endpoint so far. */
export const callsOf = async (endpoint: EndpointName): Promise<LoggedRequest[]> =>
	await sandbox().get(`/requests?endpoint=${endpoint}`);

/** Credits charged so far and not refunded. */
export async function spent(): Promise<number> {
	const { charged, refunded } = await sandbox().totals();
	return charged - refunded;
}

/** Requests so far, of whatever kind. */
export const requests = async (): Promise<number> => (await sandbox().totals()).requests;
