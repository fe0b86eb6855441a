import { loadPages } from '../../../core/output/pagedList';
import { asBody } from '../../../core/read/answer';

it('compares large pages in turns with all else, and keeps each entry once', async () => {
	const page = (from: number): unknown[] =>
		Array.from({ length: 100_000 }, (_, i) => ({ name: `Entry ${from + i}` }));
	const ticks: number[] = [];
	const ticking = setInterval(() => ticks.push(1), 1);
	const loaded = await loadPages(asBody({ results: page(0), total: 200_000 }), {
		load: async () => await Promise.resolve(asBody({ results: page(100_000), total: 200_000 })),
	});
	clearInterval(ticking);
	expect(loaded).toMatchObject({ isCut: false, isWhole: true });
	expect(loaded.rows).toHaveLength(200_000);
	expect(ticks.length).toBeGreaterThan(1);
}, 60_000);
