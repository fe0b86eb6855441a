import { randomUUID } from 'node:crypto';
import type { INodeParameters } from 'n8n-workflow';

import type { Execution } from '../../tools/host/rest/execution';
import { outcomesOf, outputOf, type EnrichingWorkflow } from '../support/enrichingWorkflow';
import { itNightly } from '../support/nightly';
import { until } from '../support/until';
import { leadsTo, listHook, node, NODE_TYPE } from '../support/workflowNodes';
import { isOlder, itUnlessOlder } from './older';
import { enrichingOn, useOwnStack } from './ownStack';
import { START, workflow } from './support';

/** Waiting for a batch by webhook in a real n8n; the sandbox really probes and calls back. */

const stack = useOwnStack();
const itParked = itUnlessOlder('does not sign resume URLs');
const itParkedNightly = itUnlessOlder('does not sign resume URLs', itNightly);

const submissions = () => stack.sandbox.requests.of('b2bPersonEnrichBatch');
const polls = () => stack.sandbox.requests.of('batchStatus');
const pushes = () => stack.sandbox.webhooks.deliveries.filter(({ kind }) => kind === 'batch');
const spent = (): number => stack.sandbox.ledger.charged() - stack.sandbox.ledger.refunded();

const byWebhook = { afterSubmission: 'webhook', waitLimit: 10 };
/** A workflow that waits by webhook, once it is published. */
const stored = async (parameters: INodeParameters = {}): Promise<EnrichingWorkflow> =>
	await enrichingOn(stack, { ...byWebhook, ...parameters });

const hints = ({ nodes }: Execution): string =>
	(nodes.Enrich?.at(-1)?.hints ?? []).map(({ message }) => message).join();

it('waits by webhook where n8n signs the address of an execution; else asks for the status, and says so', async () => {
	stack.sandbox.set({ batchMinimumSeconds: 0 });
	const { publish, call, ended } = await stored();
	await publish();
	await call(2);
	const execution = await ended();
	expect(outcomesOf(execution)).toEqual(['enriched', 'enriched']);
	expect('url_webhook' in (submissions()[0].body as object)).toBe(!isOlder);
	expect(hints(execution).includes('this n8n does not sign resume URLs')).toBe(isOlder);
	expect(spent()).toBe(2);
});

itParked('parks, and goes on when the service calls back, with one paired item per record', async () => {
	stack.sandbox.set({ batchMinimumSeconds: 3, failEveryNthRecord: 3 });
	const { publish, call, parked, ended } = await stored();
	await publish();
	await call(6);
	await parked();
	expect(polls()).toHaveLength(0);
	const execution = await ended();
	expect(execution.status).toBe('success');
	const items = execution.nodes.Enrich.at(-1)?.outputs[0] ?? [];
	expect(items.map(({ pairedItem }) => pairedItem)).toEqual([0, 1, 2, 3, 4, 5].map((item) => ({ item })));
	expect(items.map(({ json }) => json.valor_entrada)).toEqual(
		[0, 1, 2, 3, 4, 5].map((i) => String(10_000_001 + i)),
	);
	expect(outcomesOf(execution).filter((outcome) => outcome === 'failed')).toHaveLength(2);
	expect(submissions()).toHaveLength(1);
	expect(polls()).toHaveLength(1);
	expect(pushes()).toMatchObject([{ attempt: 1, status: 200 }]);
	expect(spent()).toBe(4);
});

itParkedNightly('parks once in each turn of a loop', async () => {
	stack.sandbox.set({ batchMinimumSeconds: 1 });
	const { workflow: first, credentials } = await stored();
	const enrich = node(
		'Enrich',
		NODE_TYPE,
		{ resource: 'b2bPerson', operation: 'enrichPersonBatch', ...byWebhook },
		{ credentials, webhookId: randomUUID() },
	);
	const hook = listHook('contacts');
	const loop = node('Loop', 'splitInBatches', { batchSize: 1, options: {} }, { typeVersion: 3 });
	const created = await stack.n8n.client.createWorkflow({
		name: `Loop ${first.id}`,
		nodes: [...hook.nodes, loop, enrich, node('After', 'noOp')],
		connections: {
			Hook: leadsTo('Split'),
			Split: leadsTo('Loop'),
			Loop: { main: [leadsTo('After').main[0], leadsTo('Enrich').main[0]] },
			Enrich: leadsTo('Loop'),
		},
	});
	await stack.n8n.client.activate(created);
	const contacts = [1, 2, 3].map((i) => ({ id_pessoa: 10_000_000 + i }));
	await stack.n8n.client.send('POST', `/webhook/${hook.path}`, { contacts });
	await until(() => pushes().length === 3);
	const [id] = await stack.n8n.client.listExecutions(created.id);
	const execution = await stack.n8n.client.waitForExecution(id);
	expect(outcomesOf(execution)).toEqual(['enriched', 'enriched', 'enriched']);
	expect(submissions()).toHaveLength(3);
	expect(spent()).toBe(3);
});

itParkedNightly('is not moved by callbacks that are early, forged or late', async () => {
	stack.sandbox.set({ batchMinimumSeconds: 3600 });
	const { publish, call, parked, ended, newest } = await stored();
	await publish();
	await call(2);
	await parked();
	const { url_webhook } = submissions()[0].body as { url_webhook: string };
	const post = async (url: string) => await fetch(url, { method: 'POST', body: '{"status":"completed"}' });
	const resume = String(new URL(url_webhook).searchParams.get('resume'));
	const forged = (other: string): string => {
		const url = new URL(url_webhook);
		url.searchParams.set('resume', other);
		return url.toString();
	};
	// The service calls again.
	expect((await post(url_webhook)).status).toBe(503);
	expect(polls()).toHaveLength(1);
	for (const address of [
		forged(resume.replace(/signature=\w+/, 'signature=0000')),
		forged(resume.replace(/\d+\/[\w-]+\?/, '1/another?')),
		forged('/rest/settings'),
		url_webhook.split('?')[0],
	]) {
		expect((await post(address)).status).toBe(200);
	}
	expect(polls()).toHaveLength(1);
	expect((await newest())?.status).toBe('waiting');

	await stack.sandbox.clock.advance(3600_000);
	const execution = await ended();
	expect(outcomesOf(execution)).toEqual(['enriched', 'enriched']);
	expect((await post(url_webhook)).status).toBe(200);
	expect(execution.nodes.After).toHaveLength(1);
	expect(spent()).toBe(2);
});

itParked('goes on after n8n was killed while it waited', async () => {
	stack.sandbox.set({ batchMinimumSeconds: 3600 });
	const { publish, call, parked, ended } = await stored();
	await publish();
	await call(2);
	await parked();
	await stack.killAndRestart();
	const { url_webhook } = submissions()[0].body as { url_webhook: string };
	await until(async () => (await fetch(url_webhook, { method: 'HEAD' })).status === 200);
	await stack.sandbox.clock.advance(3600_000);
	expect(outcomesOf(await ended())).toEqual(['enriched', 'enriched']);
	expect(spent()).toBe(2);
});

it('asks for the status when it runs by hand, and says so', async () => {
	stack.sandbox.set({ batchMinimumSeconds: 0 });
	const { credentials } = await stored();
	const parameters = { resource: 'b2bPerson', operation: 'enrichPersonBatch', ...byWebhook };
	const enrich = node('Enrich', NODE_TYPE, parameters, { credentials });
	const { client } = stack.n8n;
	const draft = workflow([enrich, node('After', 'noOp')], [{ id_pessoa: 10_000_001 }]);
	const { id } = await client.createWorkflow(draft);
	const manual = await client.waitForExecution(await client.run(id, START));
	expect(outcomesOf(manual)).toEqual(['enriched']);
	expect(hints(manual)).toContain('this is a manual execution');
	expect(submissions()[0].body).not.toHaveProperty('url_webhook');
});

itParkedNightly('asks for the status when the service refuses the address, and says so', async () => {
	// It took nothing, and gets the same without the address.
	stack.sandbox.set({ batchMinimumSeconds: 0 });
	stack.sandbox.faults.add({
		kind: 'status',
		status: 400,
		body: { error: { code: 'invalid_webhook', description: 'The webhook URL does not accept HEAD.' } },
		endpoint: 'b2bPersonEnrichBatch',
	});
	const { publish, call, ended } = await stored();
	await publish();
	await call(2);
	const refused = await ended();
	expect(outcomesOf(refused)).toEqual(['enriched', 'enriched']);
	expect(hints(refused)).toContain('The service will not call back for the batch');
	expect(submissions().map(({ body }) => 'url_webhook' in (body as object))).toEqual([true, false]);
	expect(spent()).toBe(2);
});

itParkedNightly('marks its items when the limit passes, so that they lead back to the batch', async () => {
	stack.sandbox.set({ batchMinimumSeconds: 3600 });
	const { credentials, publish, call, parked, ended } = await stored({ waitLimit: 1 });
	await publish();
	await call(2);
	await parked();
	const execution = await ended();
	expect(execution.status).toBe('success');
	expect(outputOf(execution)).toMatchObject([
		{ row: 0, outcome: 'waiting', contact: { personId: 10_000_001 } },
		{ row: 1, outcome: 'waiting', contact: { personId: 10_000_002 } },
	]);
	// What the node before has output is as it was.
	expect(execution.nodes.Split.at(-1)?.json[0]).toEqual({ id_pessoa: 10_000_001, row: 0 });

	// The marked items are what Wait for Completion takes, each with the contact that it asked for.
	await stack.sandbox.clock.advance(3600_000);
	const wait = node(
		'After',
		NODE_TYPE,
		{ resource: 'enrichmentBatch', operation: 'waitForCompletion' },
		{ credentials },
	);
	const next = await stack.n8n.client.createWorkflow(workflow([wait], outputOf(execution)));
	const taken = await stack.n8n.client.waitForExecution(await stack.n8n.client.run(next.id, START));
	expect(outcomesOf(taken)).toEqual(['enriched', 'enriched']);
	expect(taken.nodes.After[0].outputs[0].map(({ pairedItem }) => pairedItem)).toEqual([
		{ item: 0 },
		{ item: 1 },
	]);
	expect(spent()).toBe(2);
});
