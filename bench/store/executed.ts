import { setTimeout as sleep } from 'node:timers/promises';
import { randomUUID } from 'node:crypto';
import type { IConnections, INode } from 'n8n-workflow';

import type { N8nClient } from '../../tools/host/rest/client';
import { chain, workflow } from '../n8n/workflow';

interface Listed {
	readonly results: ReadonlyArray<{ readonly id: string; readonly status: string }>;
}

const PAUSE_MS = 200;
const LONGEST_MS = 300_000;
const ENDED = ['success', 'error', 'canceled', 'crashed'];

/** A published workflow: nodes after a webhook. */
export interface Published {
	readonly id: string;
	readonly path: string;
}

/** @param connections in place of those by which the nodes follow one another */
export async function publish(
	client: N8nClient,
	name: string,
	nodes: readonly INode[],
	connections: IConnections = {},
): Promise<Published> {
	const path = randomUUID();
	const graph = chain(nodes);
	const draft = workflow(name, path, { ...graph, connections: { ...graph.connections, ...connections } });
	const stored = await client.createWorkflow(draft);
	await client.activate(stored);
	return { id: stored.id, path };
}

/**
 * Calls a workflow and waits until its execution has ended and is stored. Its data is not read, which would block n8n.
 * @returns the execution's ID
 */
export async function execute(client: N8nClient, { id, path }: Published, body: unknown): Promise<string> {
	const filter = encodeURIComponent(JSON.stringify({ workflowId: id }));
	const newest = async () =>
		(await client.request<Listed>('GET', `/executions?filter=${filter}&limit=1`)).results[0];
	const before = (await newest())?.id;
	await client.send('POST', `/webhook/${path}`, body);
	const deadline = Date.now() + LONGEST_MS;
	for (;;) {
		const execution = await newest();
		if (execution !== undefined && execution.id !== before && ENDED.includes(execution.status)) {
			if (execution.status === 'success') return execution.id;
			throw new Error(`Execution ${execution.id} ended as ${execution.status}`);
		}
		if (Date.now() > deadline) throw new Error(`No execution ended within ${LONGEST_MS / 1000} s`);
		await sleep(PAUSE_MS);
	}
}
