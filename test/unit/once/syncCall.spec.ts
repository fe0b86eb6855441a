import { createHash } from 'node:crypto';

import type { IDataObject, IHttpRequestOptions } from 'n8n-workflow';

import { endpoints } from '../../../contract';
import { attempt } from '../../../core/base/async';
import { clock } from '../../../core/base/clock';
import { isReplayed, type Reply } from '../../../core/client/request';
import { Journal } from '../../../core/once/journal';
import { KnownRecord, UncertainWork, type Finding } from '../../../core/once/refusals';
import { callWithKey, isAnswered, noteRefunded, type SyncCall } from '../../../core/once/syncCall';
import { cannedService, noAnswer, type Canned, type CannedRun } from '../../support/cannedService';
import { EntrySets } from '../../support/entrySets';

const endpoint = endpoints.b2bPersonEnrichNow;
const SECOND = 1000;
const HOUR = 3600 * SECOND;
/** How long the service may hold the call, and a margin. */
const HELD = 60 * SECOND;

let sets: EntrySets;
let node: string;
let unit: string;
let tests = 0;
/** What the service remembers by key. */
let stored: Map<string, IDataObject>;
/** What becomes of the next calls with a new key, in turn; by default they succeed. */
let fates: Array<Canned | 'failed'>;
beforeEach(() => {
	sets = new EntrySets().start();
	node = `sync ${++tests}`;
	unit = `unit ${tests}`;
	stored = new Map();
	fates = [];
	together = 0;
});
afterEach(() => jest.restoreAllMocks());

const keyIn = ({ headers }: IHttpRequestOptions): string => String(headers?.['Idempotency-Key']);

/** Calls that the service has at the same time, and the most of them. */
let [underWay, together] = [0, 0];

/** The service: the same key gives the same answer. */
function answer(request: IHttpRequestOptions): Canned {
	const key = keyIn(request);
	together = Math.max(together, ++underWay);
	setImmediate(() => underWay--);
	const known = stored.get(key);
	if (known !== undefined) return { body: known, headers: { 'idempotency-replayed': 'true' } };
	const fate = fates.shift();
	if (fate !== undefined && fate !== 'failed') return fate;
	const body = { status: fate ?? 'completed', number: stored.size + 1 };
	stored.set(key, body);
	return { body };
}

const run = async (more: CannedRun = {}) => await cannedService(sets, { node, answers: answer, ...more });
type Run = Awaited<ReturnType<typeof run>>;

const hasFailed = ({ body }: Reply): boolean => (body as IDataObject).status === 'failed';

async function called({ service }: Pick<Run, 'service'>, more: Partial<SyncCall> = {}): Promise<Reply> {
	return await callWithKey(service, {
		call: { endpoint, body: { contato: { id_pessoa: 1 } } },
		unit,
		hasFailed,
		readReplay: async (reply) =>
			await Promise.resolve({
				reply: { ...reply, body: { ...(reply.body as object), isRead: true } },
				hasFailed: hasFailed(reply),
			}),
		...more,
	});
}
const end = async ({ session }: Run, isOutput = true): Promise<unknown> =>
	await Journal.of(session).end(isOutput);
const keysOf = ({ asked }: Run): string[] => asked.map(keyIn);
const open = (): string => `open ${node} ${unit}`;
const isOpen = (): boolean => sets.has('workflow', open());
const NO_SLOT: Canned = { status: 429, headers: { 'retry-after': '5' } };
const OPEN = /^1 record was sent before by an execution/;
const UNCLEAR = /^1 record was claimed by an execution that is looking whether it was enriched before/;

const slotOf = (time: number): string => `${open()} slot ${Math.floor(time / (20 * SECOND))}`;

/** As if a process that is no more had sent it so long ago. */
function sentElsewhere(ago: number): void {
	const at = sets.now - ago;
	sets.put('workflow', open(), `${open()} period ${Math.floor(at / (4 * HOUR))}`);
	if (ago < 100 * SECOND) sets.put('workflow', slotOf(at));
}

describe('a synchronous call', () => {
	it('is sent with a key, and settled by its answer', async () => {
		const one = await run();
		const reply = await called(one);
		expect([isReplayed(reply), reply.body]).toEqual([false, { status: 'completed', number: 1 }]);
		expect(keysOf(one)).toEqual([expect.stringMatching(/^[\da-f]{64}$/)]);
		expect(one.asked[0].body).toEqual({ contato: { id_pessoa: 1 } });
		expect(isOpen()).toBe(true);
		await end(one);
		expect(sets.size('workflow')).toBe(0);
	});

	it('leaves nothing in the store of n8n, however long its run takes', async () => {
		const one = await run();
		await called(one);
		sets.now += 30 * 60 * SECOND;
		await end(one);
		expect(sets.size('workflow')).toBe(0);
	});

	it('leaves only when it was last sent, where another execution settles what it has left open', async () => {
		fates.push(noAnswer(), noAnswer(), noAnswer());
		const one = await run();
		await expect(called(one)).rejects.toMatchObject({ kind: 'reset' });
		sets.now += HELD;
		await end(one);
		const slots = Array.from({ length: 20 }, (_, ago) => slotOf(sets.now - ago * 20 * SECOND));
		expect(slots.filter((slot) => sets.has('workflow', slot)).length).toBeLessThanOrEqual(1);
		sets.now += 10 * HELD;
		const other = await run({ execution: '2' });
		await called(other);
		await end(other);
		expect(sets.size('workflow')).toBeLessThanOrEqual(1);
	});

	it('has the same key in all executions: what one got, the other gets at no charge', async () => {
		const [one, other] = [await run(), await run({ execution: '2' })];
		await called(one);
		await end(one);
		expect((await called(other)).body).toEqual({ status: 'completed', number: 1, isRead: true });
		expect(keysOf(other)).toEqual(keysOf(one));
		expect(stored.size).toBe(1);
		expect(other.session.tally.creditsAtMost).toBe(0);
	});

	it('has a key that no version of this package changes, or an update would pay again', async () => {
		const one = await run();
		await called(one, { unit: 'a unit' });
		expect(keysOf(one)).toEqual([createHash('sha256').update('["enrich now","a unit"]').digest('hex')]);
	});

	it('has another key for another unit', async () => {
		const one = await run();
		await called(one);
		await called(one, { unit: `${unit} other` });
		expect(new Set(keysOf(one)).size).toBe(2);
	});

	it('is sent by one after the other where several want the same', async () => {
		const [one, other] = [await run(), await run({ execution: '2' })];
		const replies = await Promise.all([called(one), called(other), called(other)]);
		expect(replies.map(isReplayed)).toEqual([false, true, true]);
		expect([stored.size, together]).toEqual([1, 1]);
	});

	it('is repeated with its key where it got no answer, and is then its own', async () => {
		fates.push(noAnswer());
		const one = await run();
		const readReplay = jest.fn();
		const sent = called(one, { readReplay });
		expect((await sent).afterLoss).toBe(true);
		expect(new Set(keysOf(one)).size).toBe(1);
		expect(readReplay).not.toHaveBeenCalled();
	});

	it('that was answered unheard is its own, even where it failed: no other is sent', async () => {
		fates.push('failed');
		const unheard = (request: IHttpRequestOptions, number: number): Canned => {
			const answered = answer(request);
			return number === 1 ? noAnswer() : answered;
		};
		const one = await run({ answers: unheard });
		const readReplay = jest.fn();
		const reply = await called(one, { readReplay });
		expect([isReplayed(reply), reply.afterLoss, hasFailed(reply)]).toEqual([true, true, true]);
		expect([keysOf(one).length, new Set(keysOf(one)).size, stored.size]).toEqual([2, 1, 1]);
		expect(readReplay).not.toHaveBeenCalled();
	});

	it('is not sent once the run was stopped', async () => {
		fates.push({ status: 401 });
		const one = await run();
		await expect(called(one)).rejects.toMatchObject({ kind: 'unauthorized' });
		expect(Journal.of(one.session).sent.find(unit)).toBeUndefined();
		const { length } = sets.calls;
		await expect(called(one, { unit: `${unit} other` })).rejects.toMatchObject({ kind: 'notSent' });
		expect([one.asked.length, sets.calls.length]).toEqual([1, length]);
		await end(one);
		expect(isOpen()).toBe(false);
	});
});

describe('a failure of an earlier execution', () => {
	it('was refunded: it is sent once more, with a key of the execution', async () => {
		fates.push('failed');
		const one = await run();
		expect(hasFailed(await called(one))).toBe(true);
		await end(one);
		sets.now += 23 * HOUR;
		const other = await run({ execution: '2' });
		expect((await called(other)).body).toEqual({ status: 'completed', number: 2 });
		const [first] = keysOf(one);
		// This process knows how the first key has ended.
		expect(keysOf(other)).toEqual([expect.not.stringContaining(first)]);
	});

	it.each([false, true])(
		'says nothing of the key where none was sent, the call itself was: %j',
		async (isSent) => {
			// Of another account, of which this one knows nothing.
			const another = await run({ apiKey: 'another-key' });
			await called(another);
			await end(another);
			const one = await run({ execution: '2' });
			if (isSent) Journal.of(one.session).sending([unit]);
			noteRefunded(one.service, unit);
			const next = await run({ execution: '3' });
			await called(next);
			expect(keysOf(next)).toEqual(keysOf(another));
		},
	);

	it('of what was submitted again and promised a result is not asked for', async () => {
		const again = await run({ limits: { submitAgain: true } });
		await called(again);
		noteRefunded(again.service, unit);
		await end(again);
		const next = await run({ execution: '2' });
		await called(next);
		expect([keysOf(next).length, stored.size]).toEqual([1, 2]);
		expect(keysOf(next)).not.toEqual(keysOf(again));
	});

	it('that another process has seen is told by its replay', async () => {
		const first = await run();
		await called(first);
		await end(first);
		// Not known here: the service says something else now.
		for (const key of stored.keys()) stored.set(key, { status: 'failed' });
		const one = await run({ execution: '2' });
		expect((await called(one)).body).toEqual({ status: 'completed', number: 2 });
		expect(keysOf(one)).toHaveLength(2);
		expect(keysOf(one)[0]).toBe(keysOf(first)[0]);
		expect(new Set(keysOf(one)).size).toBe(2);
	});

	// Issue 36, D2: the loop had no end.
	it('is what comes out where the service marks every answer as replayed', async () => {
		const body = { status: 'failed' };
		const one = await run({ answers: () => ({ body, headers: { 'idempotency-replayed': 'true' } }) });
		expect(hasFailed(await called(one))).toBe(true);
		expect([keysOf(one).length, new Set(keysOf(one)).size]).toEqual([3, 3]);
	});

	describe('leaves the result that an earlier key gives as it is', () => {
		const enriched = async (execution: string): Promise<Run> => {
			const one = await run({ execution });
			expect((await called(one)).body).toMatchObject({ status: 'completed' });
			await end(one);
			return one;
		};

		it.each([0, 25])('where it was submitted again, %i hours later', async (hours) => {
			const first = await enriched('1');
			// By then, the process has forgotten the key.
			sets.now += hours * HOUR;
			fates.push('failed');
			const again = await run({ execution: '2', limits: { submitAgain: true } });
			expect(hasFailed(await called(again))).toBe(true);
			await end(again);
			expect(keysOf(await enriched('3'))).toEqual(keysOf(first));
			expect(stored.size).toBe(2);
		});

		it.each([true, false])(
			'where what was submitted again has failed since, told at once: %j',
			async (isTold) => {
				const first = await enriched('1');
				const again = await run({ execution: '2', limits: { submitAgain: true } });
				await called(again);
				if (isTold) noteRefunded(again.service, unit);
				await end(again);
				// Of the key of that execution, which is asked for first unless it is known.
				const readReplay = async (reply: Reply) =>
					await Promise.resolve({ reply, hasFailed: !isTold && last.asked.length === 1 });
				const last = await run({ execution: '3' });
				expect((await called(last, { readReplay })).body).toEqual({ status: 'completed', number: 1 });
				expect(keysOf(last)).toEqual([...(isTold ? [] : keysOf(again)), ...keysOf(first)]);
				expect(stored.size).toBe(2);
			},
		);

		it.each([
			['first', [0, 1]],
			['last', [1, 0]],
		])(
			'where what was submitted again twice has failed since, the %s one before the other',
			async (_, order) => {
				const first = await enriched('1');
				const again: Run[] = [];
				for (const execution of ['2', '3']) {
					const next = await run({ execution, limits: { submitAgain: true } });
					await called(next);
					again.push(next);
				}
				for (const i of order) noteRefunded(again[i].service, unit);
				for (const each of again) await end(each);
				const last = await run({ execution: '4' });
				expect((await called(last)).body).toMatchObject({ number: 1 });
				expect(keysOf(last)).toEqual(keysOf(first));
			},
		);

		it('as long as no more than four others were promised since', async () => {
			const first = await enriched('1');
			const again: Run[] = [];
			for (const execution of ['2', '3', '4', '5', '6']) {
				const next = await run({ execution, limits: { submitAgain: true } });
				await called(next);
				again.push(next);
			}
			for (const each of again) {
				noteRefunded(each.service, unit);
				await end(each);
			}
			const last = await run({ execution: '7' });
			await called(last);
			expect(keysOf(last)).not.toEqual(keysOf(first));
			expect(stored.size).toBe(7);
		});

		it('where it is that of another account', async () => {
			const first = await enriched('1');
			const other = await run({
				...{ execution: '2', apiKey: 'another-key' },
				answers: [{ body: { status: 'failed' } }],
			});
			expect(hasFailed(await called(other))).toBe(true);
			expect(keysOf(other)).toEqual(keysOf(first));
			await end(other);
			expect(keysOf(await enriched('3'))).toEqual(keysOf(first));
			expect(stored.size).toBe(1);
		});

		it('but takes its place under the same key, which the service has forgotten', async () => {
			const first = await enriched('1');
			sets.now += 23 * HOUR;
			const replayed = await enriched('2');
			expect(keysOf(replayed)).toEqual(keysOf(first));
			sets.now += 2 * HOUR;
			stored.clear();
			fates.push('failed');
			const late = await run({ execution: '3' });
			expect(hasFailed(await called(late))).toBe(true);
			expect(isAnswered(late.service, unit)).toBe(false);
			await end(late);
			const last = await enriched('4');
			expect(last.asked).toHaveLength(1);
			expect(keysOf(last)).not.toEqual(keysOf(first));
		});

		it('but takes its place where the result that was to come has failed', async () => {
			const first = await enriched('1');
			fates.push('failed', 'failed');
			const readReplay = async (reply: Reply) => await Promise.resolve({ reply, hasFailed: true });
			for (const requests of [2, 1]) {
				const next = await run({ execution: `with ${requests}` });
				expect(hasFailed(await called(next, { readReplay }))).toBe(true);
				expect([next.asked.length, isAnswered(next.service, unit)]).toEqual([requests, false]);
				await end(next);
			}
			expect(stored.size).toBe(3);
			expect(keysOf(await enriched('last'))).not.toEqual(keysOf(first));
		});

		it('where it is replayed to the retry of an earlier execution', async () => {
			fates.push(noAnswer(), noAnswer(), noAnswer(), 'failed');
			const state = {};
			const lost = await run({ state });
			await expect(called(lost)).rejects.toThrow();
			await end(lost, false);
			const second = await run({ execution: '2' });
			expect(hasFailed(await called(second))).toBe(true);
			await end(second);
			const third = await run({ execution: '3', limits: { submitAgain: true } });
			await called(third);
			await end(third);
			const retry = await run({ execution: '4', mode: 'retry', state });
			expect(hasFailed(await called(retry))).toBe(true);
			await end(retry, false);
			const last = await run({ execution: '5' });
			sets.drop('workflow', open());
			expect((await called(last)).body).toMatchObject({ status: 'completed' });
			expect(keysOf(last)).toEqual(keysOf(third));
			expect(stored.size).toBe(2);
		});
	});

	it('has a key of each execution, which its tries share', async () => {
		fates.push('failed', 'failed', 'failed');
		const first = await run();
		await called(first);
		await end(first);
		const [second, third] = [await run({ execution: '2' }), await run({ execution: '3' })];
		await called(second);
		await end(second);
		await called(third);
		await end(third);
		expect(new Set([first, second, third].flatMap(keysOf)).size).toBe(3);
	});

	it('is repeated with a key of the execution, of which nothing is told to others', async () => {
		fates.push('failed', noAnswer());
		const first = await run();
		await called(first);
		await end(first);
		const one = await run({ execution: '2' });
		const told = jest.spyOn(Journal.of(one.session), 'callsNow');
		await called(one);
		expect([keysOf(one).length, new Set(keysOf(one)).size]).toEqual([2, 1]);
		expect(told).not.toHaveBeenCalled();
	});

	it.each([false, true])(
		'is followed by a key that is hidden from others, who know of the failure unless it is submitted again: %j',
		async (submitAgain) => {
			fates.push('failed');
			const first = await run();
			await called(first);
			await end(first);
			const one = await run({ execution: '2', limits: { submitAgain } });
			const hidden = jest.spyOn(Journal.of(one.session), 'hideKey');
			await called(one);
			expect(hidden.mock.calls).toEqual([[unit, !submitAgain]]);
		},
	);

	it('is not repeated with a key that others know', async () => {
		fates.push('failed', noAnswer(), noAnswer(), noAnswer());
		const first = await run();
		await called(first);
		await end(first);
		const lost = await run({ execution: '2' });
		await expect(called(lost)).rejects.toMatchObject({ kind: 'reset' });
		await end(lost);
		// The key of that execution is not known here, so nothing tells what became of it.
		sets.now += HOUR;
		await expect(called(await run({ execution: '3' }))).rejects.toThrow(OPEN);
	});
});

describe('a further try of an execution', () => {
	it('repeats the call with its key, once the earlier one must have ended', async () => {
		const state = {};
		fates.push(noAnswer(), noAnswer(), noAnswer());
		const first = await run({ state });
		await expect(called(first)).rejects.toMatchObject({ kind: 'reset' });
		const lostAt = sets.now;
		await end(first);
		const next = await run({ state });
		let sentAt = 0;
		const noted = jest.spyOn(Journal.of(next.session), 'callsNow').mockImplementation(async () => {
			sentAt = sets.now;
			return await Promise.resolve(true);
		});
		expect((await called(next)).body).toEqual({ status: 'completed', number: 1 });
		expect(noted).toHaveBeenCalledWith(unit, lostAt);
		expect(sentAt - lostAt).toBeGreaterThanOrEqual(HELD);
		expect(sentAt - lostAt).toBeLessThan(HELD + 5 * SECOND);
		expect(keysOf(next)).toEqual([keysOf(first)[0]]);
	});

	it('leaves its call to another execution that has sent it meanwhile, and gets the answer in its next try', async () => {
		const state = {};
		fates.push(noAnswer(), noAnswer(), noAnswer());
		const first = await run({ state });
		await expect(called(first)).rejects.toMatchObject({ kind: 'reset' });
		await end(first);
		const next = await run({ state });
		// Another worker has seen that nothing is under way any more, while this try waits.
		sets.meanwhile.push(() => sets.put('workflow', slotOf(sets.now)));
		await expect(called(next)).rejects.toThrow(OPEN);
		expect([next.asked, isOpen()]).toEqual([[], true]);
		await end(next);
		expect(isOpen()).toBe(true);
		sets.now += HELD + 20 * SECOND;
		expect((await called(await run({ state }))).body).toMatchObject({ number: 1 });
	});

	it('leaves open what another execution has sent, too, although it was refused', async () => {
		const state = {};
		sentElsewhere(HOUR);
		fates.push(noAnswer(), noAnswer(), noAnswer(), { status: 400 });
		const first = await run({ state });
		await expect(called(first)).rejects.toMatchObject({ kind: 'reset' });
		await end(first);
		const next = await run({ state });
		Journal.of(next.session).decide([unit], 'uncharged');
		await end(next);
		expect(isOpen()).toBe(true);
	});

	it('does not wait for a call that was answered', async () => {
		const state = {};
		const first = await run({ state });
		await called(first);
		await end(first, false);
		const before = sets.now;
		expect(isReplayed(await called(await run({ state })))).toBe(true);
		expect(sets.now - before).toBeLessThan(5 * SECOND);
	});

	it('waits for a call with a second key, although that with the first was answered, and leaves it open', async () => {
		fates.push('failed');
		const old = await run();
		await called(old);
		await end(old);
		// The key has expired in this process alone: the service replays the failure.
		sets.now += 24 * HOUR;
		const state = {};
		fates.push(noAnswer(), noAnswer(), noAnswer());
		const first = await run({ execution: '2', state });
		await expect(called(first)).rejects.toMatchObject({ kind: 'reset' });
		await end(first);
		expect([new Set(keysOf(first)).size, isOpen()]).toEqual([2, true]);
		const lostAt = sets.now;
		await called(await run({ execution: '2', state }));
		expect(sets.now - lostAt).toBeGreaterThanOrEqual(HELD);
	});

	it('is free again where the second key is refused', async () => {
		fates.push('failed');
		const old = await run();
		await called(old);
		await end(old);
		sets.now += 24 * HOUR;
		fates.push({ status: 401 });
		const one = await run({ execution: '2' });
		await expect(called(one)).rejects.toMatchObject({ kind: 'unauthorized' });
		expect(Journal.of(one.session).sent.find(unit)).toBeUndefined();
		await end(one);
		expect(isOpen()).toBe(false);
	});

	it('says of what it sends besides when that was', async () => {
		const state = {};
		const first = await run({ state });
		await called(first);
		await end(first, false);
		const next = await run({ state });
		await called(next);
		await called(next, { unit: `${unit} x` });
		const period = `open ${node} ${unit} x period ${Math.floor(sets.now / (4 * HOUR))}`;
		expect(sets.has('workflow', period)).toBe(true);
	});

	it('does not wait again for what it has not sent meanwhile', async () => {
		const state = {};
		fates.push(noAnswer(), noAnswer(), noAnswer());
		const first = await run({ state });
		await expect(called(first)).rejects.toMatchObject({ kind: 'reset' });
		await end(first);
		const stopped = await run({ state, answers: [{ status: 401 }] });
		// While it waits, another call of the run is refused, so that the run sends nothing more.
		sets.meanwhile.push(async () => await attempt(stopped.service.call({ endpoint: endpoints.balance })));
		await expect(called(stopped)).rejects.toMatchObject({ kind: 'notSent' });
		await end(stopped);
		expect(stopped.asked).toHaveLength(1);
		const before = sets.now;
		await called(await run({ state }));
		expect(sets.now - before).toBeLessThan(5 * SECOND);
	});

	it('does not send it once its key may have expired, however often it was sent since', async () => {
		const state = {};
		const hours: Array<[number, boolean]> = [
			[0, true],
			[22, true],
			[2, false],
		];
		for (const [more, isSent] of hours) {
			sets.now += more * HOUR;
			const next = await run({ state });
			const reply = await attempt(called(next));
			expect([reply.ok, next.asked.length]).toEqual([isSent, isSent ? 1 : 0]);
			if (!reply.ok) expect(reply.error.message).toMatch(/^1 record was sent at .* by an earlier attempt/);
			await end(next, false);
		}
	});

	it('sends it up to the last moment in which its key surely holds', async () => {
		const state = {};
		const first = await run({ state });
		await called(first);
		await end(first, false);
		const since = Number(Journal.of(first.session).sent.find(unit)?.answer?.since);
		for (const later of [0, 1]) {
			const next = await run({ state });
			sets.now = since + 23 * HOUR + later;
			const reply = await attempt(called(next));
			expect([reply.ok, next.asked.length]).toEqual(later === 0 ? [true, 1] : [false, 0]);
			await end(next, false);
		}
	});

	it('goes by when it was sent where nobody has noted since when its key is used', async () => {
		const state = {};
		const first = await run({ state });
		await called(first);
		await end(first, false);
		delete Journal.of(first.session).sent.find(unit)?.answer?.since;
		sets.now += 24 * HOUR;
		const next = await run({ state });
		await expect(called(next)).rejects.toThrow(/^1 record was sent at .* by an earlier attempt/);
		expect(next.asked).toEqual([]);
	});

	it('keeps what was recorded where it is refused', async () => {
		const state = {};
		fates.push(noAnswer(), noAnswer(), noAnswer(), { status: 400, body: { detail: 'wrong' } });
		const first = await run({ state });
		await expect(called(first)).rejects.toMatchObject({ kind: 'reset' });
		await end(first);
		const next = await run({ state });
		await expect(called(next)).rejects.toMatchObject({ kind: 'rejected' });
		expect(Journal.of(next.session).sent.find(unit)).toBeDefined();
		await end(next);
		expect(isOpen()).toBe(true);
	});

	it('leaves out what it has output, if the user wants that', async () => {
		const state = {};
		const limits = { skipsEnriched: true };
		const first = await run({ state, limits });
		await called(first);
		await end(first);
		await expect(called(await run({ state, turn: 1, limits }))).rejects.toBeInstanceOf(KnownRecord);
		expect(isReplayed(await called(await run({ state, turn: 2 })))).toBe(true);
	});

	it('does not leave out what it has not output', async () => {
		const state = {};
		const first = await run({ state });
		await called(first);
		await end(first, false);
		const next = await run({ state, limits: { skipsEnriched: true } });
		expect(isReplayed(await called(next))).toBe(true);
	});

	it('does not send what was submitted for the background', async () => {
		const state = {};
		const first = await run({ state });
		const journal = Journal.of(first.session);
		await journal.claim([unit]);
		journal.sent.accepted(journal.sending([unit]), 'b1');
		const next = await run({ state });
		await expect(called(next)).rejects.toThrow(/^1 record was sent at .* by an earlier attempt/);
		expect(next.asked).toEqual([]);
	});
});

describe('what another execution has sent', () => {
	it('is known, or retried, or too long ago', async () => {
		const limits = { skipsEnriched: true };
		sets.put('node', `known ${unit}`);
		await expect(called(await run({ limits }))).rejects.toBeInstanceOf(KnownRecord);
		const retry = await run({ execution: '9', mode: 'retry', state: { execution: '7' } });
		sets.put('node', `retry 7 ${unit}`);
		await expect(called(retry)).rejects.toThrow(/^1 record was sent by an earlier retry/);
		sentElsewhere(24 * HOUR);
		const late = await run({ execution: '2' });
		await expect(called(late)).rejects.toThrow(OPEN);
		await expect(called(late)).rejects.toBeInstanceOf(UncertainWork);
		expect(late.asked).toEqual([]);
	});

	it('is not sent while nobody can tell whether it was enriched before', async () => {
		sets.put('workflow', open(), `${open()} perhaps known`);
		const one = await run({ limits: { skipsEnriched: true } });
		await expect(called(one)).rejects.toThrow(UNCLEAR);
		await end(one);
		expect([one.asked, isOpen()]).toEqual([[], true]);
	});

	it('is sent again with a key of its own where the user wants that', async () => {
		const first = await run();
		await called(first);
		await end(first);
		sentElsewhere(0);
		const limits = { submitAgain: true };
		const state = {};
		const again = await run({ execution: '2', limits, state });
		expect((await called(again)).body).toEqual({ status: 'completed', number: 2 });
		expect(keysOf(again)[0]).not.toBe(keysOf(first)[0]);
		await end(again);
		expect(isOpen()).toBe(false);
		// Another turn is another run.
		const turn = await run({ execution: '2', turn: 1, limits });
		await called(turn);
		expect(new Set([...keysOf(first), ...keysOf(again), ...keysOf(turn)]).size).toBe(3);
	});

	it('is not sent where it is part of a batch', async () => {
		const first = await run();
		const journal = Journal.of(first.session);
		await journal.claim([unit]);
		journal.sent.accepted(journal.sending([unit]), 'b1');
		await end(first, false);
		const other = await run({ execution: '2' });
		await expect(called(other)).rejects.toThrow(OPEN);
		expect(other.asked).toEqual([]);
		// Not even if it seems to have been sent with its key as well.
		sentElsewhere(2 * HOUR);
		const dated = await run({ execution: '4' });
		await expect(called(dated)).rejects.toThrow(OPEN);
		expect(dated.asked).toEqual([]);
	});

	it('and this process has lost is repeated, once it must have ended', async () => {
		fates.push(noAnswer(), noAnswer(), noAnswer());
		const first = await run();
		await expect(called(first)).rejects.toMatchObject({ kind: 'reset' });
		await end(first);
		const lostAt = sets.now;
		const other = await run({ execution: '2' });
		expect((await called(other)).body).toEqual({ status: 'completed', number: 1 });
		expect(sets.now - lostAt).toBeGreaterThanOrEqual(HELD);
		expect(keysOf(other)).toEqual([keysOf(first)[0]]);
	});

	it('and this process has lost moments ago, in a run that goes on, is waited for', async () => {
		fates.push(noAnswer(), noAnswer(), noAnswer());
		const first = await run();
		await expect(called(first)).rejects.toMatchObject({ kind: 'reset' });
		const lostAt = sets.now;
		expect((await called(await run({ execution: '2' }))).body).toMatchObject({ number: 1 });
		expect(sets.now - lostAt).toBeGreaterThanOrEqual(HELD - 5 * SECOND);
	});

	it('and this process has lost moments ago is waited for, although it was answered before', async () => {
		await called(await run());
		await end(await run());
		const first = await run();
		await called(first);
		await end(first);
		// The service has forgotten the answer.
		stored.clear();
		sets.drop('workflow', open());
		fates.push(noAnswer(), noAnswer(), noAnswer());
		const lost = await run({ execution: '2' });
		await expect(called(lost)).rejects.toMatchObject({ kind: 'reset' });
		const lostAt = sets.now;
		await called(await run({ execution: '3' }));
		expect(sets.now - lostAt).toBeGreaterThanOrEqual(HELD - 5 * SECOND);
	});

	it('and is bought in another way, as no slot is free, is not sent', async () => {
		fates.push(NO_SLOT, NO_SLOT, NO_SLOT);
		const call = { endpoint, body: { contato: { id_pessoa: 1 } }, slotAttempts: 3 };
		const first = await run();
		await expect(called(first, { call, goesElsewhere: true })).rejects.toMatchObject({ kind: 'noSlot' });
		const other = await run({ execution: '2' });
		await expect(called(other)).rejects.toThrow(OPEN);
		expect(other.asked).toEqual([]);
	});

	it('and is bought in another way tells those that wait that its key gives nothing', async () => {
		fates.push(NO_SLOT, NO_SLOT, NO_SLOT);
		const call = { endpoint, body: { contato: { id_pessoa: 1 } }, slotAttempts: 3 };
		const one = await run();
		const hidden = jest.spyOn(Journal.of(one.session), 'hideKey');
		await expect(called(one, { call, goesElsewhere: true })).rejects.toMatchObject({ kind: 'noSlot' });
		expect(hidden.mock.calls).toEqual([[unit, false]]);
	});

	it.each([
		['completed', []],
		['failed', [[true], [false]]],
	])(
		'and has answered as %s, without a free slot now, is bought in another way only if it failed',
		async (status, isStored) => {
			if (status === 'failed') fates.push(status);
			const first = await run();
			await called(first);
			await end(first);
			const one = await run({ execution: '2', answers: [NO_SLOT, NO_SLOT, NO_SLOT] });
			const hidden = jest.spyOn(Journal.of(one.session), 'hideKey');
			const call = { endpoint, body: { contato: { id_pessoa: 1 } }, slotAttempts: 3 };
			await expect(called(one, { call, goesElsewhere: true })).rejects.toMatchObject({ kind: 'noSlot' });
			expect(hidden.mock.calls).toEqual(isStored.map((is) => [unit, ...is]));
		},
	);

	it.each([
		['was lost, although it could be bought in another way', noAnswer(), true, 'reset'],
		['found no free slot, and is not bought in another way', NO_SLOT, false, 'noSlot'],
	])('and %s, is waited for and asked for with its key', async (_, fate, goesElsewhere, kind) => {
		fates.push(fate, fate, fate);
		const call = { endpoint, body: { contato: { id_pessoa: 1 } }, slotAttempts: 3 };
		const first = await run();
		await expect(called(first, { call, goesElsewhere })).rejects.toMatchObject({ kind });
		const other = await run({ execution: '2' });
		expect((await called(other)).body).toMatchObject({ number: 1 });
		expect(new Set([...keysOf(first), ...keysOf(other)]).size).toBe(1);
	});

	it('and a run of this process has answered that goes on is asked for at once', async () => {
		await called(await run());
		const before = sets.now;
		expect(isReplayed(await called(await run({ execution: '2' })))).toBe(true);
		expect(sets.now - before).toBeLessThan(5 * SECOND);
	});

	it('and this process has answered, but not output, is asked for at once', async () => {
		const first = await run();
		await called(first);
		await end(first, false);
		const before = sets.now;
		expect(isReplayed(await called(await run({ execution: '2' })))).toBe(true);
		expect(sets.now - before).toBeLessThan(5 * SECOND);
	});
});

describe('what another process has sent moments ago', () => {
	it('is waited for until its call must have ended, and then asked for with its key', async () => {
		sentElsewhere(0);
		const before = sets.now;
		const one = await run();
		// The other process was killed before the service got it.
		expect((await called(one)).body).toEqual({ status: 'completed', number: 1 });
		expect(sets.now - before).toBeGreaterThanOrEqual(HELD);
		expect(sets.now - before).toBeLessThan(HELD + 40 * SECOND);
		await end(one);
		expect(isOpen()).toBe(false);
	});

	it('is not waited for where that is long over', async () => {
		sentElsewhere(2 * HOUR);
		const before = sets.now;
		await called(await run());
		expect(sets.now - before).toBeLessThan(5 * SECOND);
	});

	it('is not waited for any more once the other process has settled it', async () => {
		sentElsewhere(0);
		const before = sets.now;
		const one = await run();
		let isSettled = false;
		const settle = (): void => {
			if (isSettled || sets.now - before < 20 * SECOND) return;
			isSettled = true;
			sets.drop('workflow', open());
		};
		sets.meanwhile.push(...Array.from({ length: 100 }, () => settle));
		await called(one);
		expect(sets.now - before).toBeLessThan(HELD);
	});

	it('is waited for anew where the other process sends it again meanwhile', async () => {
		sentElsewhere(0);
		const before = sets.now;
		// Its first call got no answer, and it sends the same again once that must have ended.
		let sentAgain = 0;
		const sendAgain = (): void => {
			if (sentAgain > 0 || sets.now - before < HELD) return;
			sentAgain = sets.now;
			sets.put('workflow', `${open()} slot ${Math.floor(sets.now / (20 * SECOND))}`);
		};
		sets.meanwhile.push(...Array.from({ length: 100 }, () => sendAgain));
		const one = await run();
		await called(one);
		expect(sentAgain).toBeGreaterThan(0);
		expect(sets.now - sentAgain).toBeGreaterThanOrEqual(50 * SECOND);
	});

	it('is not sent where the other process has moved it to the background meanwhile', async () => {
		sentElsewhere(0);
		const before = sets.now;
		// No slot was free: it hides the key and submits a batch.
		let isHidden = false;
		const hideKey = (): void => {
			if (isHidden || sets.now - before < 15 * SECOND) return;
			isHidden = true;
			sets.drop('workflow', `${open()} period ${Math.floor(before / (4 * HOUR))}`);
		};
		sets.meanwhile.push(...Array.from({ length: 100 }, () => hideKey));
		const one = await run();
		await expect(called(one)).rejects.toThrow(OPEN);
		expect(one.asked).toHaveLength(0);
	});

	it('and came to something is its answer', async () => {
		const first = await run();
		await called(first);
		await end(first);
		sentElsewhere(2 * HOUR);
		const other = await run({ execution: '2' });
		expect((await called(other)).body).toMatchObject({ number: 1, isRead: true });
		await end(other);
		expect(isOpen()).toBe(false);
	});

	it.each([false, true])(
		'and what is bought here comes to nothing is free again, unless it was bought besides: %j',
		async (submitAgain) => {
			fates.push('failed');
			sentElsewhere(2 * HOUR);
			const one = await run({ limits: { submitAgain } });
			expect(hasFailed(await called(one))).toBe(true);
			Journal.of(one.session).decide([unit], 'uncharged');
			await end(one);
			expect(isOpen()).toBe(submitAgain);
		},
	);

	it('and failed may have been sent again with a key that is not known here', async () => {
		fates.push('failed');
		const first = await run();
		await called(first);
		await end(first);
		sentElsewhere(2 * HOUR);
		const other = await run({ execution: '2' });
		await expect(called(other)).rejects.toThrow(OPEN);
		expect(other.asked).toHaveLength(1);
		await end(other);
		expect(isOpen()).toBe(true);
	});

	it('and failed is not sent later either: in a further try, a further turn, or the next execution', async () => {
		fates.push('failed');
		const first = await run();
		await called(first);
		await end(first);
		sentElsewhere(2 * HOUR);
		const state = {};
		for (const more of [{ execution: '2', state }, { execution: '2', state, turn: 1 }, { execution: '3' }]) {
			for (let tries = 1; tries <= 2; tries++) {
				const other = await run(more);
				await expect(called(other)).rejects.toThrow(OPEN);
				expect(keysOf(other)).toEqual(keysOf(first));
				await end(other);
			}
		}
		expect([stored.size, isOpen()]).toEqual([1, true]);
	});
});

describe('a run that waits for what another process has sent moments ago', () => {
	/** What it finds when it looks, in turn; then what there is. */
	function finds({ session }: Run, ...findings: readonly Finding[]) {
		const looked = jest.spyOn(Journal.of(session), 'lookAgain');
		for (const finding of findings) looked.mockResolvedValueOnce(finding);
		return looked;
	}

	/** Right before it looks, the other process has settled the unit. */
	function findsSettled({ session }: Run, told?: Finding) {
		const journal = Journal.of(session);
		const look = journal.lookAgain.bind(journal);
		return jest.spyOn(journal, 'lookAgain').mockImplementationOnce(async (looked) => {
			sets.drop('workflow', open());
			return told ?? (await look(looked));
		});
	}

	it.each(['open', 'unclear'] as const)(
		'goes on waiting where it finds it %s once, and with a date the next time',
		async (finding) => {
			sentElsewhere(0);
			const before = sets.now;
			const one = await run();
			finds(one, finding, 'openRecently');
			expect((await called(one)).body).toEqual({ status: 'completed', number: 1 });
			expect(sets.now - before).toBeGreaterThanOrEqual(HELD);
		},
	);

	it.each([
		['open', OPEN],
		['unclear', UNCLEAR],
	] as const)('gives up where it finds it %s twice', async (finding, message) => {
		sentElsewhere(0);
		const one = await run();
		const looked = finds(one, finding, finding);
		await expect(called(one)).rejects.toThrow(message);
		await end(one);
		expect([looked.mock.calls.length, one.asked, isOpen()]).toEqual([2, [], true]);
	});

	it('gives back what it gets once it has seen no date of it: the next execution sends it', async () => {
		sentElsewhere(0);
		const one = await run();
		const looked = findsSettled(one, 'open');
		await expect(called(one)).rejects.toThrow(OPEN);
		expect([looked.mock.calls.length, one.asked, isOpen()]).toEqual([2, [], false]);
		await end(one);
		expect((await called(await run({ execution: '2' }))).body).toMatchObject({ number: 1 });
	});

	it('sends it at once where it is settled, and gets the answer of the other', async () => {
		const first = await run();
		await called(first);
		await end(first);
		sentElsewhere(0);
		const before = sets.now;
		const one = await run({ execution: '2' });
		const looked = findsSettled(one);
		expect((await called(one)).body).toEqual({ status: 'completed', number: 1, isRead: true });
		expect(looked).toHaveBeenCalledTimes(1);
		expect(sets.now - before).toBeLessThan(20 * SECOND);
		await end(one);
		expect([keysOf(one), isOpen()]).toEqual([keysOf(first), false]);
	});

	it('gets a failure, too, where it is settled: with another key it would not be', async () => {
		fates.push('failed');
		const first = await run();
		await called(first);
		await end(first);
		sentElsewhere(0);
		const one = await run({ execution: '2' });
		findsSettled(one);
		const reply = await called(one);
		expect([isReplayed(reply), hasFailed(reply), one.asked.length]).toEqual([true, true, 1]);
	});

	it('leaves it out at once where it is known', async () => {
		sentElsewhere(0);
		const one = await run();
		const looked = finds(one, 'known');
		await expect(called(one)).rejects.toBeInstanceOf(KnownRecord);
		expect([looked.mock.calls.length, one.asked]).toEqual([1, []]);
	});

	it('waits no moment longer than the call may take', async () => {
		sentElsewhere(0);
		const one = await run();
		const journal = Journal.of(one.session);
		const looked = jest.spyOn(journal, 'lookAgain').mockImplementationOnce(async () => {
			sets.now = Number(journal.lastSent(unit)) + HELD;
			return await Promise.resolve<Finding>('openRecently');
		});
		await called(one);
		expect(looked).toHaveBeenCalledTimes(1);
	});

	it('looks every five seconds or up to a quarter later, each run at other times', async () => {
		sentElsewhere(0);
		jest.spyOn(clock, 'random').mockReturnValue(0.8);
		const one = await run();
		const slept = jest.spyOn(one.service, 'sleep');
		await called(one);
		expect(new Set(slept.mock.calls.map(([ms]) => ms))).toEqual(new Set([6 * SECOND]));
	});

	it('looks once more where another one sends it first, though nothing was under way, and has not sent it', async () => {
		sentElsewhere(2 * HOUR);
		const one = await run();
		const journal = Journal.of(one.session);
		const looked = jest.spyOn(journal, 'lookAgain');
		const sends = jest.spyOn(journal, 'callsNow').mockResolvedValueOnce(false);
		expect((await called(one)).body).toEqual({ status: 'completed', number: 1 });
		expect(sends.mock.calls).toEqual([
			[unit, undefined],
			[unit, undefined],
		]);
		expect([looked.mock.calls.length, one.asked.length]).toEqual([1, 1]);
	});

	it('leaves it open where another one sends it first, and n8n fails then', async () => {
		sentElsewhere(0);
		const one = await run();
		findsSettled(one).mockRejectedValueOnce(new Error('no database'));
		jest.spyOn(Journal.of(one.session), 'callsNow').mockResolvedValueOnce(false);
		await expect(called(one)).rejects.toThrow('no database');
		await end(one);
		expect([one.asked, isOpen()]).toEqual([[], true]);
	});
});
