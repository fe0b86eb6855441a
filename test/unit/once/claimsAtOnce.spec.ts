import type { IExecuteFunctions } from 'n8n-workflow';

import { clock } from '../../../core/base/clock';
import { Claims } from '../../../core/once/claims';

/**
 * Three executions that claim one record within some seconds, in a store whose calls take some milliseconds, each
 * reading, changing and writing the whole set.
 */

let now = 0;
let waiting: Array<{ at: number; run: () => void }> = [];
const after = async (ms: number): Promise<void> =>
	await new Promise((run) => void waiting.push({ at: now + ms, run }));

/** Lets time pass until the work is done. */
async function passing<T>(work: Promise<T>): Promise<T> {
	let isDone = false;
	void work.finally(() => (isDone = true));
	for (;;) {
		await new Promise((resolve) => void setImmediate(resolve));
		if (isDone) return await work;
		waiting.sort((a, b) => a.at - b.at);
		const next = waiting.shift();
		if (next === undefined) throw new Error('nothing is waited for');
		now = Math.max(now, next.at);
		next.run();
	}
}

/** The same numbers for each seed. */
function numbers(seed: number): () => number {
	let state = seed;
	return () => {
		state = (state + 0x6d2b79f5) | 0;
		let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
		mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
		return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
	};
}

const MOST_MS = 20;
let random: () => number;
let entries: ReadonlySet<string>;
const call = async (change: (before: ReadonlySet<string>) => ReadonlySet<string>): Promise<void> => {
	const some = (): number => 1 + Math.floor((random() * MOST_MS) / 3);
	await after(some());
	const before = entries;
	await after(some());
	entries = change(before);
	await after(some());
};

/** @param place what makes calls wait for one another: the same for all executions of a process */
const contextOf = (place: string): IExecuteFunctions =>
	({
		getNode: () => ({ id: 'n', name: 'Node' }),
		getWorkflow: () => ({ id: place }),
		getInstanceId: () => 'instance',
		helpers: {
			getProcessedDataCount: async () => await Promise.resolve(entries.size),
			checkProcessedAndRecord: async (wanted: readonly string[]) => {
				let processed: readonly string[] = [];
				await call((before) => {
					processed = wanted.filter((entry) => before.has(entry));
					return new Set([...before, ...wanted]);
				});
				return { processed, new: [] };
			},
			removeProcessed: async (unwanted: readonly string[]) =>
				await call((before) => new Set([...before].filter((entry) => !unwanted.includes(entry)))),
		},
	}) as unknown as IExecuteFunctions;

beforeEach(() => {
	jest.spyOn(clock, 'now').mockImplementation(() => 1e12 + now);
	jest.spyOn(clock, 'sleep').mockImplementation(async (ms) => await after(ms));
});
afterEach(() => jest.restoreAllMocks());

it.each([
	['one process, batches', false, true],
	['one process, Enrich Now', true, true],
	['a process each, batches', false, false],
	['a process each, Enrich Now', true, false],
])('a record is held by one execution at a time: %s', async (name, isDated, isOneProcess) => {
	const heldTwice: number[] = [];
	for (let seed = 1; seed <= 300; seed++) {
		[now, waiting, entries, random] = [0, [], new Set(), numbers(seed)];
		let [holding, most] = [0, 0];
		const execution = async (which: number): Promise<void> => {
			await after(which === 0 ? 0 : random() * 2000);
			const place = `${name} ${seed} ${isOneProcess ? '' : which}`;
			const claims = new Claims(contextOf(place), { skipsKnown: false, submitsAgain: false, isDated });
			if ((await claims.take(['unit'])).get('unit') !== 'free') return;
			most = Math.max(most, ++holding);
			// It sends, and gets its result.
			await after(random() * 1500);
			holding--;
			await claims.release(['unit']);
		};
		await passing(Promise.all([0, 1, 2].map(execution)));
		if (most > 1) heldTwice.push(seed);
	}
	expect(heldTwice).toEqual([]);
});

it.each([
	['one process', true, false],
	['one process, sent again', true, true],
	['a process each', false, false],
	['a process each, sent again', false, true],
])('a known record is sent by none that leaves it out: %s', async (name, isOneProcess, submitsAgain) => {
	const found: unknown[] = [];
	for (let seed = 1; seed <= 300; seed++) {
		[now, waiting, entries, random] = [0, [], new Set(), numbers(seed)];
		const claimsOf = (which: number): Claims => {
			const place = `known ${name} ${seed} ${isOneProcess ? '' : which}`;
			return new Claims(contextOf(place), { skipsKnown: true, submitsAgain, isDated: false });
		};
		const first = claimsOf(0);
		await passing(first.take(['unit']).then(async () => await first.release(['unit'])));
		const execution = async (which: number): Promise<void> => {
			await after(which === 0 ? 0 : random() * 2000);
			const claims = claimsOf(which);
			const findings = which === 2 ? await claims.find(['unit']) : await claims.take(['unit', 'new']);
			found.push(findings.get('unit'));
			if (findings.get('new') === 'free') await claims.release(['new']);
		};
		await passing(Promise.all([0, 1, 2].map(execution)));
		const last = claimsOf(3);
		expect((await passing(last.take(['unit']))).get('unit')).toBe('known');
	}
	// Two that have claimed a part each, and wait for the other one's, may end without having been told.
	expect(found.filter((one) => one !== 'known' && one !== 'unclear')).toEqual([]);
	expect(found.filter((one) => one === 'unclear').length).toBeLessThan(found.length / 100);
});

it('a claim made while a large release is under way stands as long as its execution', async () => {
	[now, waiting, random] = [0, [], numbers(1)];
	// Such as records that were missing in earlier results.
	entries = new Set(Array.from({ length: 10_000 }, (_, i) => `other ${i}`));
	const claims = (): Claims =>
		new Claims(contextOf('large'), { skipsKnown: false, submitsAgain: false, isDated: false });
	const units = Array.from({ length: 2000 }, (_, i) => `unit ${i}`);
	const first = claims();
	await passing(first.take(units));
	const all = entries.size;
	const find = async (): Promise<unknown> => (await claims().take(['unit 0'])).get('unit 0');
	const findWhenReleased = async (): Promise<unknown> => {
		while (entries.size >= all) await after(5);
		return await find();
	};
	const findLater = async (): Promise<unknown> => {
		await after(30_000);
		return await find();
	};
	// The second never releases: it waits for its batch when the third begins, half a minute later.
	const found = await passing(Promise.all([findWhenReleased(), findLater(), first.release(units)]));
	expect(found.slice(0, 2)).toEqual(['free', 'open']);
});
