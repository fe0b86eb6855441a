import type { IDataObject } from 'n8n-workflow';

import { endpoints } from '../../../contract';
import { limits } from '../../../contract/model/limits';
import type { Reply } from '../../../core/client/request';
import { callByKey, KEYS_PER_CALL, type CallByKey } from '../../../core/purchase/byKey';
import { Purchases } from '../../../core/purchase/purchases';
import { cannedService, noAnswer, type CannedRun } from '../../support/cannedService';
import { EntrySets } from '../../support/entrySets';

/** Synchronous calls with an idempotency key (specification, "Synchronous enrichment"). */

let sets: EntrySets;
let purchaseKey: string;
let tests = 0;
beforeEach(() => {
	sets = new EntrySets().start();
	// What the process knows outlasts a test.
	purchaseKey = `by key ${++tests}`;
});
afterEach(() => jest.restoreAllMocks());

const endpoint = endpoints.b2bCompanyEnrichNow;
const FOUND = { body: { nome: 'Uma' } };
const replayed = { headers: { 'idempotency-replayed': 'true' } };
const FAILED = { body: { falhou: 1 }, ...replayed };

const run = async (more: CannedRun = {}) => await cannedService(sets, { answers: [FOUND], ...more });
type Run = Awaited<ReturnType<typeof run>>;

const readReplay = async (reply: Reply) =>
	await Promise.resolve({ reply, hasFailed: (reply.body as unknown as IDataObject).falhou === 1 });
const call = async ({ service }: Run, more: Partial<CallByKey> = {}) =>
	await callByKey(service, {
		call: { endpoint, body: { contato: { id_empresa: 1 } } },
		purchaseKey,
		readReplay,
		...more,
	});
const keysOf = ({ asked }: Run): unknown[] => asked.map(({ headers }) => headers?.['Idempotency-Key']);

describe('a call by key', () => {
	it('asks nothing of n8n, and uses the same key in every execution', async () => {
		const [one, other] = [await run(), await run({ execution: '2', answers: [{ ...FOUND, ...replayed }] })];
		await call(one);
		expect((await call(other)).body).toEqual(FOUND.body);
		expect(keysOf(one)).toEqual(keysOf(other));
		expect(sets.calls).toEqual([]);
	});

	it('goes on to the next key of a chain where an earlier failure is replayed, at most three', async () => {
		const [one, other] = [
			await run({ answers: [FAILED, FOUND] }),
			await run({ execution: '2', answers: [FAILED, FAILED, FAILED, FOUND] }),
		];
		expect((await call(one)).body).toEqual(FOUND.body);
		// After the last, the failure is reported.
		expect((await call(other)).body).toEqual(FAILED.body);
		expect(other.asked).toHaveLength(KEYS_PER_CALL);
		expect(keysOf(other).slice(0, 2)).toEqual(keysOf(one));
		expect(new Set(keysOf(other)).size).toBe(KEYS_PER_CALL);
	});

	it('goes one after the other in a process', async () => {
		const order: string[] = [];
		const asking = async (execution: string) => {
			const each = await run({ execution, answers: () => (order.push(`${execution} sent`), FOUND) });
			return async () => {
				await call(each);
				order.push(`${execution} answered`);
			};
		};
		const both = [await asking('1'), await asking('2')];
		await Promise.all(both.map(async (ask) => await ask()));
		expect(order).toEqual(['1 sent', '1 answered', '2 sent', '2 answered']);
	});
});

describe('a lost answer', () => {
	const lose = async (more: CannedRun = {}) => {
		const lost = await run({ answers: [noAnswer()], ...more });
		await expect(call(lost)).rejects.toMatchObject({ kind: 'reset' });
		return lost;
	};

	it.each([
		['a further try', (state: IDataObject): CannedRun => ({ state })],
		['another execution of the process', (): CannedRun => ({ execution: '2' })],
	])('is asked for with the same key by %s, once the call has ended', async (_, next) => {
		const state = {};
		const lost = await lose({ state });
		const lostAt = sets.now;
		const again = await run({ ...next(state), answers: [{ ...FOUND, ...replayed }] });
		await call(again);
		expect(new Set([...keysOf(lost), ...keysOf(again)]).size).toBe(1);
		expect(sets.now - lostAt).toBeGreaterThanOrEqual(limits.holdSeconds * 1000);
		// A further one need not wait.
		const now = sets.now;
		await call(await run({ execution: '3' }));
		expect(sets.now).toBe(now);
	});

	it('is charged where the service does not say that it replays it', async () => {
		const one = await run({ answers: [noAnswer(), FOUND] });
		await call(one);
		expect(one.session.usage.total.creditsAtMost).toBe(1);
	});

	it('stays recorded where a further try is refused, so that no batch of it is sent either', async () => {
		const state = {};
		await lose({ state });
		const refused = await run({ state, answers: [{ status: 402 }] });
		await expect(call(refused)).rejects.toMatchObject({ kind: 'noCredit' });
		expect(Purchases.of(refused.session).ledger.find(purchaseKey)).toBeDefined();
	});

	it('is charged where the service replays it: its own lost attempt has paid', async () => {
		const one = await run({ answers: [noAnswer(), { ...FOUND, ...replayed }] });
		await call(one);
		expect(one.session.usage.total.creditsAtMost).toBe(1);
		expect(one.session.usage.spent.credits).toBe(1);
	});

	it('of what this execution has submitted in a batch is not asked for by key', async () => {
		const one = await run();
		Purchases.of(one.session).ledger.sending([purchaseKey]);
		await expect(call(one)).rejects.toMatchObject({
			message: '1 record was sent by an earlier attempt that got no response',
			advice: expect.stringMatching(
				/^It was sent at \d{4}-\S+Z, may have been charged, and was not sent again\. /,
			),
		});
		expect(one.asked).toEqual([]);
	});
});
