import { sleep } from 'n8n-workflow';

import { clock } from '../../../core/base/clock';
import { atMost, inTurns, serialize } from '../../../core/base/async';

const soon = async (): Promise<void> => await sleep(1);

describe('serialize', () => {
	it('does work on the same thing one after another, and on others meanwhile', async () => {
		const seen: string[] = [];
		const work = (name: string) => async () => {
			seen.push(`${name} begins`);
			await soon();
			seen.push(`${name} ends`);
			return name;
		};
		const all = [
			serialize('a', work('1')),
			serialize('a', work('2')),
			serialize('b', work('3')),
			serialize('a', work('4')),
		];
		expect(await Promise.all(all)).toEqual(['1', '2', '3', '4']);
		expect(seen.filter((word) => !word.startsWith('3'))).toEqual(
			['1', '2', '4'].flatMap((name) => [`${name} begins`, `${name} ends`]),
		);
		expect(seen.indexOf('3 begins')).toBeLessThan(seen.indexOf('1 ends'));
	});

	it('has work wait that comes when the first has ended, but not the second', async () => {
		const atOnce: number[] = [];
		let active = 0;
		const work = async () => {
			atOnce.push(++active);
			await soon();
			active--;
		};
		const [first, second] = [serialize('a', work), serialize('a', work)];
		await first;
		await Promise.all([second, serialize('a', work)]);
		expect(atOnce).toEqual([1, 1, 1]);
	});

	it('goes on after work that failed', async () => {
		const failed = serialize('a', async () => await Promise.reject(new Error('no')));
		const next = serialize('a', async () => await Promise.resolve('next'));
		await expect(failed).rejects.toThrow('no');
		expect(await next).toBe('next');
	});
});

describe('atMost', () => {
	it.each([1, 3, 100])(
		'does no more than %i things at once, in order, and gives all results',
		async (most) => {
			let atOnce = 0;
			let highest = 0;
			const begun: number[] = [];
			const items = Array.from({ length: 20 }, (_, i) => i);
			const results = await atMost(most, items, async (item) => {
				begun.push(item);
				highest = Math.max(highest, ++atOnce);
				for (let turns = item % 4; turns >= 0; turns--) await soon();
				atOnce--;
				return item * 2;
			});
			expect(results).toEqual(items.map((item) => item * 2));
			expect(begun).toEqual(items);
			expect(highest).toBe(Math.min(most, items.length));
		},
	);
});

describe('inTurns', () => {
	afterEach(() => jest.restoreAllMocks());

	it.each([1, 2, 4])('lets what waits have its turn after each piece of work of %d lists', async (lists) => {
		let now = 0;
		jest.spyOn(clock, 'now').mockImplementation(() => now);
		const turns = jest.spyOn(clock, 'sleep').mockImplementation(async () => await Promise.resolve());
		const list = async (): Promise<void> => {
			// Each piece takes longer than a turn.
			for await (const ms of inTurns([45, 45, 45, 45, 45, 45])) now += ms;
		};
		await Promise.all(Array.from({ length: lists }, list));
		// The first pieces of all lists are worked on in the same turn.
		expect(turns.mock.calls.length).toBeGreaterThanOrEqual(lists * 5);
	});
});
