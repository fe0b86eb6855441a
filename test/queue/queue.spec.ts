import { sleep } from 'n8n-workflow';

import { SandboxControl } from '../../tools/host/sandboxControl';
import { eventsPath } from '../../tools/host/rest/eventsPath';
import { executionsOf, outcomesOf, outputOf } from '../support/enrichingWorkflow';
import { until } from '../support/until';
import { leadsTo, node, NODE_TYPE } from '../support/workflowNodes';
import { inQueueMode } from './inQueueMode';

/** n8n in queue mode: a main, two workers and a webhook process, over a real Redis and PostgreSQL. */

inQueueMode('queue mode', (queue) => {
	const { client, published, untilTaken, ours } = queue;
	const submissions = () => queue.stack.sandbox.requests.of('b2bPersonEnrichBatch');
	const polls = () => queue.stack.sandbox.requests.of('batchStatus');
	const spent = (): number => queue.stack.sandbox.ledger.charged() - queue.stack.sandbox.ledger.refunded();

	const control = () => new SandboxControl(queue.stack.sandbox.controlUrl);

	const byWebhook = { afterSubmission: 'webhook' };
	const byPolling = { afterSubmission: 'wait' };

	it('waits by webhook across its processes', async () => {
		queue.stack.sandbox.set({ batchMinimumSeconds: 2 });
		const { call, ended } = await published(byWebhook);
		await call(3);
		expect(outcomesOf(await ended())).toEqual(['enriched', 'enriched', 'enriched']);
		expect(submissions()).toHaveLength(1);
		expect(polls()).toHaveLength(1);
		expect(spent()).toBe(3);
	});

	it('goes on when all workers and the main were killed while it waited', async () => {
		queue.stack.sandbox.set({ batchMinimumSeconds: 3600 });
		const { call, parked, ended } = await published(byWebhook);
		await call(3);
		await parked();
		await Promise.all(
			[...queue.stack.workers, queue.stack.mainMember].map(async (member) => await member.kill()),
		);
		await Promise.all(
			[...queue.stack.workers, queue.stack.mainMember].map(async (member) => await member.start()),
		);
		await queue.stack.sandbox.clock.advance(3600_000);
		expect(outcomesOf(await ended())).toEqual(['enriched', 'enriched', 'enriched']);
		expect(spent()).toBe(3);
	});

	it('goes on polling when the main is killed', async () => {
		queue.stack.sandbox.set({ batchMinimumSeconds: 3600 });
		const { call, ended } = await published(byPolling);
		await call(3);
		await until(() => submissions().length === 1);
		await queue.stack.mainMember.kill();
		await queue.stack.mainMember.start();
		await queue.stack.sandbox.clock.advance(3600_000);
		expect(outcomesOf(await ended())).toEqual(['enriched', 'enriched', 'enriched']);
		expect(spent()).toBe(3);
	});

	it('pays once when the worker that polls is killed; the batch is taken up by its ID', async () => {
		queue.stack.sandbox.set({ batchMinimumSeconds: 3600 });
		const { call, newest } = await published(byPolling);
		await call(3);
		await until(() => submissions().length === 1);
		await Promise.all(queue.stack.workers.map(async (worker) => await worker.kill()));
		await Promise.all(queue.stack.workers.map(async (worker) => await worker.start()));
		await until(async () => !['new', 'running'].includes((await newest())?.status ?? 'new'));
		// Whatever n8n makes of the execution, and whoever calls again: nothing is submitted twice.
		await call(3);
		await sleep(2_000);
		expect(submissions()).toHaveLength(1);
		expect(spent()).toBe(3);

		await queue.stack.sandbox.clock.advance(3600_000);
		const { batches } = await control().get<{ batches: Array<{ id: string }> }>('/state');
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
		queue.stack.sandbox.set({ batchMinimumSeconds: 3600 });
		const { call, parked, newest } = await published(byWebhook);
		await call(3);
		await parked();
		await Promise.all(queue.stack.workers.map(async (worker) => await worker.kill()));
		await queue.stack.sandbox.clock.advance(3600_000);
		await until(() => queue.stack.sandbox.webhooks.deliveries.length > 0);
		await Promise.all(queue.stack.workers.map(async (worker) => await worker.start()));
		await until(async () => ['crashed', 'success', 'error'].includes((await newest())?.status ?? ''));
		expect(spent()).toBe(3);
		expect(submissions()).toHaveLength(1);
	});

	it('enriches once per worker what executions ask for at the same time, and then no more', async () => {
		queue.stack.sandbox.set({ slowEveryNthRecord: 1, slowRecordSeconds: 4 });
		const { call, all } = await published({ operation: 'enrichPersonNow' });
		const calls = () => queue.stack.sandbox.requests.of('b2bPersonEnrichNow');
		await call(1);
		await until(() => calls().length === 1);
		// The queue hands them to its workers in turn.
		await Promise.all([call(1), call(1), call(1)]);
		const succeeded = async (): Promise<number> =>
			(await all()).filter(({ status }) => status === 'success').length;
		await until(async () => (await succeeded()) === 4);
		expect((await all()).map(outcomesOf)).toEqual(Array(4).fill(['enriched']));
		// Workers know nothing of each other's calls (docs/edge-cases.md).
		const paid = spent();
		expect(paid).toBeLessThanOrEqual(queue.stack.workers.length);
		expect(calls().filter(({ replayed }) => !replayed)).toHaveLength(paid);
		await call(1);
		await until(async () => (await succeeded()) === 5);
		expect(spent()).toBe(paid);
	});

	it('polls new leads in the main process and hands them to workers, also after the main was killed', async () => {
		const everyFiveSeconds = Array.from({ length: 12 }, (_, i) => ({
			mode: 'custom',
			cronExpression: `${i * 5} * * * * *`,
		}));
		const trigger = ours('After', `${NODE_TYPE}NewLeadsTrigger`, {
			pollTimes: { item: everyFiveSeconds },
			filtros_empresa: { estados: ['SP'] },
			resultsPerRun: 30,
		} as never);
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
		await queue.stack.mainMember.kill();
		await queue.stack.mainMember.start();
		await until(async () => new Set(await leads()).size >= 120);
		await client().deactivate(created.id);
		const got = await leads();
		// After the kill, the last results come again.
		expect(got.length - new Set(got).size).toBeLessThanOrEqual(30);
		expect(queue.stack.sandbox.ledger.charged()).toBe(1);
	});

	it('pays once however often a schedule starts a workflow, also after the main was killed', async () => {
		queue.stack.sandbox.set({ batchMinimumSeconds: 0 });
		const everyFiveSeconds = [{ field: 'cronExpression', expression: '*/5 * * * * *' }];
		const created = await client().createWorkflow({
			name: 'Scheduled',
			nodes: [
				node('Schedule', 'scheduleTrigger', { rule: { interval: everyFiveSeconds } }, { typeVersion: 1.2 }),
				ours('Enrich', NODE_TYPE, {
					resource: 'b2bPerson',
					operation: 'enrichPersonBatch',
					id_pessoa: 10_000_001,
					options: { skipEnriched: true },
				}),
				node('After', 'noOp'),
			],
			connections: { Schedule: leadsTo('Enrich'), Enrich: leadsTo('After') },
		});
		await client().activate(created);
		await until(() => submissions().length === 1);
		await queue.stack.mainMember.kill();
		await queue.stack.mainMember.start();
		const succeeded = async () =>
			(
				await executionsOf(client, created)
					.all()
					.catch(() => [])
			).filter(({ status }) => status === 'success');
		await until(async () => (await succeeded()).length >= 3);
		await client().deactivate(created.id);
		expect((await succeeded()).flatMap(outcomesOf)).toContain('enriched');
		expect(submissions()).toHaveLength(1);
		expect(spent()).toBe(1);
	});

	it('starts a workflow once by an event, also after the webhook process was killed', async () => {
		queue.stack.sandbox.set({ jobSeconds: 0 });
		const trigger = ours('After', `${NODE_TYPE}Trigger`);
		const created = await client().createWorkflow({ name: 'Events', nodes: [trigger], connections: {} });
		await client().activate(created);
		const url = `${queue.stack.webhookUrl}${eventsPath(created, created.nodes[0])}`;
		await until(async () => (await fetch(url, { method: 'HEAD' })).status === 200);
		await queue.stack.sandbox.webhooks.register(url);
		const { job_id: id } = await control().post<{ job_id: number }>('/event');
		const { ended } = executionsOf(client, created);
		expect(outputOf(await ended())).toMatchObject([{ job_id: id, status: 'done', confirmed: true }]);

		await queue.stack.webhook.kill();
		await queue.stack.webhook.start();
		const event = JSON.stringify({ job_id: id, job_type: 'prospecting', status: 'done' });
		await untilTaken(url, event);
		await sleep(2_000);
		expect(await client().listExecutions(created.id)).toHaveLength(1);
	});
});
