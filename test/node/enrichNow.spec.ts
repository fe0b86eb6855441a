import type { IDataObject } from 'n8n-workflow';

import { limits } from '../../contract/model/limits';
import type { LoggedRequest } from '../../sandbox';
import { realPause } from '../../sandbox/base/timers';
import { announceUndocumented } from '../support/document/watch';
import type { NodeResult, NodeRun } from '../support/harness';
import { until } from '../support/until';
import { messagesOf, useNode } from './support/useNode';

/** Enrich Now: its key, which makes a repeated call free, and answers that are not ready in time. */

const { sandbox, run } = useNode({ persons: 100, companies: 2000 });

/** Each test has companies of its own: a process knows for a day which keys it has used. */
let first = 0;
beforeEach(() => void (first += 40));
const company = (i: number, more: IDataObject = {}): IDataObject => ({
	...{ id_empresa: sandbox.companies.id(first + i), ...more },
});
const enrich = async (
	options: IDataObject = {},
	items: readonly IDataObject[] = [company(0)],
	{ waitLimit = 30, ...more }: Partial<NodeRun> & { readonly waitLimit?: number } = {},
): Promise<NodeResult> => {
	const parameters = {
		identifyBy: 'id_empresa',
		waitLimit,
		options: { maxConcurrentRequests: 1, ...options },
	};
	return await run('b2bCompany.enrichCompanyNow', parameters, items, more);
};
const calls = (): LoggedRequest[] => sandbox.requests.of('b2bCompanyEnrichNow');
const keys = (): string[] => calls().map(({ headers }) => headers['idempotency-key']);
const spent = (): unknown => [sandbox.ledger.charged(), sandbox.ledger.refunded()];

/** Runs while the service's own time passes, which the node waits for without sleeping. */
async function whileHeld<T>(work: Promise<T>): Promise<T> {
	let done = false;
	const finished = work.finally(() => (done = true));
	while (!done) {
		await realPause(5);
		if (sandbox.requests.traffic.inFlight > 0) await sandbox.clock.advance(limits.holdSeconds * 1000);
	}
	return await finished;
}

describe('the idempotency key', () => {
	it('is always sent, fits, and differs between different calls', async () => {
		const { items } = await enrich(
			{},
			[0, 1, 2].map((i) => company(i)),
		);
		for (const key of keys()) expect(key).toMatch(/^[\x21-\x7e]{16,200}$/);
		expect(new Set(keys()).size).toBe(3);
		expect(calls()[0].body).toEqual({ contato: company(0) });
		expect(items.map(({ json }) => json.idempotencyReplayed)).toEqual(Array(3).fill(undefined));
		expect(spent()).toEqual([3, 0]);
	});

	it('is the same in another execution, which pays nothing', async () => {
		await enrich();
		const { items, hints } = await enrich();
		expect(items[0].json).toMatchObject({ outcome: 'enriched', idempotencyReplayed: true });
		expect(hints.map(({ message }) => message)).toContain('1 enriched: no credits charged, 1 request sent.');
		expect(spent()).toEqual([1, 0]);
		expect(new Set(keys()).size).toBe(1);
	});

	it('is charged again, and says so, once the service has forgotten it', async () => {
		await enrich();
		await sandbox.clock.advance((limits.idempotencyKeyHours + 1) * 3_600_000);
		expect(messagesOf(await enrich())).toContain('1 enriched: at most 1 B2B credit charged, 1 request sent.');
		expect(spent()).toEqual([2, 0]);
	});

	it.each([
		['additionalBodyFields', 'body x'],
		['additionalQueryParameters', 'query x'],
	])('differs with %s: the service binds it to no call', async (option, added) => {
		announceUndocumented('POST /b2b/companies/enrich/sync', added);
		const items = ['{}', '{ "x": 1 }'].map((more) => company(0, { more }));
		await enrich({ [option]: '={{ $json.more }}' }, items);
		expect(new Set(keys()).size).toBe(2);
	});

	it('is the same after a lost answer, and is sent only when the first call has surely ended', async () => {
		sandbox.faults.add({ kind: 'reset', when: 'after' });
		const { items } = await enrich();
		expect(items[0].json).toMatchObject({ outcome: 'enriched', idempotencyReplayed: true });
		const [one, second] = calls();
		expect(second.time - one.time).toBeGreaterThanOrEqual(limits.holdSeconds * 1000);
		expect(new Set(keys()).size).toBe(1);
		expect(spent()).toEqual([1, 0]);
	});

	it('is the only one for a record that failed while its answer was lost', async () => {
		sandbox.set({ failEveryNthRecord: 1 });
		sandbox.faults.add({ kind: 'reset', when: 'after' });
		expect((await enrich()).items[0].json.outcome).toBe('failed');
		expect([spent(), new Set(keys()).size]).toEqual([[1, 1], 1]);
	});

	it('is asked for again later when the record was empty, and so refunded', async () => {
		sandbox.set({ emptyEveryNthRecord: 1 });
		expect((await enrich({ skipEnriched: true })).items[0].json.outcome).toBe('empty');
		sandbox.set({ emptyEveryNthRecord: 0 });
		await sandbox.clock.advance((limits.idempotencyKeyHours + 1) * 3_600_000);
		expect((await enrich({ skipEnriched: true })).items[0].json.outcome).toBe('enriched');
	});

	it.each<[string, number, number, NodeRun['onStart']]>([
		['gives up', 3, 0, undefined],
		['is stopped', 1, 0, (stop) => void sandbox.clock.after(5000, stop)],
		['is stopped during a call', 1, 1, (stop) => void until(() => calls().length > 0).then(stop)],
	])('is the same after a run that %s, sent when its call has ended', async (_, lost, slow, onStart) => {
		sandbox.set({ slowEveryNthRecord: slow });
		sandbox.faults.add({ kind: 'reset', when: 'after', times: lost });
		expect((await enrich({}, undefined, { onStart })).items[0].json.outcome).toBe('uncertain');
		const { items } = await enrich();
		expect(items[0].json).toMatchObject({ outcome: 'enriched', idempotencyReplayed: true });
		const times = calls().map(({ time }) => time);
		expect(times[lost] - times[lost - 1]).toBeGreaterThanOrEqual(limits.holdSeconds * 1000);
		await enrich();
		expect(calls()[lost + 1].time - times[lost]).toBeLessThan(5000);
		expect(spent()).toEqual([1, 0]);
	});

	it('follows a failure that the service remembers with another one, for all executions', async () => {
		sandbox.set({ failEveryNthRecord: 1 });
		await enrich();
		sandbox.set({ failEveryNthRecord: 0 });
		for (let again = 0; again < 3; again++) expect((await enrich()).items[0].json.outcome).toBe('enriched');
		expect(new Set(keys()).size).toBe(2);
		expect(spent()).toEqual([2, 1]);
	});
});

describe('an answer that is not ready in time', () => {
	beforeEach(() => sandbox.set({ slowEveryNthRecord: 1, slowRecordSeconds: 75 }));

	it('is fetched from the batch that the 202 names, at no further charge', async () => {
		const { items, told } = await whileHeld(enrich());
		expect(items[0].json).toMatchObject({ outcome: 'enriched', status: 'completed' });
		// At once, for whoever finds that n8n was killed.
		expect(told[0]).toMatch(/^1 record was accepted by the service under the ID \S+\.$/);
		const [call, ...polls] = sandbox.requests.all;
		expect(polls.map(({ endpoint }) => endpoint)).toEqual(polls.map(() => 'batchStatus'));
		// As soon as Retry-After says, and then no more often than is useful.
		expect(Math.floor((polls[0].time - call.time) / 1000)).toBe(60);
		expect(polls.length).toBeLessThanOrEqual(3);
		expect(spent()).toEqual([1, 0]);
	});

	it('is waited for no longer than the limit; the row names the batch', async () => {
		sandbox.set({ slowRecordSeconds: 7200 });
		const { items } = await whileHeld(enrich({}, undefined, { waitLimit: 1 }));
		const batchId = String(sandbox.requests.last?.path.split('/').pop());
		expect(items[0].json).toMatchObject({ outcome: 'waiting', batchId });
		expect(items[0].json.reason).toContain(`Batch ${batchId} isn't complete after 1 minute`);
		expect([calls().length, spent()]).toEqual([1, [1, 0]]);
	});
});

it('a failed answer that counts no refund is not bought again', async () => {
	const counts = { total_registros: 1, completados: 1, falhou: 0, rota: { enriched: 1 } };
	const body = { status: 'failed', concluido: true, erro: 'exception', ...counts };
	sandbox.faults.add({ kind: 'status', status: 200, when: 'after', body, times: 2 });
	await enrich();
	await enrich();
	expect(sandbox.ledger.charged('b2b')).toBe(1);
});
