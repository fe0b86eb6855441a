import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import chunk from 'lodash/chunk';

import { Persons } from '../../sandbox/data/persons';
import { findQueuePrograms } from '../../tools/host/processes/programs';
import { type QueueStack, startQueueStack } from '../../tools/host/queueStack';
import type { StoredCredential, WorkflowDraft } from '../../tools/host/rest/stored';
import { SandboxControl } from '../../tools/host/sandboxControl';
import { packageNode } from '../n8n/package';
import { splitOut, to, webhook, workflow } from '../n8n/workflow';
import type { Client, Contestant } from '../setup/contestant';

/** Several workflows on two workers share an account: each enriches by itself, or all by the outbox example. */

const WORKFLOWS = 8;
const CONTACTS = 200;

const OUTBOX = join(__dirname, '../../examples/outbox.json');

/** The example with addresses in place of its two triggers. */
function outbox(put: string, take: string, credential: StoredCredential): WorkflowDraft {
	const { nodes, connections, ...example } = JSON.parse(readFileSync(OUTBOX, 'utf8')) as WorkflowDraft;
	const replaced = nodes.map((each) => {
		if (each.name === 'Called') return { ...webhook(put), name: each.name };
		if (each.name === 'Every Hour') return { ...webhook(take), name: each.name };
		const isOurs = each.name === 'Enrich';
		return isOurs ? packageNode('Enrich', each.parameters, credential) : each;
	});
	return {
		...example,
		nodes: [...replaced, splitOut('Rows', 'body.items')],
		connections: { ...connections, Called: { main: [[to('Rows')]] }, Rows: { main: [[to('Put')]] } },
	};
}

async function contestants({ main, webhookUrl, sandbox }: QueueStack): Promise<Contestant[]> {
	const { client } = main();
	const credential = await client.createCredential('personCompanyDataApi', {
		apiKey: sandbox.apiKey,
		baseUrl: sandbox.baseUrl,
		maxRequestsPerMinute: 0,
	});
	const persons = new Persons(1, 10_000, 10_000);
	let next = 0;
	/** Contacts that nobody has enriched yet, for each of the workflows. */
	const fresh = (size: number): Array<Array<{ contact: string }>> => {
		const contacts = Array.from({ length: size }, () => ({ contact: persons.email(next++) }));
		return chunk(contacts, Math.ceil(size / WORKFLOWS));
	};
	const call = async (path: string, items: unknown = []): Promise<void> => {
		const init = {
			method: 'POST',
			headers: { 'content-type': 'application/json' },
			body: JSON.stringify({ items }),
		};
		// The process with the addresses learns of a new one from the database.
		while ((await fetch(`${webhookUrl}/webhook/${path}`, init)).status === 404) await sleep(100);
	};
	const [put, take, alone] = [randomUUID(), randomUUID(), randomUUID()];
	const parameters = { resource: 'list', operation: 'enrichList', contact: '={{ $json.contact }}' };
	const enrich = packageNode('Enrich', { ...parameters, afterSubmission: 'wait', waitLimit: 10 }, credential);
	const graph = {
		nodes: [splitOut('Rows', 'body.items'), enrich],
		connections: { Rows: { main: [[to('Enrich')]] } },
	};
	const published = async (draft: WorkflowDraft): Promise<string> => {
		const stored = await client.createWorkflow(draft);
		await client.activate(stored);
		return stored.id;
	};
	const byItself = await published(workflow('Alone', alone, graph));
	const byOutbox = await published(outbox(put, take, credential));
	/** Rows that came out of the newest executions. */
	const enriched = async (id: string, executions: number): Promise<number> => {
		const ids = (await client.listExecutions(id)).slice(0, executions);
		const ended = await Promise.all(ids.map(async (each) => await client.waitForExecution(each)));
		const rows = ended.flatMap(({ nodes }) => nodes.Enrich?.at(-1)?.json ?? []);
		return rows.filter(({ outcome }) => outcome === 'enriched').length;
	};
	// It makes the table.
	await call(take);

	const contestant = (
		who: Client,
		title: string,
		work: (lists: ReturnType<typeof fresh>) => Promise<unknown>,
		results: () => Promise<number>,
	): Contestant => ({
		client: who,
		title,
		run: async (size) => {
			const lists = fresh(size);
			const startedAt = Date.now();
			await work(lists);
			const stoppedAt = Date.now();
			return { startedAt, stoppedAt, results: await results() };
		},
		renew: async () => undefined,
	});
	return [
		contestant(
			'package',
			'By the outbox, taken by two runs at once',
			async (lists) => {
				await Promise.all(lists.map(async (list) => await call(put, list)));
				await Promise.all([call(take), call(take)]);
			},
			async () => await enriched(byOutbox, 2),
		),
		contestant(
			'alone',
			'Each workflow by itself',
			async (lists) => {
				await Promise.all(lists.map(async (list) => await call(alone, list)));
			},
			async () => await enriched(byItself, WORKFLOWS),
		),
	];
}

export const OUTBOX_TITLE = `${CONTACTS} contacts of ${WORKFLOWS} workflows on two workers`;

/** Starts n8n in queue mode with both ways; `undefined` where Redis or PostgreSQL is not installed. */
export async function startOutbox() {
	const programs = findQueuePrograms();
	if (programs === undefined) return undefined;
	const stack = await startQueueStack(programs, {});
	const { apiKey, baseUrl, controlUrl } = stack.sandbox;
	return {
		comparison: {
			title: OUTBOX_TITLE,
			size: CONTACTS,
			warmUp: CONTACTS / 10,
			isFresh: false,
			contestants: await contestants(stack),
		},
		sandbox: { apiKey, baseUrl, control: new SandboxControl(controlUrl) },
		stop: stack.stop,
	};
}
