import type { Client } from '../../../bench/setup/contestant';
import type { Result, Sample } from '../../../bench/measure';
import { medianOf, wishesOf } from '../../../bench/wishes';

const sample = (ms: number, more: Partial<Sample> = {}): Sample => ({
	ms,
	requests: 10,
	credits: 10,
	results: 10,
	...more,
});
const result = (id: string, clients: Partial<Record<Client, readonly Sample[]>>): Result => ({
	id,
	title: id,
	clients: Object.entries(clients).map(([client, samples]) => ({
		client: client as Client,
		title: client,
		samples,
	})),
});

it.each([
	[[3], 3],
	[[9, 1, 5], 5],
	[[4, 1, 3, 2], 2],
])('takes the middle of %j', (figures, middle) => expect(medianOf(figures)).toBe(middle));

it.each([
	['enrichments', 1149, true],
	['enrichments', 1151, false],
	['lookUps', 1101, false],
	['search', 1099, true],
	['batch', 1200, false],
])('%s in %i instead of 1,000 ms: met %s', (id, ms, isMet) => {
	const measured = result(id, { bare: [sample(1000)], helper: [sample(1000)], package: [sample(ms)] });
	expect(wishesOf([measured], [])).toMatchObject([{ measured: (ms / 1000).toFixed(2), isMet }]);
});

it('compares the medians of blocks, and says nothing where they are not known', () => {
	const blocked = (...all: number[]): Sample[] => all.map((longestBlockMs) => sample(1, { longestBlockMs }));
	const with30 = result('other', { helper: blocked(20, 30, 900), package: blocked(131, 2, 800) });
	expect(wishesOf([with30], [])).toMatchObject([{ measured: '131 ms against 30 ms', isMet: false }]);
	expect(wishesOf([result('other', { helper: [sample(1)], package: [sample(9)] })], [])).toEqual([]);
});

it('compares one node with the six that it replaces', () => {
	const grown = (ms: number, grownBytes: number, requests = 5): Sample[] => [
		sample(ms, { grownBytes, requests }),
	];
	const list = result('list', { sixNodes: grown(2000, 1e6), package: grown(1000, 2e6) });
	expect(wishesOf([list], []).map(({ isMet }) => isMet)).toEqual([true, true, false]);
});

it("compares the package's forms with n8n's own", () => {
	const openings = [
		{ title: 'List: Enrich', ms: [300, 100, 200] },
		{ title: 'HTTP Request', ms: [100] },
	];
	expect(wishesOf([], openings)).toMatchObject([{ measured: '2.00 (200 ms)', isMet: false }]);
});
