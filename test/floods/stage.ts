import { readFileSync } from 'node:fs';
import { parse } from 'flatted';
import type { IRunExecutionData } from 'n8n-workflow';

import { limits } from '../../contract/model/limits';
import type { Sandbox } from '../../sandbox';
import type { InstalledHost } from '../../tools/host/install/install';
import type { N8n } from '../../tools/host/n8n';
import { eventsPath } from '../../tools/host/rest/eventsPath';
import { storeCredential } from '../fuzz/workflows';
import { Database } from '../n8n/leaks/places';
import { leadsTo, node, NODE_TYPE } from '../support/workflowNodes';

/** The trigger in n8n, and the service that calls it. */

const TRIGGER = 'Trigger';

/** Publishes a workflow with the trigger; returns its ID and the address of the trigger. */
export async function publish(
	n8n: N8n,
	sandbox: Sandbox,
): Promise<{ readonly id: string; readonly url: string }> {
	const { apiKey, baseUrl } = sandbox;
	const credentials = await storeCredential(n8n.client, { apiKey, baseUrl });
	const trigger = node(
		TRIGGER,
		`${NODE_TYPE}Trigger`,
		{ options: { maxRequestsPerMinute: 0 } },
		{ credentials },
	);
	const stored = await n8n.client.createWorkflow({
		name: 'Flood',
		nodes: [trigger, node('Next', 'noOp', {})],
		connections: { [TRIGGER]: leadsTo('Next') },
	});
	await n8n.client.activate(stored);
	return { id: stored.id, url: n8n.url + eventsPath(stored, stored.nodes[0]) };
}

const BARE_CALLS = 200;
const BARE_AT_ONCE = 20;

/** How many calls a second n8n takes by itself: of a workflow with its own Webhook node, and nothing of the package. */
export async function bareCallsPerSecond(n8n: N8n): Promise<number> {
	const path = 'bare';
	const stored = await n8n.client.createWorkflow({
		name: 'Bare',
		nodes: [
			node(
				'Webhook',
				'n8n-nodes-base.webhook',
				{ httpMethod: 'POST', path },
				{ webhookId: path, typeVersion: 2 },
			),
			node('Next', 'noOp', {}),
		],
		connections: { Webhook: leadsTo('Next') },
	});
	await n8n.client.activate(stored);
	const ask = async (calls: number): Promise<void> => {
		for (let i = 0; i < calls; i++) {
			const response = await fetch(`${n8n.url}/webhook/${path}`, { method: 'POST' });
			await response.text();
		}
	};
	// The first ones load what the others share.
	await ask(BARE_AT_ONCE);
	const begun = Date.now();
	await Promise.all(Array.from({ length: BARE_AT_ONCE }, async () => await ask(BARE_CALLS / BARE_AT_ONCE)));
	return (1000 * BARE_CALLS) / (Date.now() - begun);
}

/** Has the service do a job at once, of whose end it then tells. */
export async function doJob({ baseUrl, apiKey }: Sandbox): Promise<number> {
	const response = await fetch(`${baseUrl}/persons/prospect/`, {
		method: 'POST',
		headers: { Authorization: `Token ${apiKey}`, 'content-type': 'application/json' },
		body: JSON.stringify({ export: true, name: 'Synthetic', quantity: 1, states: ['SP'] }),
	});
	return ((await response.json()) as { id: number }).id;
}

/** The attempt of each job's event that was taken, 0 for none; of those that the service is done with. */
export function attemptsIn({ webhooks }: Sandbox): Map<number, number> {
	const taken = new Map<number, number>();
	for (const { kind, text, attempt: number, status } of webhooks.deliveries) {
		if (kind !== 'event') continue;
		const { job_id: job } = JSON.parse(text) as { job_id: number };
		if (status === 200) taken.set(job, number);
		else if (number === limits.webhookAttempts) taken.set(job, 0);
	}
	return taken;
}

/** What the service got for its attempts to send events, as `attempt 1: 200`, by how often. */
export function answersIn({ webhooks }: Sandbox): Map<string, number> {
	const answers = new Map<string, number>();
	for (const { kind, attempt: number, status } of webhooks.deliveries) {
		if (kind !== 'event') continue;
		const answer = `attempt ${number}: ${status ?? 'no answer'}`;
		answers.set(answer, (answers.get(answer) ?? 0) + 1);
	}
	return answers;
}

/** The jobs whose events have started the workflow with the trigger, one for each execution in n8n's database; n8n is stopped. */
export function jobsStarted(host: InstalledHost, home: string): number[] {
	return new Database(host, home)
		.cells()
		.filter(({ table, column }) => table === 'execution_data' && column === 'data')
		.flatMap(({ text }) => {
			const { resultData, executionData } = parse(text) as IRunExecutionData;
			// One that was cut off has not left its beginning.
			const [begun] = executionData?.nodeExecutionStack ?? [];
			const cut = begun?.node.name === TRIGGER ? begun : undefined;
			const run = resultData.runData[TRIGGER]?.[0] ?? cut;
			return run === undefined ? [] : Number(run.data?.main[0]?.[0].json.job_id);
		});
}

const TICKS_PER_SECOND = 100;

/** What a process has had of a processor, in all of its threads; 0 where that cannot be told. */
export function workedSeconds(pid: number): number {
	try {
		// The name of the program, in brackets, may hold spaces.
		const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
		return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND;
	} catch {
		return 0;
	}
}
