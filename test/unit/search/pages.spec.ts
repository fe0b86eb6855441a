import type { IDataObject } from 'n8n-workflow';

import { endpoints } from '../../../contract';
import { assumedLimits } from '../../../contract/model/limits';
import { Service } from '../../../core/client/service';
import {
	loadPages,
	type Page,
	type PageRequest,
} from '../../../nodes/PersonCompanyData/families/search/pages';
import { cannedService, type Canned, type CannedRun } from '../../support/cannedService';
import { EntrySets } from '../../support/entrySets';

/** The pages of a search, and what is asked of the service for them; a page has ten rows unless a test says otherwise. */

let sets: EntrySets;
let node: string;
let tests = 0;
beforeEach(() => {
	sets = new EntrySets().start();
	// What the process knows outlasts a test.
	node = `pages ${++tests}`;
});
afterEach(() => jest.restoreAllMocks());

const endpoint = endpoints.b2bPersonSearch;
const idsFrom = (first: number, count: number): number[] =>
	Array.from({ length: count }, (_, i) => first + i);

/** The answer to a page, of so many persons that are numbered from 0. */
function answerTo(total: number, { pagina, por_pagina }: IDataObject): IDataObject {
	const start = (Number(pagina) - 1) * Number(por_pagina);
	const ids = idsFrom(start, Math.max(0, Math.min(Number(por_pagina), total - start)));
	return { dados: ids.map((id_pessoa) => ({ id_pessoa })), total, pagina, por_pagina, chave_cache: 'k' };
}

interface Given extends Partial<PageRequest> {
	/** Persons in the service. */
	readonly total?: number;
	/** What the answers to some pages hold instead; an error or its status for those that fail. */
	readonly odd?: Readonly<Record<number, IDataObject | number | Error>>;
	/** What becomes of each answer. */
	readonly change?: (answer: IDataObject) => IDataObject;
	readonly limits?: CannedRun['limits'];
	/** Ends after so many pages. */
	readonly most?: number;
}

/** The pages that came of a search, each with its IDs, and the requests for them. */
async function load({
	total = 100,
	odd = {},
	change = (answer) => answer,
	limits,
	most = 50,
	...request
}: Given = {}) {
	const asked: IDataObject[] = [];
	let [underWay, together] = [0, 0];
	const { service, session } = await cannedService(sets, {
		node,
		limits,
		answers: ({ body }): Canned => {
			const page = body as IDataObject;
			asked.push(page);
			together = Math.max(together, ++underWay);
			setImmediate(() => underWay--);
			const instead = odd[Number(page.pagina)] ?? {};
			if (instead instanceof Error) return instead;
			return typeof instead === 'number'
				? { status: instead, body: { detail: 'wrong' } }
				: { body: change({ ...answerTo(total, page), ...instead }) };
		},
	});
	const pages: Array<{ readonly ids: unknown[]; readonly state: Page['state'] }> = [];
	let error: Error | undefined;
	const searching = new Service(session, [endpoint]);
	try {
		for await (const { rows, state } of loadPages(searching, {
			endpoint,
			filters: { filtros_pessoa: { cargos: ['a'] } },
			pageSize: 10,
			limit: 1000,
			...request,
		})) {
			pages.push({ ids: rows.map((row) => row.id_pessoa ?? row), state });
			if (pages.length === most) break;
		}
	} catch (failure) {
		error = failure instanceof Error ? failure : new Error(`Thrown: ${String(failure)}`);
	}
	return {
		pages,
		error,
		asked,
		together,
		ids: pages.flatMap(({ ids }) => ids),
		/** The numbers of the pages that were asked for. */
		numbers: asked.map(({ pagina }) => pagina),
		last: pages.at(-1)?.state,
		credits: service.session.tally.creditsAtMost,
	};
}

/** A page with rows of its own. */
const short = (from: number, count: number): IDataObject => ({
	dados: idsFrom(from, count).map((id_pessoa) => ({ id_pessoa })),
});

const GOOD = { stuck: false, isCut: false, repeats: false, renewed: false };
const from = (offset: number, more: object = {}) => ({ cacheKey: 'k', total: 100, offset, ...more });

describe('a search of one page', () => {
	it('is asked for once, without a key', async () => {
		const { pages, asked, credits } = await load({ total: 3 });
		expect(pages).toEqual([
			{
				ids: [0, 1, 2],
				state: {
					...GOOD,
					total: 3,
					cacheKey: 'k',
					isNew: true,
					...{ offset: 10, pageSize: 10, count: 3 },
					pages: { page: 1, rows: expect.any(String), first: { 1: expect.any(String) } },
				},
			},
		]);
		expect(pages[0].state).not.toHaveProperty('nextOffset');
		expect(asked).toEqual([{ pagina: 1, por_pagina: 10, filtros_pessoa: { cargos: ['a'] } }]);
		expect(credits).toBe(1);
	});

	it('may be full', async () => {
		expect((await load({ total: 10 })).numbers).toEqual([1]);
	});

	it('may have no rows', async () => {
		const { pages, numbers } = await load({ total: 0 });
		expect(pages).toMatchObject([{ ids: [], state: { ...GOOD, total: 0, cacheKey: 'k', isNew: true } }]);
		expect(pages[0].state).not.toHaveProperty('nextOffset');
		expect(numbers).toEqual([1]);
	});
});

describe('the pages of a search', () => {
	it('come in order, and only the first is charged', async () => {
		const { ids, pages, asked, numbers, credits } = await load({ total: 45 });
		expect(ids).toEqual(idsFrom(0, 45));
		expect(numbers).toEqual([1, 2, 3, 4, 5]);
		expect(asked.slice(1).map(({ chave_cache, total_cacheado }) => [chave_cache, total_cacheado])).toEqual(
			Array.from({ length: 4 }, () => ['k', 45]),
		);
		expect(pages.map(({ state: { isNew, nextOffset } }) => [isNew, nextOffset])).toEqual([
			[true, 10],
			[false, 20],
			[false, 30],
			[false, 40],
			[false, undefined],
		]);
		expect(credits).toBe(1);
	});

	it('are asked for several at once as soon as the service has taken the key, and not beyond the last', async () => {
		const { together, numbers } = await load({ total: 60, most: 3 });
		expect([together, numbers]).toEqual([4, [1, 2, 3, 4, 5, 6]]);
		expect((await load({ total: 60, oneAtATime: true })).together).toBe(1);
	});

	it('are no more than are wanted', async () => {
		const { ids, numbers, last } = await load({ limit: 25 });
		expect([ids, numbers, last?.nextOffset]).toEqual([idsFrom(0, 25), [1, 2, 3], 25]);
		const just = await load({ limit: 20 });
		expect([just.ids, just.numbers, just.last?.nextOffset]).toEqual([idsFrom(0, 20), [1, 2], 20]);
		const part = await load({ total: 30, limit: 25 });
		expect([part.numbers, part.last?.nextOffset]).toEqual([[1, 2, 3], 25]);
		const ahead = await load({ limit: 45 });
		expect([ahead.ids.length, ahead.numbers]).toEqual([45, [1, 2, 3, 4, 5]]);
	});

	const placesIn = (asked: readonly IDataObject[]) =>
		asked.map(({ pagina, por_pagina }) => [pagina, por_pagina]);

	it.each([5, 9, 10, 15])('may all have another length than was asked for: %d', async (length) => {
		const most = Math.ceil(45 / length);
		const odd = Object.fromEntries(
			idsFrom(1, most + 1).map((page) => [
				page,
				short((page - 1) * length, Math.max(0, Math.min(length, 45 - (page - 1) * length))),
			]),
		);
		const { ids, asked, last } = await load({ total: 45, odd });
		expect(ids).toEqual(idsFrom(0, 45));
		expect(placesIn(asked)).toEqual(idsFrom(1, most).map((page) => [page, 10]));
		expect(last).toMatchObject({ ...GOOD, pageSize: Math.max(10, length), count: 45 });
		expect(last).not.toHaveProperty('missing');
	});

	it('may each lack some rows: what they lack is told at the end, and where the first may be', async () => {
		const odd = { 2: short(10, 8), 4: short(30, 7) };
		const { ids, numbers, pages, last } = await load({ total: 50, odd });
		expect(ids).toEqual([...idsFrom(0, 18), ...idsFrom(20, 17), ...idsFrom(40, 10)]);
		// Its total might not count the rows that pages lack.
		expect(numbers).toEqual([1, 2, 3, 4, 5, 6]);
		expect(pages.map(({ state: { missing } }) => missing)).toEqual([
			...Array.from({ length: 5 }, () => undefined),
			{ offset: 18, count: 5 },
		]);
		expect(last).toMatchObject({ ...GOOD, pageSize: 10, count: 45 });
	});

	it('are asked for until one is empty, where none is as long as was asked for', async () => {
		const odd = Object.fromEntries(idsFrom(1, 3).map((page) => [page, short((page - 1) * 10, 9 - page)]));
		const { ids, numbers, last } = await load({ total: 30, odd: { ...odd, 4: short(30, 0) } });
		expect([ids.length, numbers]).toEqual([21, [1, 2, 3, 4]]);
		expect(last).toMatchObject({ ...GOOD, missing: { offset: 8, count: 9 } });
		expect(last).not.toHaveProperty('nextOffset');
	});

	it('are asked for one by one beyond the last by the total', async () => {
		const even = Object.fromEntries(idsFrom(1, 12).map((page) => [page, short((page - 1) * 5, 5)]));
		const { numbers, together } = await load({ total: 60, odd: even });
		expect([numbers, together]).toEqual([idsFrom(1, 12), 4]);
		const uneven = { ...even, 2: short(5, 4), 7: short(29, 0) };
		expect((await load({ total: 60, odd: uneven })).numbers).toEqual(idsFrom(1, 7));
	});

	it('may end with an empty one, where the total is a few too high', async () => {
		const { ids, numbers, last } = await load({ total: 52, odd: { 6: short(50, 0) } });
		expect([ids.length, numbers]).toEqual([50, [1, 2, 3, 4, 5, 6]]);
		expect(last).toMatchObject({ ...GOOD, missing: { offset: 50, count: 2 } });
		expect(last).not.toHaveProperty('nextOffset');
	});

	it('that lack rows give those that are wanted, from further pages', async () => {
		const { ids, numbers, last } = await load({ limit: 20, odd: { 2: short(10, 8) } });
		expect([ids, numbers]).toEqual([
			[...idsFrom(0, 18), 20, 21],
			[1, 2, 3],
		]);
		expect(last).toMatchObject({ ...GOOD, nextOffset: 22, count: 20 });
		expect(last).not.toHaveProperty('missing');
	});

	it('may have a total that is less than their rows: then it is none', async () => {
		const { ids, last } = await load({ odd: { 1: { total: 9 } } });
		expect([ids.length, last?.stuck, last?.total]).toEqual([10, true, undefined]);
	});

	it('count by the first, whatever total later ones report', async () => {
		const { ids, asked, last } = await load({ total: 35, odd: { 2: { total: 12 }, 3: { total: 99 } } });
		expect([ids, last?.total]).toEqual([idsFrom(0, 35), 35]);
		expect(asked.slice(1).map(({ total_cacheado }) => total_cacheado)).toEqual([35, 35, 35]);
	});

	it('keep the key of the first where later ones name none', async () => {
		const { ids, last } = await load({ total: 35, odd: { 2: { chave_cache: null } } });
		expect([ids, last?.cacheKey]).toEqual([idsFrom(0, 35), 'k']);
	});

	it.each([
		['key', { chave_cache: null }],
		['total', { total: null }],
	])('are just the first where the service gave no %s', async (_, odd) => {
		const { pages, numbers } = await load({ odd: { 1: odd } });
		expect(numbers).toEqual([1]);
		expect(pages).toMatchObject([
			{ ids: idsFrom(0, 10), state: { ...GOOD, stuck: true, nextOffset: 10, isNew: true } },
		]);
	});

	it('are not missing where the service gave no total with less than a page', async () => {
		const { last } = await load({ total: 9, odd: { 1: { total: null } } });
		expect(last).toMatchObject({ stuck: false });
		expect(last).not.toHaveProperty('nextOffset');
	});

	it('end with a second empty one, although there are more by the total', async () => {
		const odd = { 2: short(10, 0), 3: short(20, 0) };
		const { ids, numbers, last, pages } = await load({ odd });
		expect([ids, numbers]).toEqual([idsFrom(0, 10), [1, 2, 3]]);
		expect(pages[1].state.pages).toEqual(pages[0].state.pages);
		expect(pages.map(({ state }) => [state.isCut, state.nextOffset])).toEqual([
			[false, 10],
			[false, 10],
			[true, 10],
		]);
		expect(last).toMatchObject({ ...GOOD, isCut: true });
	});

	it('go on behind empty ones that do not follow one another', async () => {
		const odd = { 2: short(10, 0), 4: short(30, 0) };
		const { ids, last, pages } = await load({ total: 50, odd });
		expect(ids).toEqual([...idsFrom(0, 10), ...idsFrom(20, 10), ...idsFrom(40, 10)]);
		expect(pages.map(({ state }) => state.nextOffset).slice(0, 4)).toEqual([10, 10, 30, 30]);
		expect(last).toMatchObject({ ...GOOD, missing: { offset: 10, count: 20 } });
	});

	it('go on behind one that is empty', async () => {
		const { ids, last } = await load({ total: 40, odd: { 2: short(10, 0) } });
		expect(ids).toEqual([...idsFrom(0, 10), ...idsFrom(20, 20)]);
		expect(last).toMatchObject({ ...GOOD, missing: { offset: 10, count: 10 } });
	});

	it('are all asked for where the total does not count the rows that they lack', async () => {
		const odd = { 2: short(10, 4), 7: short(60, 8), 8: short(70, 0) };
		const { ids, last } = await load({ total: 62, odd });
		expect(ids).toEqual([...idsFrom(0, 14), ...idsFrom(20, 48)]);
		expect(last).toMatchObject(GOOD);
	});

	it('end with one that came before', async () => {
		const again = { dados: idsFrom(0, 10).map((id_pessoa) => ({ id_pessoa })) };
		const { pages, numbers } = await load({ odd: { 2: again } });
		expect(numbers).toEqual([1, 2]);
		expect(pages[1]).toMatchObject({ ids: [], state: { ...GOOD, repeats: true, nextOffset: 10 } });
		expect(pages[1].state.pages).toEqual(pages[0].state.pages);
	});
});

describe('a search that goes on', () => {
	it('begins with the page of the next row, at no charge', async () => {
		const { ids, asked, pages, credits } = await load({ from: from(25), limit: 10 });
		expect(ids).toEqual(idsFrom(25, 10));
		expect(
			asked.map(({ pagina, chave_cache, total_cacheado }) => [pagina, chave_cache, total_cacheado]),
		).toEqual([
			[3, 'k', 100],
			[4, 'k', 100],
		]);
		expect(pages.map(({ state: { isNew, nextOffset } }) => [isNew, nextOffset])).toEqual([
			[false, 30],
			[false, 35],
		]);
		expect(pages[0].state).toMatchObject({ ...GOOD, cacheKey: 'k', total: 100 });
		expect(credits).toBe(0);
	});

	it('ends with the last row', async () => {
		const { ids, last } = await load({ from: from(95) });
		expect([ids, last?.nextOffset]).toEqual([idsFrom(95, 5), undefined]);
		const none = await load({ from: from(100) });
		expect([none.ids, none.numbers, none.last?.nextOffset]).toEqual([[], [11], undefined]);
	});

	it('asks whether there is a further page where nothing tells that its short one is the last', async () => {
		const on = (offset: number, more: object = {}) => ({
			total: 95,
			from: { ...from(offset, more), total: 95 },
		});
		const unsure = await load(on(91));
		expect([unsure.ids, unsure.numbers]).toEqual([idsFrom(91, 4), [10, 11]]);
		expect(unsure.last).toMatchObject(GOOD);
		expect(unsure.last).not.toHaveProperty('nextOffset');
		expect(unsure.last).not.toHaveProperty('count');
		expect(unsure.last).not.toHaveProperty('missing');
		const full = await load(on(85));
		expect([full.ids, full.numbers]).toEqual([idsFrom(85, 10), [9, 10]]);
		const counted = await load(on(91, { count: 91 }));
		expect([counted.ids, counted.numbers, counted.last?.count]).toEqual([idsFrom(91, 4), [10], 95]);
		const first = await load({ from: { ...from(0), total: 3 }, total: 3 });
		expect([first.ids, first.numbers, first.last?.count]).toEqual([idsFrom(0, 3), [1], 3]);
	});

	it('keeps to the size of the pages by which its offset counts', async () => {
		const { ids, asked, last } = await load({ from: from(91, { pageSize: 8, count: 91 }) });
		expect([ids, last?.pageSize]).toEqual([idsFrom(91, 9), 8]);
		expect(asked.map(({ pagina, por_pagina }) => [pagina, por_pagina])).toEqual([
			[12, 8],
			[13, 8],
		]);
	});

	it('is at the same row where pages are shorter than was asked for', async () => {
		const odd = Object.fromEntries(
			idsFrom(1, 20).map((page) => [
				page,
				{ dados: idsFrom((page - 1) * 5, 5).map((id_pessoa) => ({ id_pessoa })) },
			]),
		);
		const before = await load({ limit: 23, odd });
		expect([before.ids, before.last?.nextOffset]).toEqual([idsFrom(0, 23), 43]);
		const { ids, numbers, last } = await load({ from: from(43), limit: 20, odd });
		expect([ids, numbers, last?.nextOffset]).toEqual([idsFrom(23, 20), [5, 6, 7, 8, 9], 83]);
	});

	it('passes the rows that a page no longer has', async () => {
		const odd = { 3: { dados: idsFrom(20, 4).map((id_pessoa) => ({ id_pessoa })) } };
		const { ids, numbers, last } = await load({ from: from(26), limit: 10, odd });
		expect([ids, numbers, last?.isCut]).toEqual([idsFrom(30, 10), [3, 4], false]);
	});

	it('asks for no longer pages than the service is known to take, also where they have shown to be longer', async () => {
		const { asked } = await load({ from: from(0, { pageSize: 2000 }), limit: 1 });
		expect(asked).toMatchObject([{ pagina: 1, por_pagina: assumedLimits.searchPageSize }]);
	});

	it('is made anew once where the service has forgotten the key, and goes on with the new one', async () => {
		const fresh = { chave_cache: 'new', total: 90 };
		const odd = Object.fromEntries(idsFrom(1, 10).map((page) => [page, fresh]));
		const { ids, asked, pages, last } = await load({ from: from(70), odd });
		expect(ids).toEqual(idsFrom(70, 20));
		expect(asked.map(({ pagina, chave_cache }) => [pagina, chave_cache])).toEqual([
			[8, 'k'],
			[9, 'new'],
		]);
		expect(pages.map(({ state: { isNew, renewed } }) => [isNew, renewed])).toEqual([
			[true, false],
			[false, false],
		]);
		expect(last).toMatchObject({ total: 90, cacheKey: 'new' });
	});

	it('ends where the first page is the last of the run before, at another place', async () => {
		const before = await load({ limit: 10 });
		const pages = before.last?.pages;
		const again = { dados: idsFrom(0, 10).map((id_pessoa) => ({ id_pessoa })) };
		const { ids, last, numbers } = await load({ from: from(10, { pages }), odd: { 2: again } });
		expect([ids, numbers]).toEqual([[], [2]]);
		expect(last).toMatchObject({ ...GOOD, repeats: true, nextOffset: 10, pages });
	});

	it.each([
		['another page than the last', 20, 3],
		['the first of which some rows are still wanted', 15, 2],
	])('ends where a page of the run before comes again in the place of %s', async (_, offset, page) => {
		const pages = (await load({ limit: offset })).last?.pages;
		const { ids, last, numbers } = await load({
			from: from(offset, { pages }),
			odd: { [page]: short(0, 10) },
		});
		expect([ids, numbers]).toEqual([[], [page]]);
		expect(last).toMatchObject({ ...GOOD, repeats: true, nextOffset: offset, pages });
	});

	it('reads pages again that the run before has given, also where they have the rows of later ones', async () => {
		const pages = (await load({ limit: 20 })).last?.pages;
		const again = await load({ from: from(0, { pages }), limit: 10 });
		expect([again.ids, again.last?.repeats]).toEqual([idsFrom(0, 10), false]);
		const later = await load({ from: from(0, { pages }), limit: 10, odd: { 1: short(10, 10) } });
		expect([later.ids, later.last?.repeats]).toEqual([idsFrom(10, 10), false]);
	});

	it('knows the first two hundred pages of the runs before, and the last', async () => {
		const on = (offset: number, more: object = {}) => ({
			total: 2100,
			from: { ...from(offset, more), total: 2100 },
		});
		const pages = (await load({ ...on(1990), limit: 20 })).last?.pages;
		expect([pages?.page, Object.keys(pages?.first ?? {})]).toEqual([201, ['200']]);
		for (const given of [1990, 2000]) {
			const { ids, last } = await load({ ...on(2010, { pages }), odd: { 202: short(given, 10) } });
			expect([ids, last?.repeats, last?.nextOffset]).toEqual([[], true, 2010]);
		}
	});

	it('takes the rest of the last page of the run before', async () => {
		const pages = (await load({ limit: 5 })).last?.pages;
		const { ids } = await load({ from: from(5, { pages }), limit: 10 });
		expect(ids).toEqual(idsFrom(5, 10));
	});

	it.each([
		['what it says of a page that is the last', 60, 20, (size: number) => ({ por_pagina: size })],
		['an empty page that says it', 40, 25, (size: number) => ({ por_pagina: size })],
		['an empty page that says it', 40, 30, (size: number) => ({ por_pagina: size })],
		['the rows of a page', 100, 20, () => ({ por_pagina: 10 })],
	])('looks for the next row where pages are longer, by %s', async (_, total, offset, more) => {
		const odd = Object.fromEntries(
			idsFrom(1, 10).map((page) => {
				const rows = idsFrom((page - 1) * 25, Math.max(0, Math.min(25, total - (page - 1) * 25)));
				return [page, { dados: rows.map((id_pessoa) => ({ id_pessoa })), ...more(25) }];
			}),
		);
		const { ids, pages, asked } = await load({ from: { ...from(offset), total }, total, odd });
		expect(ids).toEqual(idsFrom(offset, total - offset));
		expect(pages[0]).toMatchObject({ ids: [], state: { ...GOOD, nextOffset: offset, pageSize: 25 } });
		expect(new Set(asked.map(({ por_pagina }) => por_pagina))).toEqual(new Set([10]));
	});

	it('keeps to the page that its offset tells by the size of earlier pages', async () => {
		const odd = Object.fromEntries(
			idsFrom(1, 5).map((page) => [page, short((page - 1) * 25, [0, 23, 23, 25, 25, 0][page])]),
		);
		const { ids, last } = await load({ from: from(46, { pageSize: 23, count: 46 }), odd });
		expect(ids).toEqual(idsFrom(50, 50));
		expect(last?.pageSize).toBe(25);
	});

	it('believes a size by which its page lacks rows, where it is longer than was asked for', async () => {
		const odd = Object.fromEntries(
			idsFrom(1, 4).map((page) => [page, { ...short((page - 1) * 25, 23), por_pagina: 25 }]),
		);
		const { ids, last } = await load({ odd, limit: 40 });
		expect(ids).toEqual([...idsFrom(0, 23), ...idsFrom(25, 17)]);
		expect(last).toMatchObject({ pageSize: 25, nextOffset: 42 });
	});

	it('knows of further rows on its last page, and of those in whose place others came', async () => {
		expect((await load({ from: from(91), limit: 5 })).last?.nextOffset).toBe(96);
		const before = await load({ limit: 10 });
		const pages = before.last?.pages;
		const on = { ...from(10, { pages }), total: 20 };
		const again = await load({ from: on, total: 20, odd: { 2: short(0, 10) } });
		expect(again.last).toMatchObject({ repeats: true, nextOffset: 10 });
	});

	it('believes no size that its page does not have', async () => {
		const odd = Object.fromEntries(idsFrom(1, 10).map((page) => [page, { por_pagina: 50 }]));
		expect((await load({ from: from(20), odd })).ids).toEqual(idsFrom(20, 80));
		expect((await load({ odd, limit: 15 })).last?.nextOffset).toBe(15);
	});
});

/** What a page holds of which the service has made a new search. */
const fresh = { chave_cache: 'new', total: 95 };

describe('a search whose key the service forgets meanwhile', () => {
	it('ends with the pages that are on their way then, which may have been paid for', async () => {
		const { pages, numbers, error, credits } = await load({ odd: { 3: fresh, 5: fresh } });
		expect(numbers).toEqual([1, 2, 3, 4, 5, 6, 7]);
		expect(pages.flatMap(({ ids }) => ids)).toEqual(idsFrom(0, 70));
		const states = pages
			.slice(2)
			.map(({ state }) => [state.isNew, state.renewed, state.total, state.cacheKey]);
		expect(states).toEqual([
			[true, true, 95, 'new'],
			[false, true, 95, 'new'],
			[true, true, 95, 'new'],
			[false, true, 95, 'new'],
			[false, true, 95, 'new'],
		]);
		expect(pages.map(({ state }) => state.repeats)).toEqual(pages.map(() => false));
		expect(pages.map(({ state }) => state.nextOffset)).toEqual([10, 20, 30, 40, 50, 60, 70]);
		expect([error, credits]).toEqual([undefined, 3]);
	});

	it('has what was paid for also where its pages are longer then', async () => {
		const longer = { ...fresh, por_pagina: 20, dados: idsFrom(40, 20).map((id_pessoa) => ({ id_pessoa })) };
		const { ids, last } = await load({ total: 30, odd: { 3: longer } });
		expect(ids).toEqual([...idsFrom(0, 20), ...idsFrom(40, 20)]);
		expect(last).toMatchObject({ renewed: true, isNew: true });
	});

	it('is not renewed by a page on its way that is none of a new search', async () => {
		const short = { por_pagina: 5, dados: idsFrom(15, 5).map((id_pessoa) => ({ id_pessoa })) };
		const { ids, last } = await load({ total: 40, odd: { 3: { dados: [] }, 4: short } });
		expect(ids).toEqual(idsFrom(0, 20));
		expect(last).toMatchObject({ repeats: true, renewed: false, isNew: false, nextOffset: 20 });
	});

	it('is renewed also by one of the pages on their way', async () => {
		const again = { dados: idsFrom(0, 10).map((id_pessoa) => ({ id_pessoa })) };
		const { last, ids } = await load({ total: 35, odd: { 3: again, 4: { ...fresh, total: 35 } } });
		expect(ids).toEqual([...idsFrom(0, 20), ...idsFrom(30, 5)]);
		expect(last).toMatchObject({
			repeats: true,
			isNew: true,
			renewed: true,
			cacheKey: 'new',
			nextOffset: 20,
		});
	});

	it('has no more than is wanted of what is on its way, and knows its end', async () => {
		const some = await load({ limit: 37, odd: { 3: fresh } });
		expect([some.ids, some.last?.nextOffset]).toEqual([idsFrom(0, 37), 37]);
		const last = await load({ total: 40, limit: 37, odd: { 3: { ...fresh, total: 40 } } });
		expect([last.ids, last.last?.nextOffset]).toEqual([idsFrom(0, 37), 37]);
		const all = await load({ total: 45, odd: { 3: { ...fresh, total: 45 } } });
		expect(all.ids).toEqual(idsFrom(0, 45));
		expect(all.last?.nextOffset).toBeUndefined();
	});

	it('has no further total where the service names none', async () => {
		const { last } = await load({ total: 40, odd: { 3: fresh, 4: { ...fresh, total: null } } });
		expect(last).toMatchObject({ total: 30, isNew: true });
		expect(last).not.toHaveProperty('nextOffset');
	});

	it('says of pages on their way when they came before', async () => {
		const again = { dados: idsFrom(0, 10).map((id_pessoa) => ({ id_pessoa })) };
		const { ids, last } = await load({ total: 40, odd: { 3: fresh, 4: again } });
		expect([ids, last?.repeats, last?.nextOffset]).toEqual([idsFrom(0, 30), true, 30]);
	});
});

describe('a page of which less is wanted than it has', () => {
	const noKey = { 1: { chave_cache: null } };
	const noTotal = { 1: { total: null } };
	const goingOn = { from: from(22) };

	it.each<[string, Given, number, number]>([
		['the last that a run may pay for', { ...goingOn, odd: { 3: fresh }, refusalsLeft: 0 }, 22, 30],
		['without a key', { odd: noKey, refusalsLeft: 1 }, 0, 10],
		['without a total', { odd: noTotal, refusalsLeft: 1 }, 0, 10],
	])('is given whole where the rest would be paid for again: %s', async (_, given, first, next) => {
		const { ids, numbers, last } = await load({ ...given, limit: 5 });
		expect([ids, last?.nextOffset]).toEqual([idsFrom(first, next - first), next]);
		expect(numbers).toHaveLength(1);
	});

	it.each<[string, Given, number]>([
		['a new search', { refusalsLeft: 0 }, 0],
		['a new search that may be refused', { refusalsLeft: 1 }, 0],
		['one whose key was taken', { ...goingOn, refusalsLeft: 0 }, 22],
		['one whose key may be refused again', { ...goingOn, odd: { 3: fresh }, refusalsLeft: 1 }, 22],
		['one that is not given up for its key', { ...goingOn, odd: { 3: fresh } }, 22],
		['one without a key that is not given up for it', { odd: noKey }, 0],
		['one without a total that is not given up for it', { odd: noTotal }, 0],
	])('has its rest left for later: %s', async (_, given, first) => {
		const { ids, numbers, last } = await load({ ...given, limit: 5 });
		expect([ids, last?.nextOffset]).toEqual([idsFrom(first, 5), first + 5]);
		expect(numbers).toHaveLength(1);
	});

	it.each([
		[0, 20],
		[1, 15],
	])('is a later one of a new search: with %d refusals left, there are %d rows', async (left, rows) => {
		const { ids, numbers, last } = await load({ limit: 15, odd: { 2: fresh }, refusalsLeft: left });
		expect([ids, numbers, last?.nextOffset]).toEqual([idsFrom(0, rows), [1, 2], rows]);
		expect(last).toMatchObject({ renewed: true, cacheKey: 'new' });
	});
});

describe('a search that fails', () => {
	it('at once has no pages', async () => {
		const { pages, error } = await load({ odd: { 1: 400 } });
		expect([pages, error]).toEqual([[], expect.objectContaining({ kind: 'rejected' })]);
	});

	it('later has the pages before, and leaves the others to when it goes on', async () => {
		const { ids, last, error } = await load({ odd: { 3: 400 } });
		expect(ids).toEqual(idsFrom(0, 20));
		expect(last).toMatchObject({ ...GOOD, nextOffset: 20, cacheKey: 'k', total: 100 });
		expect(error).toMatchObject({ kind: 'rejected' });
	});

	it('has what was paid for behind the page that is missing', async () => {
		const { ids, last, error } = await load({ odd: { 3: 400, 5: fresh } });
		expect(ids).toEqual([...idsFrom(0, 20), ...idsFrom(40, 10)]);
		expect(last).toMatchObject({ renewed: true, isNew: true, nextOffset: 20, cacheKey: 'new', total: 95 });
		expect(error).toMatchObject({ kind: 'rejected' });
		const two = await load({ odd: { 3: 400, 4: fresh, 5: fresh, 6: {} } });
		expect(two.ids).toEqual([...idsFrom(0, 20), ...idsFrom(30, 20)]);
		expect(two.last?.nextOffset).toBe(20);
	});

	it('is no failure where a page was held back because the service has forgotten the key', async () => {
		const noConnection = Object.assign(new Error('connect'), { code: 'ECONNREFUSED' });
		// The third page is sent again only after the answer to the fourth.
		sets.meanwhile.push(async () => {
			for (let turns = 0; turns < 5; turns++) await new Promise((resolve) => void setImmediate(resolve));
		});
		const { ids, last, error, numbers } = await load({ total: 40, odd: { 3: noConnection, 4: fresh } });
		expect(numbers).toEqual([1, 2, 3, 4]);
		expect(ids).toEqual([...idsFrom(0, 20), ...idsFrom(30, 10)]);
		expect([last?.nextOffset, last?.renewed, error]).toEqual([20, true, undefined]);
	});

	it('keeps to the requests that it may use', async () => {
		const { ids, error } = await load({ limits: { requests: 3 } });
		expect([ids, error]).toEqual([idsFrom(0, 30), expect.objectContaining({ kind: 'requestLimit' })]);
	});
});

it('rows without IDs are told by all that they hold', async () => {
	const named = (...names: string[]): IDataObject => ({
		dados: names.map((nome) => ({ nome })),
		por_pagina: names.length,
	});
	const odd = {
		...{ 1: named('Ana', 'Rui', 'Ivo'), 2: named('Ana', 'Rui', 'Eva') },
		...{ 3: named('Rui', 'Ivo', 'Ana') },
	};
	const { pages, last } = await load({ total: 9, pageSize: 3, odd });
	expect(pages.map(({ ids }) => ids.length)).toEqual([3, 3, 0]);
	expect(last).toMatchObject({ repeats: true, nextOffset: 6 });
});

/** A search with these rows, in pages of the first one's length; as many as there are letters. */
const named = (...pages: string[]) => ({
	total: pages.join('').length,
	pageSize: pages[0].length,
	odd: Object.fromEntries(
		pages.map((letters, at) => [
			at + 1,
			{ dados: [...letters].map((nome) => ({ nome })), por_pagina: pages[0].length },
		]),
	),
});

it.each<[string, string[], number]>([
	['one row, once', ['a', 'a', 'a', 'b'], 2],
	['one row that changes in between', ['a', 'a', 'b', 'b', 'c'], 5],
	['two rows, once', ['ab', 'ab', 'ab', 'cd'], 4],
	['three rows not at all', ['abc', 'abc', 'def'], 3],
	['rows that are half the same', ['aabb', 'aabb', 'aabb', 'cdef'], 16],
	['rows of which more than half differ not at all', ['aabbc', 'aabbc', 'defgh'], 5],
	['rows that are all the same, ten times', Array.from({ length: 13 }, () => 'aaaa'), 44],
])('pages may come again that have %s', async (_, pages, rows) => {
	const { ids, last } = await load(named(...pages));
	expect([ids.length, last?.repeats]).toEqual([rows, rows < pages.join('').length]);
});

it('pages that come again are counted across runs', async () => {
	const search = named('ab', 'ab', 'ab', 'cd');
	const before = await load({ ...search, limit: 3 });
	const { total = 0 } = search;
	const { ids, last } = await load({
		...search,
		from: { cacheKey: 'k', total, offset: 3, pages: before.last?.pages },
	});
	expect([ids.length, last?.repeats, last?.nextOffset]).toEqual([1, true, 4]);
});

it('companies are told by their own ID', async () => {
	const odd = Object.fromEntries(
		[1, 2, 3].map((page) => [
			page,
			{ dados: [{ id_empresa: 7, id_pessoa: page, nome: `name ${page}` }], por_pagina: 1 },
		]),
	);
	const company = await load({
		total: 3,
		pageSize: 1,
		odd: Object.fromEntries([1, 2, 3].map((page) => [page, { dados: [{ id_empresa: 7, nome: page }] }])),
		endpoint: endpoints.b2bCompanySearch,
	});
	expect([company.ids.length, company.last?.repeats]).toEqual([2, true]);
	const persons = await load({ total: 3, pageSize: 1, odd });
	expect([persons.ids.length, persons.last?.repeats]).toEqual([3, false]);
});

it.each<[string, boolean, Array<[unknown, unknown]>]>([
	[
		'both of their IDs',
		false,
		[
			[1, 1],
			[1, 2],
			[2, 1],
		],
	],
	[
		'both, one by one',
		false,
		[
			[1, 12],
			[11, 2],
			[1, 12],
		],
	],
	[
		'the same IDs',
		true,
		[
			[1, 2],
			[1, 2],
			[1, 2],
		],
	],
	[
		'the only ID that they have',
		true,
		[
			[1, undefined],
			[1, undefined],
			[1, undefined],
		],
	],
	[
		'another ID than their own not at all',
		false,
		[
			[undefined, 1],
			[undefined, 1],
			[undefined, 1],
		],
	],
])('rows are told by %s, whatever else they hold: again %j', async (_, repeats, ids) => {
	const pageOf = ([id_pessoa, id_empresa]: [unknown, unknown], at: number): IDataObject =>
		({ dados: [{ id_pessoa, id_empresa, nome: `name ${at}` }], por_pagina: 1 }) as IDataObject;
	const odd = Object.fromEntries(ids.map((each, at) => [at + 1, pageOf(each, at)]));
	const { last } = await load({ total: ids.length, pageSize: 1, odd });
	expect(last?.repeats).toBe(repeats);
});
