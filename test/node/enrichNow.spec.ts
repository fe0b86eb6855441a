import { DataDeduplicationService } from 'n8n-core';
import type { IDataObject, INode } from 'n8n-workflow';

import { limits } from '../../contract/model/limits';
import type { LoggedRequest, Sandbox } from '../../sandbox';
import { realPause } from '../../sandbox/base/timers';
import { credentialFor, runNode, type NodeResult } from '../support/harness';
import { useSandbox } from './support/useSandbox';
import { placed } from '../support/placed';
import { announceUndocumented } from '../support/document/watch';

let sandbox: Sandbox;
useSandbox({ persons: 100, companies: 2000 }, (started) => {
	sandbox = started;
});

interface Wanted {
	readonly items?: readonly IDataObject[];
	readonly parameters?: IDataObject;
	readonly options?: IDataObject;
	readonly settings?: Partial<INode>;
}

const enrich = async ({ items, parameters, options, settings }: Wanted = {}): Promise<NodeResult> =>
	await runNode({
		credential: credentialFor(sandbox),
		resource: 'b2bCompany',
		operation: 'enrichCompanyNow',
		parameters: {
			identifyBy: 'id_empresa',
			...placed({ maxConcurrentRequests: 1, ...options }),
			...parameters,
		},
		items: items ?? [company(0)],
		settings,
	});

/** Each test has companies of its own: a process knows for a day which keys it has used. */
let first = 0;
beforeEach(() => void (first += 40));
const company = (i: number): IDataObject => ({ id_empresa: sandbox.companies.id(first + i) });
const calls = (): LoggedRequest[] => sandbox.requests.of('b2bCompanyEnrichNow');
/** Whole seconds: the date of a claim is written beside the call, which moves the clock, too. */
const seconds = (ms: number): number => Math.floor(ms / 1000);
const keys = (): string[] => calls().map(({ headers }) => headers['idempotency-key']);
const spent = (): readonly [charged: number, refunded: number] => [
	sandbox.ledger.charged(),
	sandbox.ledger.refunded(),
];

/** Runs while the service's own time passes, which the node waits for without sleeping. */
async function whileHeld<T>(work: Promise<T>): Promise<T> {
	let done = false;
	const finished = work.finally(() => {
		done = true;
	});
	while (!done) {
		await realPause(5);
		if (sandbox.requests.traffic.inFlight > 0) await sandbox.clock.advance(limits.holdSeconds * 1000);
	}
	return await finished;
}

describe('the result', () => {
	it('comes out with its outcome and batch, paired, for one credit', async () => {
		const { items, error } = await enrich({ items: [company(3)] });
		expect(error).toBeUndefined();
		expect(items).toHaveLength(1);
		expect(items[0].pairedItem).toEqual({ item: 0 });
		expect(items[0].json).toMatchObject({
			outcome: 'enriched',
			status: 'completed',
			id_processamento: expect.any(String) as string,
			detalhes_contato: expect.any(Object) as object,
		});
		expect(items[0].json).not.toHaveProperty('idempotencyReplayed');
		expect(calls()[0].body).toEqual({ contato: company(3) });
		expect(calls()[0].unknownFields).toEqual([]);
		expect(spent()).toEqual([1, 0]);
	});
});

describe('what an earlier execution has sent without a response', () => {
	/** As left in n8n's store by an execution that got no response and could not store anything at its end. */
	const killed = async (): Promise<void> => {
		const release = jest
			.spyOn(DataDeduplicationService.getInstance(), 'removeProcessed')
			.mockRejectedValue(new Error('killed'));
		sandbox.faults.add({ kind: 'reset', when: 'after', times: 3 });
		await enrich();
		release.mockRestore();
	};
	const waits = (): number[] => {
		const times = calls().map(({ time }) => time);
		return times.slice(1).map((time, i) => (time - times[i]) / 1000);
	};

	it('is waited for as long as its call may be under way, and its response is had at no charge', async () => {
		await killed();
		const { items } = await enrich();
		expect(items[0].json).toMatchObject({ outcome: 'enriched', idempotencyReplayed: true });
		expect(waits().at(-1)).toBeGreaterThanOrEqual(limits.holdSeconds);
		await enrich();
		expect(waits().at(-1)).toBeLessThan(5);
		expect(new Set(keys()).size).toBe(1);
		expect(spent()).toEqual([1, 0]);
	});

	// docs/edge-cases.md: a lost answer that nobody asks for within 24 hours is paid again.
	it('is bought anew when its key has expired', async () => {
		await killed();
		await sandbox.clock.advance((limits.idempotencyKeyHours + 1) * 3_600_000);
		expect((await enrich()).items[0].json.outcome).toBe('enriched');
		expect(spent()).toEqual([2, 0]);
	});

	it('cannot be known when n8n stores nothing: nothing is sent, and the record is not taken for enriched', async () => {
		const noted = jest.spyOn(DataDeduplicationService.getInstance(), 'checkProcessedAndRecord');
		const skip = { options: { skipEnriched: true } };
		noted.mockRejectedValue(new Error('SQLITE_BUSY'));
		const { error } = await enrich(skip);
		expect(error?.message).toContain("n8n couldn't save the record of what is about to be sent");
		expect(calls()).toHaveLength(0);
		noted.mockRestore();
		expect((await enrich(skip)).items[0].json.outcome).toBe('enriched');
	});
});

describe('an answer that is not ready in time', () => {
	beforeEach(() => sandbox.set({ slowEveryNthRecord: 1, slowRecordSeconds: 75 }));

	it('is fetched from the batch that the 202 names, at no further charge', async () => {
		const { items, error, told } = await whileHeld(enrich());
		expect(error).toBeUndefined();
		expect(items[0].json).toMatchObject({ outcome: 'enriched', status: 'completed' });
		// At once, for whoever finds that n8n was killed.
		expect(told[0]).toMatch(/^1 record was accepted by the service under the ID \S+\.$/);
		const [first, ...polls] = sandbox.requests.all;
		expect(first).toMatchObject({ endpoint: 'b2bCompanyEnrichNow', status: 202 });
		expect(polls.map(({ endpoint }) => endpoint)).toEqual(polls.map(() => 'batchStatus'));
		// As soon as Retry-After says, and then no more often than is useful.
		const times = polls.map(({ time }) => seconds(time - first.time));
		expect(times[0]).toBe(60);
		expect(times.length).toBeLessThanOrEqual(3);
		expect(spent()).toEqual([1, 0]);
	});

	it('is told with its ID at once also where the answer that named it was lost', async () => {
		sandbox.faults.add({ kind: 'reset', when: 'after', endpoint: 'b2bCompanyEnrichNow' });
		const { items, told } = await whileHeld(enrich());
		const id = String(items[0].json.id_processamento);
		expect(told[0]).toBe(`1 record was accepted by the service under the ID ${id}.`);
		expect(spent()).toEqual([1, 0]);
	});

	it('is waited for no longer than the limit; the row names the batch', async () => {
		sandbox.set({ slowRecordSeconds: 7200 });
		const { items } = await whileHeld(enrich({ parameters: { waitLimit: 1 } }));
		const id = String(sandbox.requests.last?.path.split('/').pop());
		expect(items[0].json).toMatchObject({ outcome: 'waiting', batchId: id });
		expect(items[0].json.reason).toContain(`Batch ${id} isn't complete after 1 minute`);
		expect(calls()).toHaveLength(1);
		expect(spent()).toEqual([1, 0]);
	});

	it('is failed after three keys where the service marks every answer as replayed', async () => {
		const body = {
			...{ id_processamento: 'same', concluido: true, status: 'completed', sucesso: 0, falhou: 1 },
			contatos: [{ status: 'failed', erro: 'No data.' }],
		};
		const headers = { 'idempotency-replayed': 'true' };
		const answer = { kind: 'status', status: 200, body, headers, times: 'always' } as const;
		sandbox.faults.add({ ...answer, endpoint: 'b2bCompanyEnrichNow' });
		const { items } = await enrich();
		expect(items.map(({ json }) => json.outcome)).toEqual(['failed']);
		expect(sandbox.requests.of('b2bCompanyEnrichNow')).toHaveLength(3);
	});
});

describe('slots', () => {
	it('are waited for as long as the service says, without a charge', async () => {
		sandbox.faults.add({
			kind: 'status',
			status: 429,
			body: { error: 'busy' },
			headers: { 'Retry-After': '5' },
			times: 2,
		});
		const { items } = await enrich();
		expect(items[0].json.outcome).toBe('enriched');
		expect(calls().map(({ time }) => seconds(time - calls()[0].time))).toEqual([0, 5, 10]);
		expect(new Set(keys()).size).toBe(1);
		expect(spent()).toEqual([1, 0]);
	});
});

describe('the idempotency key', () => {
	it('is always sent, fits, and differs between different calls', async () => {
		await enrich({ items: [0, 1, 2].map(company) });
		expect(keys()).toHaveLength(3);
		for (const key of keys()) expect(key).toMatch(/^[\x21-\x7e]{16,200}$/);
		expect(new Set(keys()).size).toBe(3);
		expect(spent()).toEqual([3, 0]);
	});

	it('is the same in another execution: what the service still remembers is not paid for again', async () => {
		await enrich();
		const { items, hints } = await enrich();
		expect(items[0].json).toMatchObject({ outcome: 'enriched', idempotencyReplayed: true });
		expect(spent()).toEqual([1, 0]);
		expect(hints.map(({ message }) => message)).toContain('1 enriched. 1 request sent; no credits charged.');
	});

	it('is another in each execution when the user wants to pay again', async () => {
		await enrich();
		const { items } = await enrich({ options: { getFreshData: true } });
		expect(items[0].json).not.toHaveProperty('idempotencyReplayed');
		expect(new Set(keys()).size).toBe(2);
		expect(spent()).toEqual([2, 0]);
	});

	it('differs when the user adds to the body', async () => {
		announceUndocumented('POST /b2b/companies/enrich/sync', 'body x');
		await enrich({
			items: [
				{ ...company(0), more: '{}' },
				{ ...company(0), more: '{ "x": 1 }' },
			],
			options: { additionalBodyFields: '={{ $json.more }}' },
		});
		expect(new Set(keys()).size).toBe(2);
	});

	it('differs when the user adds to the query: it is bound to no call by the service', async () => {
		announceUndocumented('POST /b2b/companies/enrich/sync', 'query x');
		await enrich({
			items: ['{}', '{ "x": 1 }'].map((more) => ({ ...company(0), more })),
			options: { additionalQueryParameters: '={{ $json.more }}' },
		});
		expect(new Set(keys()).size).toBe(2);
	});

	it('is the same after a lost answer, and is sent only when the first call has surely ended', async () => {
		sandbox.faults.add({ kind: 'reset', when: 'after' });
		const { items } = await enrich();
		expect(items[0].json).toMatchObject({ outcome: 'enriched', idempotencyReplayed: true });
		const [first, second] = calls();
		expect(calls()).toHaveLength(2);
		expect(second.time - first.time).toBeGreaterThanOrEqual(limits.holdSeconds * 1000);
		expect(new Set(keys()).size).toBe(1);
		expect(second.replayed).toBe(true);
		expect(spent()).toEqual([1, 0]);
	});

	it('is the same when n8n tries the node again: what succeeded before is not charged again', async () => {
		sandbox.faults.add({ kind: 'status', status: 400, skip: 0 });
		const { items, error } = await enrich({
			items: [company(0), company(1)],
			options: { ifSomeItemsFail: 'stop' },
			settings: { retryOnFail: true, maxTries: 2, waitBetweenTries: 1 },
		});
		expect(error).toBeUndefined();
		expect(items.map(({ json }) => [json.outcome, json.idempotencyReplayed])).toEqual([
			['enriched', undefined],
			['enriched', undefined],
		]);
		// The first try sent both, the second only the one without an answer.
		expect(calls()).toHaveLength(3);
		expect(new Set(keys()).size).toBe(2);
		expect(spent()).toEqual([2, 0]);
	});
});
