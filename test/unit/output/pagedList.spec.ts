import { loadPages } from '../../../core/output/pagedList';

/** The pages of lists; what the service may say of them is tried over HTTP. */

it('compares large pages in turns with all else, and keeps each entry once', async () => {
	const page = (from: number): unknown[] =>
		Array.from({ length: 100_000 }, (_, i) => ({ name: `Entry ${from + i}` }));
	const ticks: number[] = [];
	const ticking = setInterval(() => ticks.push(1), 1);
	const loaded = await loadPages(
		{ results: page(0), total: 200_000 },
		{ load: async () => await Promise.resolve({ results: page(100_000), total: 200_000 }) },
	);
	clearInterval(ticking);
	expect(loaded).toMatchObject({ isCut: false, isWhole: true });
	expect(loaded.rows).toHaveLength(200_000);
	expect(ticks.length).toBeGreaterThan(1);
});

it('reads nothing but the entries of a list that is whole', async () => {
	const first = { results: [{ toJSON: () => fail() }], next: null };
	const fail = (): never => {
		throw new Error('compared');
	};
	expect((await loadPages(first, { load: async () => await Promise.resolve(fail()) })).rows).toHaveLength(1);
});
