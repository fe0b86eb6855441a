import type { IDataObject } from 'n8n-workflow';

import type { Service } from '../../../core/client/service';
import { hintCut, loadPages, type PagesToLoad } from '../../../core/output/pagedList';
import { asBody } from '../../../core/read/answer';
import { extentOf } from '../../../core/read/extent';

/** The pages of lists; what the service may say of them is tried over HTTP. */

const some = (count: number, from = 0): IDataObject[] =>
	Array.from({ length: count }, (_, i) => ({ n: from + i }));

describe('how much of a list an answer holds', () => {
	it.each<[string, IDataObject, Partial<ReturnType<typeof extentOf>>]>([
		['all that it counts', { results: some(3), count: 3 }, { isCut: false, isWhole: true, total: 3 }],
		['just the page of ten that it counts', { results: some(10), count: 10 }, { isWhole: true, total: 10 }],
		['less than it counts', { results: some(3), total: 4 }, { isCut: true, isWhole: false, total: 4 }],
		['a page of ten', { results: some(10) }, { isCut: false, isWhole: false }],
		['three pages of ten', { results: some(30) }, { isCut: false, isWhole: false }],
		['no page of ten', { results: some(11) }, { isCut: false, isWhole: true }],
		['nothing at all', { results: [] }, { isCut: false, isWhole: true }],
		['no list', {}, { isCut: false, isWhole: true }],
	])('%s', (_, body, extent) => expect(extentOf(body)).toMatchObject(extent));

	it('is told by a next page', () => {
		expect(extentOf({ results: some(3), next: 'https://a.example/?page=2' })).toMatchObject({
			isCut: true,
			isWhole: false,
		});
		for (const next of [null, ''])
			expect(extentOf({ results: some(10), next })).toMatchObject({ isCut: false, isWhole: true });
	});

	it('is told by an answer that is the list itself only by its length', () => {
		expect(extentOf(some(3))).toMatchObject({ isCut: false, isWhole: true });
		expect(extentOf(some(20))).toMatchObject({ isCut: false, isWhole: false });
	});

	it('may be a full page of the size that was asked for', () => {
		expect(extentOf({ results: some(7) }, 7).isWhole).toBe(false);
		expect(extentOf({ results: some(6) }, 7).isWhole).toBe(true);
	});

	it('counts what earlier pages have brought', () => {
		expect(extentOf({ results: some(3), total: 9 }, undefined, { before: 6 }).isCut).toBe(false);
		expect(extentOf({ results: some(3), total: 9 }, undefined, { before: 5 }).isCut).toBe(true);
	});
});

describe('the pages of a list', () => {
	/** Loads a list whose further answers are these, and tells what was asked for. */
	async function load(first: unknown, more: readonly unknown[], wanted: Partial<PagesToLoad> = {}) {
		const asked: IDataObject[] = [];
		const loaded = await loadPages(asBody(first), {
			...wanted,
			load: async (paging) => {
				asked.push(paging);
				return await Promise.resolve(asBody(more[asked.length - 1]));
			},
		});
		return { ...loaded, asked };
	}

	it('are loaded until the list is whole', async () => {
		const pages = [{ results: some(10, 10) }, { results: some(2, 20) }];
		expect(await load({ results: some(10) }, pages)).toEqual({
			rows: some(22),
			isCut: false,
			isWhole: true,
			total: undefined,
			asked: [{ page: 2 }, { page: 3 }],
		});
		expect((await load({ results: some(3) }, [])).asked).toEqual([]);
		const { asked } = await load({ results: some(10) }, [{ results: some(1, 10) }]);
		expect(asked[0]).not.toHaveProperty('page_size');
	});

	it('are asked for by the size of the first, or by their number', async () => {
		const sized = await load({ results: some(4) }, [{ results: some(1, 4) }], { asked: 4 });
		expect(sized).toMatchObject({ rows: some(5), isWhole: true, asked: [{ page: 2, page_size: 4 }] });
		const linked = await load({ results: some(3), next: '?cursor=x' }, [{ results: some(1, 3), next: null }]);
		expect(linked).toMatchObject({ rows: some(4), isCut: false, isWhole: true, asked: [{ page: 2 }] });
	});

	it('count together', async () => {
		const { rows, isCut, isWhole, total, asked } = await load({ results: some(3), total: 6 }, [
			{ results: some(2, 3), total: 6 },
			{ results: some(1, 5), total: 6 },
		]);
		expect({ rows, isCut, isWhole, total }).toEqual({ rows: some(6), isCut: false, isWhole: true, total: 6 });
		expect(asked).toHaveLength(2);
	});

	it('end with one that has nothing new', async () => {
		const same = { results: some(10) };
		expect(await load(same, [same, same])).toEqual({
			rows: some(10),
			isCut: false,
			isWhole: true,
			total: undefined,
			asked: [{ page: 2 }],
		});
		// The service counts more than it gives.
		expect(await load({ ...same, total: 50 }, [same])).toMatchObject({
			rows: some(10),
			isCut: true,
			isWhole: false,
			total: 50,
		});
		const later = await load(same, [{ results: some(10, 10) }, { results: some(10, 5) }]);
		expect(later.rows).toEqual(some(20));
		expect(later.asked).toHaveLength(2);
	});

	it('keep every entry of a page of which some are new', async () => {
		const { rows } = await load({ results: some(10) }, [{ results: some(5, 7) }]);
		expect(rows).toEqual([...some(10), ...some(5, 7)]);
	});

	it('are no more than are wanted, or allowed', async () => {
		const page = (from: number): IDataObject => ({ results: some(10, from), total: 100 });
		const enough = await load(page(0), [page(10), page(20)], { wanted: 15 });
		expect(enough).toMatchObject({ rows: some(20), isCut: false, isWhole: false, total: 100 });
		expect(enough.asked).toHaveLength(1);
		expect(await load(page(0), [page(10)], { wanted: 10 })).toMatchObject({ isCut: false, asked: [] });
		expect(await load(page(0), [page(10)], { atMost: 2 })).toMatchObject({ rows: some(20), isCut: true });
		expect((await load(page(0), [], { atMost: 1 })).asked).toEqual([]);
	});
});

describe('a list that is not complete', () => {
	const told = (work: (service: Service) => void): string[] => {
		const hints: string[] = [];
		work({ session: { hint: (text: string) => void hints.push(text) } } as unknown as Service);
		return hints;
	};

	it('is told, with what to do', () => {
		expect(told((service) => hintCut(service, 3, 9, 'Do this.'))).toEqual([
			'The list is not complete: the service returned 3 of 9 entries and no further ones. Do this.',
		]);
		expect(told((service) => hintCut(service, 3, undefined, 'Do this.'))[0]).toContain('3 of more entries');
	});
});

it('reads nothing but the entries of a list that is whole', async () => {
	const first = { results: [{ toJSON: () => fail() }], next: null };
	const fail = (): never => {
		throw new Error('compared');
	};
	expect(
		(await loadPages(asBody(first), { load: async () => await Promise.resolve(fail()) })).rows,
	).toHaveLength(1);
});
