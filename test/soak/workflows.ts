import { sleep, type INode, type INodeParameters } from 'n8n-workflow';

import type { StoredCredential } from '../../tools/host/rest/stored';
import type { QueueStack } from '../../tools/host/queueStack';
import { eventsPath } from '../../tools/host/rest/eventsPath';
import { CREDENTIAL_TYPE, leadsTo, listHook, node, NODE_TYPE } from '../support/workflowNodes';
import type { Kind } from './kinds';

/** Longer than the service holds a call on the fast clock, shorter than the time-outs that are injected. */
export const REQUEST_TIMEOUT_SECONDS = 6;
/** Requests of one execution that are under way at once. */
export const CONCURRENCY = 3;

/** A published workflow, and the address that starts it. */
export interface Published {
	readonly id: string;
	readonly kind: Kind;
	readonly url: string;
}

const credentialsOf = ({ id, name }: StoredCredential): Partial<INode> => ({
	credentials: { [CREDENTIAL_TYPE]: { id, name } },
});

/** Stores the account's key in n8n. */
export const storeCredential = async ({ main, sandbox }: QueueStack): Promise<StoredCredential> =>
	await main().client.createCredential(CREDENTIAL_TYPE, {
		apiKey: sandbox.apiKey,
		baseUrl: sandbox.baseUrl,
	});

/** Waits until the webhook process knows an address: it learns of new workflows from the database. */
async function untilKnown(url: string, method: string): Promise<void> {
	for (;;) {
		const answer = await fetch(url, { method }).catch(() => undefined);
		if (answer?.status === 200) return;
		await sleep(100);
	}
}

/**
 * Publishes a workflow of a kind, started by webhook.
 * @param continues whether failed items go on as items, rather than ending the execution and, before that, being tried again
 */
export async function publish(
	stack: QueueStack,
	credential: StoredCredential,
	kind: Kind,
	continues: boolean,
): Promise<Published> {
	const hook = listHook('items');
	const { options, ...parameters } = kind.parameters;
	// The node waits for these as long as the service holds them, and refuses a shorter time.
	const isHeld = parameters.operation === 'enrichPersonNow' || parameters.operation === 'enrichCompanyNow';
	const nodes = [
		...hook.nodes,
		node(
			'Call',
			NODE_TYPE,
			{
				...parameters,
				options: {
					...(options as INodeParameters | undefined),
					advanced: {
						...(!isHeld && { requestTimeout: REQUEST_TIMEOUT_SECONDS }),
						maxConcurrentRequests: CONCURRENCY,
						maxRequestsPerMinute: 0,
					},
				},
			},
			{
				...credentialsOf(credential),
				...(continues
					? { onError: 'continueRegularOutput' }
					: { retryOnFail: true, maxTries: 2, waitBetweenTries: 1000 }),
			},
		),
		node('After', 'noOp'),
	];
	const created = await stack.main().client.createWorkflow({
		name: `${kind.name}, ${continues ? 'continues' : 'stops'}`,
		// So that n8n still has what a node has output when it is killed before the next one is done.
		settings: { saveExecutionProgress: true },
		nodes,
		connections: { Hook: leadsTo('Split'), Split: leadsTo('Call'), Call: leadsTo('After') },
	});
	await stack.main().client.activate(created);
	return { id: created.id, kind, url: `${stack.webhookUrl}/webhook/${hook.path}` };
}

/** Publishes the workflow that jobs start at their end, with their rows, and registers it for the account. */
export async function publishTrigger(stack: QueueStack, credential: StoredCredential): Promise<string> {
	const trigger = node(
		'After',
		`${NODE_TYPE}Trigger`,
		{ kinds: ['prospecting'], includeResult: true, resultAs: 'items', options: { maxRequestsPerMinute: 0 } },
		credentialsOf(credential),
	);
	const created = await stack
		.main()
		.client.createWorkflow({ name: 'Jobs that are done', nodes: [trigger], connections: {} });
	await stack.main().client.activate(created);
	const url = `${stack.webhookUrl}${eventsPath(created, created.nodes[0])}`;
	await untilKnown(url, 'HEAD');
	await stack.sandbox.webhooks.register(url);
	return created.id;
}
