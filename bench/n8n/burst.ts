import { randomUUID } from 'node:crypto';
import type { INode } from 'n8n-workflow';

import { PACKAGE_NAME } from '../../tools/host/install/pack';
import type { N8n } from '../../tools/host/n8n';
import { eventsPath } from '../../tools/host/rest/eventsPath';
import type { StoredCredential, StoredWorkflow } from '../../tools/host/rest/stored';
import { spreadOf } from '../measure/statistics';
import { node } from './workflow';

/** What became of many events that came at once. */
export interface Burst {
	readonly title: string;
	readonly sent: number;
	/** Events that were answered with 200. */
	readonly answered: number;
	/** Milliseconds from sending to the answer. */
	readonly medianMs: number;
	readonly slowestMs: number;
	/** Executions that were started and carried out, and events among them that were there before. */
	readonly started: number;
	readonly doubled: number;
}

const QUIET_MS = 3000;
const LONGEST_MS = 300_000;

const pause = async (ms: number): Promise<void> => await new Promise((resolve) => setTimeout(resolve, ms));

/** The executions of a workflow, once no more are started. */
async function startedBy(n8n: N8n, workflowId: string): Promise<string[]> {
	const deadline = Date.now() + LONGEST_MS;
	let ids: string[] = [];
	for (;;) {
		await pause(QUIET_MS);
		const now = await n8n.client.listExecutions(workflowId);
		if (now.length === ids.length || Date.now() > deadline) return now;
		ids = now;
	}
}

/**
 * The events whose executions n8n has carried out, once no more of them end. Of many at once, it may leave some as if
 * they were running.
 */
async function carriedOut(n8n: N8n, ids: readonly string[], trigger: string): Promise<string[]> {
	const events: string[] = [];
	for (let left = ids; ; await pause(QUIET_MS)) {
		const running: string[] = [];
		for (const id of left) {
			const { status, nodes } = await n8n.client.getExecution(id);
			const [json] = nodes[trigger]?.at(0)?.json ?? [];
			if (json !== undefined)
				events.push(JSON.stringify((json.body as { job_id?: unknown } | undefined)?.job_id ?? json.job_id));
			else if (status === 'new' || status === 'running') running.push(id);
		}
		if (running.length === 0 || running.length === left.length) return events;
		left = running;
	}
}

/** Sends a number of different events at once to a published workflow that begins with the given node. */
async function burst(
	n8n: N8n,
	title: string,
	trigger: INode,
	pathIn: (created: StoredWorkflow) => string,
	count: number,
): Promise<Burst> {
	const created = await n8n.client.createWorkflow({ name: title, nodes: [trigger], connections: {} });
	await n8n.client.activate(created);
	const url = `${n8n.url}${pathIn(created)}`;
	const send = async (id: number): Promise<{ ok: boolean; ms: number }> => {
		const began = performance.now();
		const response = await fetch(url, {
			method: 'POST',
			headers: { 'content-type': 'application/json' },
			body: JSON.stringify({ job_id: id, job_type: 'prospecting', status: 'done' }),
		}).catch(() => undefined);
		await response?.text();
		return { ok: response?.status === 200, ms: performance.now() - began };
	};
	const answers = await Promise.all(Array.from({ length: count }, (_, i) => send(i + 1)));
	const { median, max } = spreadOf(answers.map(({ ms }) => ms));
	const events = await carriedOut(n8n, await startedBy(n8n, created.id), trigger.name);
	await n8n.client.deactivate(created.id);
	return {
		title,
		sent: count,
		answered: answers.filter(({ ok }) => ok).length,
		medianMs: median,
		slowestMs: max,
		started: events.length,
		doubled: events.length - new Set(events).size,
	};
}

/** A burst at this package's trigger and one at n8n's own Webhook node. */
export async function measureBursts(
	n8n: N8n,
	credential: StoredCredential,
	count: number,
): Promise<readonly Burst[]> {
	const trigger: INode = {
		...node('Trigger', `${PACKAGE_NAME}.personCompanyDataTrigger`, 1, { confirm: false }, credential),
		webhookId: randomUUID(),
	};
	const path = randomUUID();
	const webhook: INode = {
		...node('Webhook', 'webhook', 2, { httpMethod: 'POST', path, responseMode: 'onReceived', options: {} }),
		webhookId: path,
	};
	return [
		await burst(n8n, 'Webhook node of n8n', webhook, () => `/webhook/${path}`, count),
		await burst(n8n, 'Trigger of this package', trigger, (created) => eventsPath(created, trigger), count),
	];
}
