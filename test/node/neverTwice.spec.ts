import { DataDeduplicationService, ExecuteContext } from 'n8n-core';
import type { IDataObject, INode } from 'n8n-workflow';

import type { LoggedRequest, Sandbox } from '../../sandbox';
import { realPause } from '../../sandbox/base/timers';
import { credentialFor, runNode, type NodeResult, type NodeRun } from '../support/harness';
import { forgetProcessed } from '../support/processedStore';
import { useSandbox } from './support/useSandbox';
import { placed } from '../support/placed';

let sandbox: Sandbox;
useSandbox({ persons: 100, companies: 2000 }, (started) => {
	sandbox = started;
});

const retry: Partial<INode> = { retryOnFail: true, maxTries: 2, waitBetweenTries: 1 };
/** Each test has companies of its own: a process knows for a day which keys it has used. */
let first = 0;
beforeEach(() => void (first += 40));
const company = (i: number): IDataObject => ({ id_empresa: sandbox.companies.id(first + i) });

/** What a test says of a run; each has an execution of its own. */
interface Wanted extends Partial<NodeRun> {
	readonly options?: IDataObject;
}

const run = async (operation: string, { options, parameters, ...more }: Wanted): Promise<NodeResult> =>
	await runNode({
		credential: credentialFor(sandbox),
		resource: 'b2bCompany',
		operation,
		parameters: { identifyBy: 'id_empresa', ...placed(options ?? {}), ...parameters },
		items: [company(0)],
		...more,
	});
const now = async ({ options, ...more }: Wanted = {}): Promise<NodeResult> =>
	await run('enrichCompanyNow', { options: { maxConcurrentRequests: 1, ...options }, ...more });
const batch = async (wanted: Wanted = {}): Promise<NodeResult> => await run('enrichCompanyBatch', wanted);

const calls = (): LoggedRequest[] => sandbox.requests.of('b2bCompanyEnrichNow');
const submissions = (): LoggedRequest[] => sandbox.requests.of('b2bCompanyEnrichBatch');
const enriched = (): unknown[] =>
	calls().map(({ body }) => ((body as IDataObject).contato as IDataObject).id_empresa);
const spent = (): readonly [charged: number, refunded: number] => [
	sandbox.ledger.charged(),
	sandbox.ledger.refunded(),
];

/** The service does the call, but its answer does not arrive. */
const loseAnswerOf = (endpoint: 'b2bCompanyEnrichNow' | 'b2bCompanyEnrichBatch'): void => {
	sandbox.faults.add({ kind: 'reset', when: 'after', endpoint });
};

it('says of records whose submission was lost earlier how many may have been charged', async () => {
	const items = [company(0), company(1)];
	loseAnswerOf('b2bCompanyEnrichBatch');
	await batch({ items });
	const { error } = await batch({ items });
	expect(submissions()).toHaveLength(1);
	expect(error?.message).toMatch(/sent before/);
	expect(error?.description).toContain('1 other item may have been charged, too.');
});

describe('a failure that the service remembers', () => {
	it('is asked for anew once, under another key that further executions use, too', async () => {
		sandbox.set({ failEveryNthRecord: 1 });
		await now();
		expect(spent()).toEqual([1, 1]);
		sandbox.set({ failEveryNthRecord: 0 });
		const results = [await now(), await now(), await now()];
		expect(results.map(({ items }) => items[0].json.outcome)).toEqual(['enriched', 'enriched', 'enriched']);
		expect(spent()).toEqual([2, 1]);
		const keys = calls().map(({ headers }) => headers['idempotency-key']);
		expect(keys).toHaveLength(1 + 3 * 2);
		expect(new Set(keys).size).toBe(2);
	});
});

describe('one record', () => {
	it('is paid once by two executions at the same time', async () => {
		sandbox.set({ slowEveryNthRecord: 1, slowRecordSeconds: 30 });
		const both = Promise.all([now(), now()]);
		for (let second = 0; second < 60; second++) {
			await realPause(5);
			await sandbox.clock.advance(1000);
		}
		for (const { items, error } of await both) expect(error ?? items[0].json.outcome).toBe('enriched');
		expect(calls()).toHaveLength(2);
		expect(spent()).toEqual([1, 0]);
	});
});

describe('a lost answer', () => {
	it('followed by Maximum Requests may have been charged, and says so', async () => {
		loseAnswerOf('b2bCompanyEnrichNow');
		const { error } = await now({ options: { maxRequests: 1, skipEnriched: true } });
		expect(error?.description).toContain('may have been processed and charged');
		expect(error?.description).toContain("reached 'maxRequests'");
		const { items } = await now({ options: { skipEnriched: true } });
		expect(items[0].json).toMatchObject({ outcome: 'enriched', idempotencyReplayed: true });
		expect(spent()).toEqual([1, 0]);
	});
});

it('enriches in the next run what a stopped run never asked for', async () => {
	const items = Array.from({ length: 12 }, (_, i) => company(i + 20));
	const options = { skipEnriched: true, maxConcurrentRequests: 5 };
	await now({ items, options, onStart: (stop) => sandbox.clock.after(6000, stop) });
	// What was under way reaches the service all the same.
	await realPause(100);
	const before = enriched();
	expect(before.length).toBeGreaterThan(0);
	expect(before.length).toBeLessThan(items.length);
	await now({ items, options });
	const wanted = items.map(({ id_empresa }) => id_empresa);
	expect([...new Set(enriched())].sort()).toEqual([...wanted].sort());
	expect(spent()).toEqual([12, 0]);
});

describe('a batch whose records do not come out together', () => {
	const settings = { onError: 'continueRegularOutput' } as const;
	const shortly = { waitLimit: 1 };
	const outcomes = ({ items }: NodeResult): unknown[] => items.map(({ json }) => json.outcome);
	const answer = (
		endpoint: 'b2bCompanyEnrichBatch' | 'batchStatus',
		body: IDataObject,
		times: number | 'always' = 1,
	): void => void sandbox.faults.add({ kind: 'status', status: 200, endpoint, body, times });
	const accepted = (id_processamento: string): void => answer('b2bCompanyEnrichBatch', { id_processamento });
	const two = (): IDataObject[] => [company(0), company(1)];
	const record = (i: number): IDataObject => ({
		status: 'completed',
		valor_entrada: String(company(i).id_empresa),
		detalhes_contato: { nome: `company ${i}` },
	});
	const closed = (id_processamento: string, ...contatos: readonly IDataObject[]): IDataObject => ({
		...{ id_processamento, concluido: true, status: 'completed', contatos },
		...{ total_registros: contatos.length, sucesso: contatos.length, falhou: 0 },
	});
	/** A batch of two that failed when it had one record. */
	const failed = (i: number): IDataObject => ({
		...closed('b1', record(i)),
		...{ status: 'failed', erro: 'exception', total_registros: 2, falhou: 1 },
	});
	const sent = (): unknown[] =>
		submissions().flatMap(({ body }) =>
			(body as { contatos: IDataObject[] }).contatos.map(({ id_empresa }) => id_empresa),
		);
	const ids = (...wanted: readonly number[]): unknown[] => wanted.map((i) => company(i).id_empresa);

	it('failed: a further turn sends its refunded records alone', async () => {
		accepted('b1');
		answer('batchStatus', failed(0));
		const first = await batch({ items: two(), settings });
		expect(outcomes(first)).toEqual(['enriched', 'failed']);
		accepted('b2');
		answer('batchStatus', closed('b2', record(0), record(1)), 'always');
		await batch({ items: two(), settings, after: first });
		expect(sent()).toEqual(ids(0, 1, 1));
	});

	it("failed: n8n's next try outputs the record that was paid for", async () => {
		accepted('b1');
		// The next try reads it, too.
		answer('batchStatus', failed(1), 2);
		accepted('b2');
		answer('batchStatus', closed('b2', record(0)), 'always');
		const result = await batch({ items: two(), settings: { ...settings, ...retry } });
		expect(outcomes(result)).toEqual(['enriched', 'enriched']);
		expect(sent()).toEqual(ids(0, 1, 0));
	});

	it.each([false, true])(
		'is taken up row by row: each turn outputs its own, Skip Records Enriched Before %s',
		async (skipEnriched) => {
			accepted('b1');
			answer('batchStatus', { id_processamento: 'b1', status: 'processing' }, 'always');
			const wanted = { settings, parameters: { ...shortly, options: { skipEnriched } } };
			const first = await batch({ items: two(), ...wanted });
			sandbox.faults.clear();
			answer('batchStatus', closed('b1', record(0), record(1)), 'always');
			const second = await batch({ items: [company(0)], ...wanted, after: first });
			const third = await batch({ items: [company(1)], ...wanted, after: second });
			expect([outcomes(second), outcomes(third)]).toEqual([['enriched'], ['enriched']]);
			const later = await batch({ items: [company(1)], settings, parameters: shortly });
			expect(outcomes(later)).not.toEqual(['uncertain']);
			// What has come out is left out in a further turn, too.
			const again = await batch({ items: two(), ...wanted, after: third });
			expect(again.items).toHaveLength(skipEnriched ? 0 : 2);
			expect(sent().slice(0, 2)).toEqual(ids(0, 1));
		},
	);
});

describe("n8n's store", () => {
	const skip = { options: { skipEnriched: true } };

	/** Everything that n8n is given to keep in a run, as it keeps it: in a plain hash, which hides nothing short. */
	async function kept(work: () => Promise<unknown>): Promise<Set<string>> {
		const record = jest.spyOn(DataDeduplicationService.getInstance(), 'checkProcessedAndRecord');
		await work();
		const given = record.mock.calls.flatMap(([entries]) => entries.map(String));
		record.mockRestore();
		return new Set(given);
	}

	it('is given nothing from which somebody without the ID of the n8n instance could tell what was sent', async () => {
		const own = await kept(async () => await batch(skip));
		forgetProcessed();
		jest.spyOn(ExecuteContext.prototype, 'getInstanceId').mockReturnValue('of another n8n');
		const others = await kept(async () => await batch(skip));
		expect(submissions()).toHaveLength(2);
		expect(own.size).toBeGreaterThan(2);
		expect([...others].filter((entry) => own.has(entry))).toEqual([]);
		for (const entry of [...own, ...others]) expect(entry).toMatch(/^[\w-]{43}$/);
	});

	it('knows what was paid for with another key of the account', async () => {
		sandbox.set({ secondKey: 'second-key' });
		await batch(skip);
		const { items } = await batch({
			...skip,
			credential: { ...credentialFor(sandbox), apiKey: 'second-key' },
		});
		expect(items).toEqual([]);
		expect(submissions()).toHaveLength(1);
	});
});

it("loses no result when n8n's store fails", async () => {
	jest
		.spyOn(DataDeduplicationService.getInstance(), 'removeProcessed')
		.mockRejectedValue(new Error('SQLITE_BUSY: database is locked'));
	const { items, error, hints } = await batch();
	expect(error).toBeUndefined();
	expect(items[0].json.outcome).toBe('enriched');
	expect(hints[1].message).toContain('n8n could not store what this run has output');
	expect(spent()).toEqual([1, 0]);
});
