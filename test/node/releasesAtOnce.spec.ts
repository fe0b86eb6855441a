import { DataDeduplicationService } from 'n8n-core';

import { startSandbox, type Sandbox } from '../../sandbox';
import { realPause } from '../../sandbox/base/timers';
import { credentialFor, runNode, useClockOf, type NodeResult } from '../support/harness';

/**
 * An execution that releases its records looks a quarter of a second later whether that stands. Others may have claimed
 * them meanwhile. All in one n8n process, on the real clock.
 */

let sandbox: Sandbox;
beforeEach(async () => {
	sandbox = await startSandbox({ clock: 'real', persons: 300, companies: 300 });
	sandbox.set({ acknowledgement: 'statusRecord', batchMinimumSeconds: 0, recordsPerSecond: 1e9 });
	useClockOf(sandbox);
});
afterEach(async () => {
	jest.restoreAllMocks();
	await sandbox.close();
});

const enrich = async (): Promise<NodeResult> =>
	await runNode({
		credential: credentialFor(sandbox),
		resource: 'b2bPerson',
		operation: 'enrichPersonBatch',
		items: [{ id_pessoa: sandbox.persons.id(3) }],
		settings: { onError: 'continueRegularOutput' },
	});
const outcome = ({ items }: NodeResult): unknown => items[0]?.json.outcome;

it('a record is paid once by two executions that begin while a third, which was refused, releases it', async () => {
	// The first execution is refused, and pays nothing.
	sandbox.faults.add({
		kind: 'status',
		status: 400,
		body: { detail: 'x' },
		endpoint: 'b2bPersonEnrichBatch',
	});
	// The others are under way at the same time.
	sandbox.faults.add({ kind: 'delay', delayMs: 1500, endpoint: 'b2bPersonEnrichBatch', times: 2 });
	const store = DataDeduplicationService.getInstance();
	const remove = store.removeProcessed.bind(store);
	let second: Promise<NodeResult> | undefined;
	let third: Promise<NodeResult> | undefined;
	let refusedAt = 0;
	let removals = 0;
	jest.spyOn(store, 'removeProcessed').mockImplementation(async (...args) => {
		await remove(...args);
		// The first removal releases the record; a later one comes when it is seen that it stands.
		if (sandbox.requests.of('b2bPersonEnrichBatch').length === 0 || third !== undefined) return;
		removals++;
		if (second === undefined) {
			refusedAt = Date.now();
			second = realPause(60).then(async () => await enrich());
		} else if (Date.now() - refusedAt > 240) third = enrich();
	});
	const first = await enrich();
	expect(outcome(first)).toBe('failed');
	const both = await Promise.all([second, third]);
	expect(removals).toBeGreaterThan(1);
	expect(sandbox.requests.of('b2bPersonEnrichBatch')).toHaveLength(2);
	expect(both.map((result) => result && outcome(result)).sort()).toEqual(['enriched', 'uncertain']);
	expect(sandbox.ledger.charged('b2b')).toBe(1);
});
