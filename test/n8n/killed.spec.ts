import { sleep } from 'n8n-workflow';

import type { Execution } from '../../tools/host/rest/execution';
import { outputOf } from '../support/enrichingWorkflow';
import { until } from '../support/until';
import { enrichingOn, useOwnStack } from './ownStack';

/** What is paid for when n8n is killed, as a power cut would, in the midst of a run. */

const stack = useOwnStack();

const submissions = () => stack.sandbox.requests.of('b2bPersonEnrichBatch');
const enrichments = () => stack.sandbox.requests.of('b2bPersonEnrichNow');
const spent = (): number => stack.sandbox.ledger.charged() - stack.sandbox.ledger.refunded();

const SENT_BEFORE = /^This record was sent before without a result, and may have been charged$/;

/** A published workflow: a call of its address enriches the contacts that it is sent. */
async function published(operation: string) {
	const enriching = await enrichingOn(stack, { operation });
	await enriching.publish();
	return {
		...enriching,
		retry: async (execution: string): Promise<void> => {
			await stack.n8n.client.request('POST', `/executions/${execution}/retry`, { loadWorkflow: false });
		},
	};
}

const errorOf = ({ error, nodes }: Execution): string =>
	nodes.Enrich?.at(-1)?.error?.message ?? error?.message ?? '';

it('submits no batch again that a killed execution has submitted, neither in a retry nor in the next run', async () => {
	stack.sandbox.set({ batchMinimumSeconds: 3600 });
	const { call, ended, retry } = await published('enrichPersonBatch');
	await call(3);
	await until(() => submissions().length === 1);
	await stack.killAndRestart();
	expect(spent()).toBe(3);

	const killed = await ended();
	expect(killed.status).toBe('crashed');
	await retry(killed.id);
	const retried = await ended();
	expect(retried.id).not.toBe(killed.id);
	expect(errorOf(retried)).toMatch(SENT_BEFORE);

	await call(3);
	await sleep(500);
	expect(errorOf(await ended())).toMatch(SENT_BEFORE);
	expect(submissions()).toHaveLength(1);
	expect(spent()).toBe(3);
});

it('pays once for each record of a synchronous enrichment that was cut off', async () => {
	stack.sandbox.set({ latencyMs: 300 });
	const { call, ended, newest } = await published('enrichPersonNow');
	await call(40);
	await until(() => enrichments().length >= 15);
	await stack.killAndRestart();
	// Calls that were under way are at their end by now: n8n takes longer to start.
	const before = stack.sandbox.ledger.charged();
	expect(before).toBeGreaterThanOrEqual(10);

	// What was charged is asked for again by its key, at no charge, when the calls of the killed process have ended.
	const cutOff = (await newest())?.id;
	await call(40);
	await until(async () => (await newest())?.id !== cutOff);
	const execution = await ended();
	expect(execution.status).toBe('success');
	const items = outputOf(execution);
	const enriched = items.filter(({ outcome }) => outcome === 'enriched');
	const refused = items.filter(({ error }) =>
		SENT_BEFORE.test(String(error).replace(/^1 record/, 'This record')),
	);
	// Of a record that was about to be sent when the process was killed, n8n's store tells only that it is open.
	expect(refused.length).toBeLessThanOrEqual(5);
	expect(enriched.length + refused.length).toBe(40);
	expect(enriched.filter(({ idempotencyReplayed }) => idempotencyReplayed === true).length).toBeGreaterThan(
		9,
	);
	expect(spent()).toBeLessThanOrEqual(40);
	expect(spent()).toBeGreaterThanOrEqual(enriched.length);
});
