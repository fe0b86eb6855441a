import { sleep, type INodeParameters } from 'n8n-workflow';

import type { StoredCredential } from '../../tools/host/rest/stored';
import { stopAllGroups } from '../../tools/host/processes/processGroup';
import { SandboxControl } from '../../tools/host/sandboxControl';
import { findQueuePrograms } from '../../tools/host/processes/programs';
import { type QueueStack, startQueueStack } from '../../tools/host/queueStack';
import {
	executionsOf,
	outcomesOf,
	outputOf,
	storeEnriching,
	type EnrichingWorkflow,
} from '../support/enrichingWorkflow';
import { until } from '../support/until';
import { eventsPath } from '../../tools/host/rest/eventsPath';
import { CREDENTIAL_TYPE, node, NODE_TYPE } from '../support/workflowNodes';

/** n8n in queue mode: a main, two workers and a webhook process, over a real Redis and PostgreSQL. */

const programs = findQueuePrograms();
const missing = 'missing' in programs ? programs.missing : [];
jest.setTimeout(90_000);

const [when, title] =
	missing.length === 0
		? [describe, 'queue mode']
		: [describe.skip, `queue mode is not tested: install ${missing.join(' and ')}`];

when(title, () => {
	let stack: QueueStack;
	let credential: StoredCredential;

	beforeAll(async () => {
		if ('missing' in programs) return;
		stack = await startQueueStack(programs);
		const { apiKey, baseUrl } = stack.sandbox;
		credential = await stack.main().client.createCredential(CREDENTIAL_TYPE, { apiKey, baseUrl });
	});
	beforeEach(() => stack.sandbox.reset());
	afterAll(async () => {
		await stack?.stop();
		await stopAllGroups();
	});

	const client = () => stack.main().client;
	const submissions = () => stack.sandbox.requests.of('b2bPersonEnrichBatch');
	const polls = () => stack.sandbox.requests.of('batchStatus');
	const spent = (): number => stack.sandbox.ledger.charged() - stack.sandbox.ledger.refunded();

	/** The webhook process learns of a new workflow from the database. */
	const untilTaken = async (url: string, body: string): Promise<void> => {
		const headers = { 'content-type': 'application/json' };
		await until(async () => (await fetch(url, { method: 'POST', headers, body })).status === 200);
	};

	/** A published workflow that hands the contacts that its address is sent to a node of the package. */
	async function published(parameters: INodeParameters): Promise<EnrichingWorkflow> {
		const enriching = await storeEnriching(
			{
				client,
				send: async (path, body) =>
					await untilTaken(`${stack.webhookUrl}/webhook/${path}`, JSON.stringify(body)),
				credential,
			},
			{ parameters: { waitLimit: 10, ...parameters } },
		);
		await enriching.publish();
		// Processes that were killed take their time to go on.
		return { ...enriching, ended: async (timeoutMs = 120_000) => await enriching.ended(timeoutMs) };
	}

	const byWebhook = { afterSubmission: 'webhook' };
	const byPolling = { afterSubmission: 'wait' };

	it('waits by webhook across its processes', async () => {
		stack.sandbox.set({ batchMinimumSeconds: 2 });
		const { call, ended } = await published(byWebhook);
		await call(3);
		expect(outcomesOf(await ended())).toEqual(['enriched', 'enriched', 'enriched']);
		expect(submissions()).toHaveLength(1);
		expect(polls()).toHaveLength(1);
		expect(spent()).toBe(3);
	});

	it('goes on when all workers and the main were killed while it waited', async () => {
		stack.sandbox.set({ batchMinimumSeconds: 3600 });
		const { call, parked, ended } = await published(byWebhook);
		await call(3);
		await parked();
		await Promise.all([...stack.workers, stack.mainMember].map(async (member) => await member.kill()));
		await Promise.all([...stack.workers, stack.mainMember].map(async (member) => await member.start()));
		await stack.sandbox.clock.advance(3600_000);
		expect(outcomesOf(await ended())).toEqual(['enriched', 'enriched', 'enriched']);
		expect(spent()).toBe(3);
	});

	it('goes on polling when the main is killed', async () => {
		stack.sandbox.set({ batchMinimumSeconds: 3600 });
		const { call, ended } = await published(byPolling);
		await call(3);
		await until(() => submissions().length === 1);
		await stack.mainMember.kill();
		await stack.mainMember.start();
		await stack.sandbox.clock.advance(3600_000);
		expect(outcomesOf(await ended())).toEqual(['enriched', 'enriched', 'enriched']);
		expect(spent()).toBe(3);
	});

	it('pays once when the worker that polls is killed; the batch is taken up by its ID', async () => {
		stack.sandbox.set({ batchMinimumSeconds: 3600 });
		const { call, newest } = await published(byPolling);
		await call(3);
		await until(() => submissions().length === 1);
		await Promise.all(stack.workers.map(async (worker) => await worker.kill()));
		await Promise.all(stack.workers.map(async (worker) => await worker.start()));
		await until(async () => !['new', 'running'].includes((await newest())?.status ?? 'new'));
		// Whatever n8n makes of the execution, and whoever calls again: nothing is submitted twice.
		await call(3);
		await sleep(2_000);
		expect(submissions()).toHaveLength(1);
		expect(spent()).toBe(3);

		await stack.sandbox.clock.advance(3600_000);
		const { batches } = await new SandboxControl(stack.sandbox.controlUrl).get<{
			batches: Array<{ id: string }>;
		}>('/state');
		const wait = await published({
			resource: 'enrichmentBatch',
			operation: 'waitForCompletion',
			id_processamento: batches[0].id,
		});
		await wait.call(1);
		expect(outcomesOf(await wait.ended())).toEqual(['enriched', 'enriched', 'enriched']);
		expect(spent()).toBe(3);
	});

	it('pays once when the callback comes while no worker lives', async () => {
		stack.sandbox.set({ batchMinimumSeconds: 3600 });
		const { call, parked, newest } = await published(byWebhook);
		await call(3);
		await parked();
		await Promise.all(stack.workers.map(async (worker) => await worker.kill()));
		await stack.sandbox.clock.advance(3600_000);
		await until(() => stack.sandbox.webhooks.deliveries.length > 0);
		await Promise.all(stack.workers.map(async (worker) => await worker.start()));
		await until(async () => ['crashed', 'success', 'error'].includes((await newest())?.status ?? ''));
		expect(spent()).toBe(3);
		expect(submissions()).toHaveLength(1);
	});

	it('enriches once what two executions ask for at the same time', async () => {
		stack.sandbox.set({ slowEveryNthRecord: 1, slowRecordSeconds: 4 });
		const { call, all } = await published({ operation: 'enrichNow' });
		const calls = () => stack.sandbox.requests.of('b2bPersonEnrichNow');
		await call(1);
		await until(() => calls().length === 1);
		// The queue hands them to its workers in turn.
		await Promise.all([call(1), call(1), call(1)]);
		await until(async () => (await all()).filter(({ status }) => status === 'success').length === 4);
		expect((await all()).map(outcomesOf)).toEqual(Array(4).fill(['enriched']));
		expect(calls().filter(({ replayed }) => !replayed)).toHaveLength(1);
		expect(spent()).toBe(1);
		// Longer than one worker waits at most for another.
	}, 300_000);

	it('polls new leads in the main process and hands them to workers, also after the main was killed', async () => {
		const everyFiveSeconds = Array.from({ length: 12 }, (_, i) => ({
			mode: 'custom',
			cronExpression: `${i * 5} * * * * *`,
		}));
		const trigger = node(
			'After',
			`${NODE_TYPE}NewLeadsTrigger`,
			{
				pollTimes: { item: everyFiveSeconds },
				filtros_empresa: { estados: ['SP'] },
				resultsPerRun: 30,
				options: { maxRequestsPerMinute: 0 },
			} as never,
			{ credentials: { [CREDENTIAL_TYPE]: { id: credential.id, name: credential.name } } },
		);
		const created = await client().createWorkflow({ name: 'New leads', nodes: [trigger], connections: {} });
		await client().activate(created);
		const leads = async (): Promise<unknown[]> => {
			const all = await executionsOf(client, created)
				.all()
				.catch(() => []);
			const done = all.filter(({ status }) => status === 'success');
			return done.flatMap((each) => outputOf(each).map(({ id_pessoa }) => id_pessoa));
		};
		await until(async () => (await leads()).length >= 60);
		await stack.mainMember.kill();
		await stack.mainMember.start();
		await until(async () => new Set(await leads()).size >= 120);
		await client().deactivate(created.id);
		const got = await leads();
		// After the kill, the last results come again.
		expect(got.length - new Set(got).size).toBeLessThanOrEqual(30);
		expect(stack.sandbox.ledger.charged()).toBe(1);
	});

	it('starts a workflow once by an event, also after the webhook process was killed', async () => {
		stack.sandbox.set({ jobSeconds: 0 });
		const trigger = node(
			'After',
			`${NODE_TYPE}Trigger`,
			{},
			{ credentials: { [CREDENTIAL_TYPE]: { id: credential.id, name: credential.name } } },
		);
		const created = await client().createWorkflow({ name: 'Events', nodes: [trigger], connections: {} });
		await client().activate(created);
		const url = `${stack.webhookUrl}${eventsPath(created, created.nodes[0])}`;
		await until(async () => (await fetch(url, { method: 'HEAD' })).status === 200);
		await stack.sandbox.webhooks.register(url);
		const { apiKey, baseUrl } = stack.sandbox;
		const response = await fetch(`${baseUrl}/persons/prospect/`, {
			method: 'POST',
			headers: { Authorization: `Token ${apiKey}`, 'content-type': 'application/json' },
			body: JSON.stringify({ export: true, name: 'Synthetic', quantity: 5, states: ['SP'] }),
		});
		const { id } = (await response.json()) as { id: number };
		const { ended } = executionsOf(client, created);
		expect(outputOf(await ended(120_000))).toMatchObject([{ job_id: id, status: 'done', confirmed: true }]);

		await stack.webhook.kill();
		await stack.webhook.start();
		const event = JSON.stringify({ job_id: id, job_type: 'prospecting', status: 'done' });
		await untilTaken(url, event);
		await sleep(2_000);
		expect(await client().listExecutions(created.id)).toHaveLength(1);
	});
});
