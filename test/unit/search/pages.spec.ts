import type { IDataObject } from 'n8n-workflow';

import { endpoints } from '../../../contract';
import type { Call } from '../../../core/client/request';
import type { Service } from '../../../core/client/service';
import {
	loadPages,
	type Page,
	type PageRequest,
} from '../../../nodes/PersonCompanyData/families/search/pages';

/** What the service and the user's ceilings are like. */
interface World {
	readonly concurrency?: number;
	/** Credits that the ceilings leave. */
	readonly left?: number;
	/** Fields that the user sets in the body of every page. */
	readonly fixed?: IDataObject;
}

/** A service that answers page by page, and what it was asked for, now and ahead. */
function serviceOf(answer: (body: IDataObject, call: number) => IDataObject, world: World = {}) {
	const asked: IDataObject[] = [];
	const ahead: Call[] = [];
	let underWay = 0;
	const seen = { most: 0 };
	const service = {
		session: { concurrency: world.concurrency ?? 1, budget: { leftFor: () => world.left } },
		mostOf: () => 0,
		ahead: (call: Call) => void ahead.push(call),
		effectiveBody: (_: unknown, body: IDataObject) => ({ ...body, ...world.fixed }),
		shared: async ({ body = {} }: Call) => {
			asked.push(body);
			seen.most = Math.max(seen.most, ++underWay);
			const call = asked.length;
			await new Promise((resolve) => void setImmediate(resolve));
			underWay--;
			return { status: 200, headers: {}, body: answer(body, call) };
		},
	} as unknown as Service;
	return { service, asked, ahead, seen };
}

/** An honest one: so many rows, with the key that it was given or its own. */
const honest =
	(total: number, more: IDataObject = {}, most = Number.POSITIVE_INFINITY) =>
	(body: IDataObject): IDataObject => {
		const size = Math.min(most, Number(body.por_pagina));
		const from = (Number(body.pagina) - 1) * size;
		const ids = Array.from({ length: Math.max(0, Math.min(size, total - from)) }, (_, i) => from + i);
		return {
			dados: ids.map((id) => ({ id })),
			total,
			chave_cache: 'k',
			...(size !== body.por_pagina && { por_pagina: size }),
			...more,
		};
	};

const request: PageRequest = {
	endpoint: endpoints.b2bPersonSearch,
	filters: { a: 1 },
	pageSize: 2,
	limit: 100,
};

async function collect(service: Service, wanted: Partial<PageRequest> = {}): Promise<Page[]> {
	const pages: Page[] = [];
	for await (const page of loadPages(service, { ...request, ...wanted })) pages.push(page);
	return pages;
}

const idsIn = (pages: readonly Page[]): unknown[] => pages.map(({ rows }) => rows.map(({ id }) => id));
const offsets = (pages: readonly Page[]): unknown[] => pages.map(({ state }) => state.nextOffset);
const plain = { stuck: false, isCut: false, isNew: false, renewed: false };
const cached = { chave_cache: 'k', total_cacheado: 5 };

describe('the pages of a search', () => {
	it('come one after the other, the later ones with the key and the total of the first', async () => {
		const { service, asked } = serviceOf(honest(5));
		const pages = await collect(service);
		expect(idsIn(pages)).toEqual([[0, 1], [2, 3], [4]]);
		expect(pages.map(({ state }) => state)).toEqual([
			{ ...plain, isNew: true, total: 5, cacheKey: 'k', nextOffset: 2 },
			{ ...plain, total: 5, cacheKey: 'k', nextOffset: 4 },
			{ ...plain, total: 5, cacheKey: 'k' },
		]);
		expect(asked).toEqual([
			{ pagina: 1, por_pagina: 2, a: 1 },
			{ pagina: 2, por_pagina: 2, a: 1, ...cached },
			{ pagina: 3, por_pagina: 2, a: 1, ...cached },
		]);
		expect(pages[2].state).not.toHaveProperty('nextOffset');
	});

	it('are no more than it takes for the limit', async () => {
		const { service, asked } = serviceOf(honest(5));
		const pages = await collect(service, { limit: 3 });
		expect(idsIn(pages)).toEqual([[0, 1], [2]]);
		expect(offsets(pages)).toEqual([2, 3]);
		expect(asked).toHaveLength(2);
		const exact = serviceOf(honest(5));
		expect(offsets(await collect(exact.service, { limit: 2 }))).toEqual([2]);
		expect(exact.asked).toHaveLength(1);
	});

	it('end with one that is whole, or empty', async () => {
		const { service, asked } = serviceOf(honest(2));
		expect(await collect(service)).toEqual([
			{ rows: [{ id: 0 }, { id: 1 }], state: { ...plain, isNew: true, total: 2, cacheKey: 'k' } },
		]);
		expect(asked).toHaveLength(1);
		expect(await collect(serviceOf(honest(0)).service)).toEqual([
			{ rows: [], state: { ...plain, isNew: true, total: 0, cacheKey: 'k' } },
		]);
	});

	it.each([
		[3, [[3], [4]], [2, 3]],
		[4, [[4]], [3]],
		[0, [[0, 1], [2, 3], [4]], [1, 2, 3]],
	])('go on from row %i', async (offset, ids, numbers) => {
		const { service, asked } = serviceOf(honest(5));
		const pages = await collect(service, { from: { cacheKey: 'k', total: 5, offset } });
		expect(idsIn(pages)).toEqual(ids);
		expect(asked.map(({ pagina }) => pagina)).toEqual(numbers);
		expect(asked.every((body) => body.chave_cache === 'k' && body.total_cacheado === 5)).toBe(true);
		expect(pages.some(({ state }) => state.isNew)).toBe(false);
	});

	it('keep to the total of the first, whatever later ones report', async () => {
		const { service, asked } = serviceOf((body, call) => honest(5, { total: call === 1 ? 5 : 4 })(body));
		const pages = await collect(service);
		expect(pages.map(({ state }) => state.total)).toEqual([5, 5, 5]);
		expect(asked.map((body) => body.total_cacheado)).toEqual([undefined, 5, 5]);
	});

	it('end where the user has set the page', async () => {
		const { service, asked } = serviceOf(honest(50), { fixed: { pagina: 3 } });
		const [page, ...others] = await collect(service);
		expect(others).toEqual([]);
		expect(asked).toHaveLength(1);
		expect(page.state.nextOffset).toBe(2);
	});
});

describe('a service that has another page size', () => {
	it('is asked for the next page of that size', async () => {
		const { service, asked } = serviceOf(honest(5, {}, 2));
		const pages = await collect(service, { pageSize: 4 });
		expect(idsIn(pages)).toEqual([[0, 1], [2, 3], [4]]);
		expect(asked.map(({ pagina, por_pagina }) => [pagina, por_pagina])).toEqual([
			[1, 4],
			[2, 2],
			[3, 2],
		]);
	});

	it.each([[12], [25]])(
		'and gives a later page than that of the wanted row, is asked anew (%i rows)',
		async (total) => {
			const { service, asked } = serviceOf((body) =>
				honest(total, { por_pagina: 10 })({ ...body, por_pagina: 10 }),
			);
			const pages = await collect(service, {
				pageSize: 4,
				limit: 3,
				from: { cacheKey: 'k', total, offset: 6 },
			});
			expect(asked.map(({ pagina, por_pagina }) => [pagina, por_pagina])).toEqual([
				[2, 4],
				[1, 10],
			]);
			expect(idsIn(pages)).toEqual([[], [6, 7, 8]]);
			expect(pages[0].state).toEqual({ ...plain, total, cacheKey: 'k', nextOffset: 6 });
		},
	);

	it('and has nothing on that later page is asked anew, too', async () => {
		const { service } = serviceOf((body) => honest(8, { por_pagina: 10 })({ ...body, por_pagina: 10 }));
		const pages = await collect(service, { pageSize: 4, from: { cacheKey: 'k', total: 8, offset: 6 } });
		expect(idsIn(pages)).toEqual([[], [6, 7]]);
		expect(pages[0].state.isCut).toBe(false);
	});

	it('is not asked anew where the user has set the page', async () => {
		const { service, asked } = serviceOf(
			(body) => honest(30, { por_pagina: 10 })({ ...body, pagina: 2, por_pagina: 10 }),
			{ fixed: { pagina: 2 } },
		);
		const pages = await collect(service, { limit: 1 });
		expect(idsIn(pages)).toEqual([[10]]);
		expect(asked).toHaveLength(1);
	});

	it.each([0, -5, 'many', null])('of %j has the one that was asked for', async (size) => {
		const { service } = serviceOf((body) => ({ ...honest(5)(body), por_pagina: size }));
		expect(idsIn(await collect(service))).toEqual([[0, 1], [2, 3], [4]]);
	});

	it('which the user has set, is that', async () => {
		const set = serviceOf((body) => honest(5)({ ...body, por_pagina: 3 }), { fixed: { por_pagina: 3 } });
		const pages = await collect(set.service);
		expect(idsIn(pages)).toEqual([
			[0, 1, 2],
			[3, 4],
		]);
		const none = serviceOf(honest(5), { fixed: { por_pagina: 0 } });
		expect(idsIn(await collect(none.service))).toEqual([[0, 1], [2, 3], [4]]);
	});
});

describe('a service that does not say all', () => {
	it.each<[string, IDataObject]>([
		['no key', { chave_cache: undefined }],
		['no total', { total: undefined }],
		['a negative total', { total: -1 }],
	])('ends the search where it may have more and gives %s', async (_, odd) => {
		const { service, asked } = serviceOf((body) => ({ ...honest(5)(body), ...odd }));
		const pages = await collect(service);
		expect(idsIn(pages)).toEqual([[0, 1]]);
		expect(pages[0].state).toMatchObject({ stuck: true, nextOffset: 2, isCut: false });
		expect(asked).toHaveLength(1);
	});

	it.each<[string, IDataObject]>([
		['no key', { chave_cache: undefined }],
		['no total', { total: undefined }],
	])('is not stuck where all rows came, with %s', async (_, odd) => {
		const { service } = serviceOf((body) => ({ ...honest(1)(body), ...odd }));
		const [{ state }] = await collect(service);
		expect(state.stuck).toBe(false);
		expect(state).not.toHaveProperty('nextOffset');
	});

	it('has rows to go on from where the limit is within a page that says nothing of the total', async () => {
		const { service } = serviceOf((body) => ({ ...honest(2)(body), total: undefined }));
		const pages = await collect(service, { limit: 1, pageSize: 5 });
		expect(offsets(pages)).toEqual([1]);
	});

	it('and gives an empty page before the end has cut the search', async () => {
		const { service, asked } = serviceOf((body, call) => ({
			...honest(5)(body),
			...(call === 2 && { dados: [] }),
		}));
		const pages = await collect(service);
		expect(idsIn(pages)).toEqual([[0, 1], []]);
		expect(pages[1].state).toEqual({ ...plain, isCut: true, total: 5, cacheKey: 'k', nextOffset: 2 });
		expect(asked).toHaveLength(2);
	});

	it('and gives too few rows on a page is asked for the next one', async () => {
		const { service, asked } = serviceOf((body, call) => ({
			...honest(5)(body),
			...(call === 1 && { dados: [{ id: 0 }] }),
		}));
		const pages = await collect(service);
		expect(idsIn(pages)).toEqual([[0], [2, 3], [4]]);
		expect(offsets(pages)).toEqual([1, 4, undefined]);
		expect(asked).toHaveLength(3);
	});

	it('repeats the key only once', async () => {
		const { service, asked } = serviceOf((body, call) =>
			honest(5, call === 1 ? {} : { chave_cache: undefined })(body),
		);
		const pages = await collect(service);
		expect(pages.map(({ state }) => [state.cacheKey, state.isNew])).toEqual([
			['k', true],
			['k', false],
			['k', false],
		]);
		expect(asked).toHaveLength(3);
	});
});

describe('a service that has forgotten its key', () => {
	/** Gives another key with the second page, and yet another with the fourth if it forgets again. */
	const forgetful = (forgetsAgain: boolean) => (body: IDataObject, call: number) =>
		honest(10, {
			chave_cache: call < 2 ? 'k' : call < 4 || !forgetsAgain ? 'k2' : 'k3',
			total: call < 2 ? 10 : 9,
		})(body);

	it('makes a new search, once, whose key and total count from then on', async () => {
		const { service, asked } = serviceOf(forgetful(false));
		const pages = await collect(service, { limit: 7 });
		expect(pages.map(({ state }) => [state.isNew, state.renewed, state.stuck, state.total])).toEqual([
			[true, false, false, 10],
			[true, false, false, 9],
			[false, false, false, 9],
			[false, false, false, 9],
		]);
		expect(asked.map(({ chave_cache, total_cacheado }) => [chave_cache, total_cacheado])).toEqual([
			[undefined, undefined],
			['k', 10],
			['k2', 9],
			['k2', 9],
		]);
	});

	it('keeps the total that was known if it says none', async () => {
		const { service, asked } = serviceOf((body, call) => ({
			...honest(5)(body),
			...(call === 2 && { chave_cache: 'k2', total: undefined }),
			...(call === 3 && { chave_cache: 'k2' }),
		}));
		const pages = await collect(service);
		expect(pages[1].state.total).toBe(5);
		expect(asked[2]).toMatchObject({ chave_cache: 'k2', total_cacheado: 5 });
	});

	it('and forgets the next one, too, is asked no more', async () => {
		const { service, asked } = serviceOf(forgetful(true));
		const pages = await collect(service);
		expect(asked).toHaveLength(4);
		expect(pages[3].state).toMatchObject({ isNew: true, renewed: true, stuck: true, nextOffset: 8 });
	});

	it('is asked no more where nothing may be charged', async () => {
		const { service, asked } = serviceOf(forgetful(false), { left: 0 });
		const pages = await collect(service);
		expect(asked).toHaveLength(2);
		expect(pages[1].state).toMatchObject({ isNew: true, renewed: true, stuck: true });
		const one = serviceOf(forgetful(false), { left: 1 });
		expect((await collect(one.service)).length).toBeGreaterThan(2);
	});
});

describe('pages that are asked for ahead', () => {
	const numbersOf = (calls: readonly Call[]): unknown[] => calls.map(({ body }) => body?.pagina);

	it('are as many as may be under way, once the service has accepted its key', async () => {
		const { service, ahead } = serviceOf(honest(20), { concurrency: 3 });
		const pages = loadPages(service, request);
		const loaded: unknown[] = [];
		for (let page = 1; page <= 4; page++) {
			await pages.next();
			loaded.push(numbersOf(ahead));
		}
		// What follows a page is asked for when the next one is.
		expect(loaded).toEqual([[], [], [3, 4, 5], [3, 4, 5, 6]]);
		expect(ahead[0]).toMatchObject({
			endpoint: request.endpoint,
			body: { pagina: 3, por_pagina: 2, a: 1, chave_cache: 'k', total_cacheado: 20 },
		});
		await pages.return(undefined);
	});

	it('are none behind the last one, or behind the limit', async () => {
		const whole = serviceOf(honest(7), { concurrency: 9 });
		await collect(whole.service);
		expect(numbersOf(whole.ahead)).toEqual([3, 4]);
		const limited = serviceOf(honest(50), { concurrency: 9 });
		await collect(limited.service, { limit: 9 });
		expect(numbersOf(limited.ahead)).toEqual([3, 4, 5]);
	});

	it.each<[string, World, Partial<PageRequest>]>([
		['one page is wanted at a time', { concurrency: 3 }, { oneAtATime: true }],
		['the ceilings leave less than all might cost', { concurrency: 3, left: 2 }, {}],
	])('are none where %s', async (_, world, wanted) => {
		const { service, ahead } = serviceOf(honest(20), world);
		await collect(service, wanted);
		expect(ahead).toEqual([]);
	});

	it('are asked for where the ceilings leave enough for all', async () => {
		const { service, ahead } = serviceOf(honest(20), { concurrency: 3, left: 3 });
		await collect(service, { oneAtATime: false });
		expect(ahead).not.toEqual([]);
	});

	it('are none any more after a key was forgotten, and those that wait are not sent', async () => {
		const { service, ahead } = serviceOf(
			(body, call) => honest(20, { chave_cache: call < 4 ? 'k' : 'k2' })(body),
			{ concurrency: 3 },
		);
		const pages = loadPages(service, request);
		for (let page = 1; page <= 3; page++) await pages.next();
		expect(numbersOf(ahead)).toEqual([3, 4, 5]);
		await expect(ahead[2].before?.()).resolves.toBeUndefined();
		for await (const page of pages) expect(page.rows).toHaveLength(2);
		expect(numbersOf(ahead)).toEqual([3, 4, 5, 6]);
		await expect(ahead[2].before?.()).rejects.toMatchObject({
			kind: 'notSent',
			endpoint: request.endpoint,
		});
	});
});

describe('searches at the same time', () => {
	const from = { cacheKey: 'k', total: 5, offset: 0 };
	const both = async (world: World, wanted: Partial<PageRequest>): Promise<number> => {
		const { service, seen } = serviceOf(honest(5), world);
		await Promise.all([collect(service, wanted), collect(service, wanted)]);
		return seen.most;
	};

	it('wait for each other where fewer credits are left than calls may be under way', async () => {
		expect(await both({ concurrency: 3, left: 2 }, { from })).toBe(1);
		expect(await both({ concurrency: 3, left: 3 }, { from })).toBe(2);
		expect(await both({ concurrency: 3 }, { from })).toBe(2);
	});

	it('do not wait for their first pages, which are charged anyway', async () => {
		expect(await both({ concurrency: 3, left: 2 }, { limit: 2 })).toBe(2);
	});
});
