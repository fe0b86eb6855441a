import { clock } from '../../../core/base/clock';
import { Pace } from '../../../core/client/pace';
import { sessionOf } from '../../support/session';

const instantly = async (): Promise<void> => await Promise.resolve();

/** Work that ends when it is told to. */
function controlled(pace: Pace, count: number) {
	let active = 0;
	let most = 0;
	const order: number[] = [];
	const ends: Array<() => void> = [];
	const done = Array.from({ length: count }, async (_, i) => {
		await pace.run(instantly, async () => {
			order.push(i);
			most = Math.max(most, ++active);
			await new Promise<void>((resolve) => ends.push(resolve));
			active--;
		});
	});
	const settleTurns = async () => {
		for (let i = 0; i < 20; i++) await Promise.resolve();
	};
	return {
		order,
		active: () => active,
		most: () => most,
		end: async (times = 1) => {
			await settleTurns();
			for (let i = 0; i < times; i++) {
				ends.shift()?.();
				await settleTurns();
			}
		},
		settleTurns,
		done: Promise.all(done),
	};
}

const unpaced = (ceiling: number) => new Pace({ concurrency: ceiling, requestsPerMinute: 0 });

describe('width', () => {
	it.each([1, 2, 8])('is %i at most, and turns come in the order asked for', async (ceiling) => {
		const work = controlled(unpaced(ceiling), 20);
		await work.settleTurns();
		expect(work.active()).toBe(ceiling);
		await work.end(20);
		await work.done;
		expect(work.order).toEqual(Array.from({ length: 20 }, (_, i) => i));
		expect(work.most()).toBe(ceiling);
	});

	it('gives the turn on when work fails', async () => {
		const pace = unpaced(1);
		const failing = pace.run(instantly, async () => await Promise.reject(new Error('x')));
		const next = pace.run(instantly, async () => await Promise.resolve('next'));
		await expect(failing).rejects.toThrow('x');
		await expect(next).resolves.toBe('next');
	});
});

describe('the limit per minute', () => {
	beforeEach(() => jest.useFakeTimers());
	afterEach(() => {
		jest.useRealTimers();
		jest.restoreAllMocks();
	});

	it.each([
		[30, 10_000, 10],
		// Parts of 30 a minute, for 2, 4 and 8 at the same time: together never more than 10.
		[15, 10_000, 5],
		[3, 10_000, 1],
	])('of %i lets begin in %i ms at most %i', async (perMinute, windowMs, most) => {
		jest.spyOn(clock, 'now').mockImplementation(() => Date.now());
		const pace = new Pace({ concurrency: 100, requestsPerMinute: perMinute });
		const sleep = async (ms: number) => await new Promise<void>((go) => setTimeout(go, ms));
		const begun: number[] = [];
		const work = Array.from({ length: 80 }, async () => {
			await pace.run(sleep, async () => {
				begun.push(Date.now());
				await Promise.resolve();
			});
		});
		await jest.advanceTimersByTimeAsync((80 / perMinute) * 60_000);
		await Promise.all(work);
		expect(begun).toHaveLength(80);
		for (const time of begun) {
			const within = begun.filter((other) => other > time - windowMs && other <= time);
			expect(within.length).toBeLessThanOrEqual(most);
		}
	});

	it('goes on in the next turn of a loop, which has a session of its own', async () => {
		jest.spyOn(clock, 'now').mockImplementation(() => Date.now());
		const state = {};
		const held: number[] = [];
		for (let turn = 0; turn < 7; turn++) {
			const { pace } = sessionOf({ concurrency: 5, requestsPerMinute: 30 }, state);
			await pace.run(async (ms) => void held.push(ms), instantly);
		}
		expect(held).toEqual([2000, 4000]);
	});
});
