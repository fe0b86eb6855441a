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
	/** What the user sends instead. */
	readonly sends?: IDataObject;
	readonly limits?: CannedRun['limits'];
	/** Ends after so many pages. */
	readonly most?: number;
}

/** The pages that came of a search, each with its IDs, and the requests for them. */
async function load({
	total = 100,
	odd = {},
	change = (answer) => answer,
	sends = {},
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
	const searching = new Service(session, [endpoint], { body: sends });
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
					page: { start: 0, rows: expect.any(String) },
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
		expect(pages).toEqual([{ ids: [], state: { ...GOOD, total: 0, cacheKey: 'k', isNew: true } }]);
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
		const ahead = await load({ limit: 45 });
		expect([ahead.ids.length, ahead.numbers]).toEqual([45, [1, 2, 3, 4, 5]]);
	});

	it('are all as long as the first when that is shorter than the service says', async () => {
		const dados = idsFrom(0, 8).map((id_pessoa) => ({ id_pessoa }));
		const { ids, asked, last } = await load({ total: 30, odd: { 1: { dados } } });
		expect(ids).toEqual(idsFrom(0, 30));
		expect(asked.map(({ pagina, por_pagina }) => [pagina, por_pagina])).toEqual([
			[1, 10],
			[2, 8],
			[3, 8],
			[4, 8],
		]);
		expect(last).toMatchObject({ ...GOOD, pageSize: 8 });
		expect(last).not.toHaveProperty('missed');
	});

	it('may be shorter in the middle: what they lack is told', async () => {
		const dados = idsFrom(10, 8).map((id_pessoa) => ({ id_pessoa }));
		const odd = { 2: { dados }, 4: { dados: idsFrom(30, 7).map((id_pessoa) => ({ id_pessoa })) } };
		const { ids, numbers, pages, last } = await load({ total: 50, odd });
		expect(ids).toEqual([...idsFrom(0, 18), ...idsFrom(20, 17), ...idsFrom(40, 10)]);
		expect(numbers).toEqual([1, 2, 3, 4, 5]);
		expect(pages.map(({ state: { missed } }) => missed?.count)).toEqual([undefined, undefined, 2, 2, 5]);
		expect(last).toMatchObject({ ...GOOD, missed: { offset: 18, count: 5 } });
		expect(last).not.toHaveProperty('pageSize');
	});

	it('have their size learned from two of them at most', async () => {
		const short = (from: number, count: number): IDataObject => ({
			dados: idsFrom(from, count).map((id_pessoa) => ({ id_pessoa })),
		});
		const { asked } = await load({
			total: 30,
			odd: { 1: short(0, 9), 2: short(8, 8), 3: short(16, 7) },
		});
		expect(asked.map(({ pagina, por_pagina }) => [pagina, por_pagina])).toEqual([
			[1, 10],
			[2, 9],
			[2, 8],
			[3, 8],
			[4, 8],
		]);
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

	it('are not missed where the service gave no total with less than a page', async () => {
		const { last } = await load({ total: 9, odd: { 1: { total: null } } });
		expect(last).toMatchObject({ stuck: false });
		expect(last).not.toHaveProperty('nextOffset');
	});

	it('end with an empty one, although there are more by the total', async () => {
		const { ids, numbers, last } = await load({ odd: { 2: { dados: [] } } });
		expect([ids, numbers]).toEqual([idsFrom(0, 10), [1, 2]]);
		expect(last).toMatchObject({ ...GOOD, isCut: true, nextOffset: 10 });
	});

	it('end with one that came before', async () => {
		const again = { dados: idsFrom(0, 10).map((id_pessoa) => ({ id_pessoa })) };
		const { pages, numbers } = await load({ odd: { 2: again } });
		expect(numbers).toEqual([1, 2]);
		expect(pages[1]).toMatchObject({ ids: [], state: { ...GOOD, repeats: true, nextOffset: 10 } });
		expect(pages[1].state.page).toEqual(pages[0].state.page);
	});

	it('may be fixed by the user: then there is one', async () => {
		const { ids, numbers, last } = await load({ sends: { pagina: 3 } });
		expect([ids, numbers]).toEqual([idsFrom(20, 10), [3]]);
		expect(last).toMatchObject({ ...GOOD, nextOffset: 10 });
		// Also of another size, and where the search goes on.
		const longer = { por_pagina: 20, dados: idsFrom(80, 20).map((id_pessoa) => ({ id_pessoa })) };
		const on = await load({ from: from(20), sends: { pagina: 5 }, odd: { 5: longer } });
		expect(on.ids).toEqual(idsFrom(80, 20));
		expect(on.last).not.toHaveProperty('missed');
	});

	it.each([8, 12])('show nothing of the others where the user fixes one, of %d rows', async (count) => {
		const dados = idsFrom(20, count).map((id_pessoa) => ({ id_pessoa }));
		const { ids, last } = await load({ sends: { pagina: 3 }, odd: { 3: { dados } } });
		expect(ids).toEqual(idsFrom(20, count));
		expect(last).not.toHaveProperty('pageSize');
	});

	it('are all as long as the first when that is longer than the service says', async () => {
		const odd = Object.fromEntries(
			[1, 2].map((page) => [
				page,
				{ dados: idsFrom((page - 1) * 12, 12).map((id_pessoa) => ({ id_pessoa })), por_pagina: 10 },
			]),
		);
		const { ids, asked, last } = await load({ total: 24, odd });
		expect(ids).toEqual(idsFrom(0, 24));
		expect(asked.map(({ pagina, por_pagina }) => [pagina, por_pagina])).toEqual([
			[1, 10],
			[2, 12],
		]);
		expect(last).toMatchObject({ ...GOOD, pageSize: 12 });
	});

	it('are not made shorter and shorter where each is shorter than was asked for', async () => {
		const { asked, last } = await load({
			total: 30,
			change: ({ dados, ...rest }) => ({ ...rest, dados: Array.isArray(dados) ? dados.slice(1) : [] }),
		});
		expect(asked.slice(0, 4).map(({ pagina, por_pagina }) => [pagina, por_pagina])).toEqual([
			[1, 10],
			[2, 9],
			[2, 8],
			[3, 8],
		]);
		expect(last).toMatchObject({ ...GOOD, pageSize: 8 });
	});

	it('teach nothing where the service made a new search of them', async () => {
		const short = (from: number, count: number): IDataObject => ({
			dados: idsFrom(from, count).map((id_pessoa) => ({ id_pessoa })),
		});
		const { last } = await load({ odd: { 1: short(0, 9), 2: { ...short(9, 7), ...fresh } } });
		expect(last).toMatchObject({ renewed: true, pageSize: 9 });
	});

	it('do not count rows as missing where they end too early', async () => {
		const dados = idsFrom(10, 8).map((id_pessoa) => ({ id_pessoa }));
		const { last } = await load({ total: 50, odd: { 2: { dados }, 3: { dados: [] } } });
		expect(last).toMatchObject({ ...GOOD, isCut: true, nextOffset: 18 });
		expect(last).not.toHaveProperty('missed');
	});

	it('are as long as the service makes them', async () => {
		const half = (page: number) => ({
			por_pagina: 5,
			dados: idsFrom((page - 1) * 5, 5).map((id_pessoa) => ({ id_pessoa })),
		});
		const odd = Object.fromEntries(idsFrom(1, 5).map((page) => [page, half(page)]));
		const { ids, asked } = await load({ total: 25, odd });
		expect(ids).toEqual(idsFrom(0, 25));
		expect(asked.map(({ pagina, por_pagina }) => [pagina, por_pagina])).toEqual([
			[1, 10],
			[2, 5],
			[3, 5],
			[4, 5],
			[5, 5],
		]);
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
		const { ids, last } = await load({ from: from(95, { page: { start: 80, rows: 'others' } }) });
		expect([ids, last?.nextOffset]).toEqual([idsFrom(95, 5), undefined]);
		expect(last).not.toHaveProperty('pageSize');
		const none = await load({ from: from(100) });
		expect([none.ids, none.numbers, none.last?.nextOffset]).toEqual([[], [11], undefined]);
	});

	it('makes sure of the size of its pages where it knows nothing of them, and otherwise does not', async () => {
		const on = (offset: number, more: object = {}) => ({
			total: 95,
			from: { ...from(offset, more), total: 95 },
		});
		const unsure = await load(on(91));
		expect([unsure.ids, unsure.last?.nextOffset]).toEqual([idsFrom(91, 4), undefined]);
		expect(unsure.asked.map(({ pagina, por_pagina }) => [pagina, por_pagina])).toEqual([
			[10, 10],
			[19, 5],
		]);
		const full = await load(on(85));
		expect([full.ids, full.numbers]).toEqual([idsFrom(85, 10), [9, 10]]);
		const known = await load(on(91, { page: { start: 80, rows: 'others' } }));
		expect([known.ids, known.numbers]).toEqual([idsFrom(91, 4), [10]]);
		const shown = await load(on(91, { pageSize: 8 }));
		expect([shown.ids, shown.numbers, shown.last?.pageSize]).toEqual([idsFrom(91, 4), [12], 8]);
		const first = await load({ from: { ...from(0), total: 3 }, total: 3 });
		expect([first.ids, first.numbers]).toEqual([idsFrom(0, 3), [1]]);
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
		const page = before.last?.page;
		const again = { dados: idsFrom(0, 10).map((id_pessoa) => ({ id_pessoa })) };
		const { ids, last, numbers } = await load({ from: from(10, { page }), odd: { 2: again } });
		expect([ids, numbers]).toEqual([[], [2]]);
		expect(last).toMatchObject({ ...GOOD, repeats: true, nextOffset: 10, page });
	});

	it('takes the rest of the last page of the run before', async () => {
		const page = (await load({ limit: 5 })).last?.page;
		const { ids } = await load({ from: from(5, { page }), limit: 10 });
		expect(ids).toEqual(idsFrom(5, 10));
	});

	it('looks for the next row where the service makes its pages longer', async () => {
		const long = (page: number) => ({
			por_pagina: 20,
			dados: idsFrom((page - 1) * 20, 20).map((id_pessoa) => ({ id_pessoa })),
		});
		const { ids, asked, pages } = await load({
			from: from(20),
			limit: 25,
			odd: { 2: long(2), 3: long(3), 4: long(4) },
		});
		// The third page would start at 40.
		expect(asked.map(({ pagina, por_pagina }) => [pagina, por_pagina])).toEqual([
			[3, 10],
			[2, 20],
			[3, 20],
		]);
		expect(ids).toEqual(idsFrom(20, 25));
		expect(pages[0]).toMatchObject({ ids: [], state: { ...GOOD, nextOffset: 20 } });
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
		expect(last).toMatchObject({ isCut: true, renewed: false, isNew: false, nextOffset: 20 });
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
		const all = await load({ total: 45, odd: { 3: { ...fresh, total: 45 } } });
		expect(all.ids).toEqual(idsFrom(0, 45));
		expect(all.last?.nextOffset).toBeUndefined();
	});

	it('has no further total where the service names none', async () => {
		const { last } = await load({ total: 40, odd: { 3: fresh, 4: { ...fresh, total: null } } });
		expect(last).toMatchObject({ total: 30, isNew: true, nextOffset: undefined });
	});

	it('says of pages on their way when they came before', async () => {
		const again = { dados: idsFrom(0, 10).map((id_pessoa) => ({ id_pessoa })) };
		const { ids, last } = await load({ total: 40, odd: { 3: fresh, 4: again } });
		expect([ids, last?.repeats, last?.nextOffset]).toEqual([idsFrom(0, 30), true, 30]);
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
		from: { cacheKey: 'k', total, offset: 3, page: before.last?.page },
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
