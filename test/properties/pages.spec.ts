import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';

import { endpoints } from '../../contract';
import { loadPages, type SearchPosition } from '../../nodes/PersonCompanyData/families/search/pages';
import type { Call } from '../../core/client/request';
import type { Service } from '../../core/client/service';
import { jsonNumber, jsonWith } from './arbitraries';
import { holds } from './holds';

const KEY = 'key-1';

/** How a service answers a search. */
interface Ways {
	readonly total: number;
	/** Rows that it gives at most, whatever is asked for. */
	readonly most: number;
	/** Whether its pages have so many rows, also where fewer are asked for. */
	readonly isFixed: boolean;
	/** It leaves out each row of this number, but the first of a page. */
	readonly withheld: number;
	/** Whether its total counts what it leaves out. */
	readonly countsWithheld: boolean;
	/** Whether it says how many rows a page has: truly, as it was asked for, or not at all. */
	readonly tellsSize: boolean | 'asked';
	readonly numbersAsText: boolean;
	readonly wrapper: string;
}

const numbers = (from: number, to: number): number[] =>
	Array.from({ length: Math.max(0, to - from) }, (_, i) => from + i);

const isWithheld = (withheld: number, id: number): boolean => withheld > 0 && id % withheld === withheld - 1;

/** The rows of a service, which asks for pages of this size. */
const rowsOf = ({ total, most, isFixed, withheld }: Ways, pageSize: number): number[] => {
	const size = isFixed ? most : Math.min(most, pageSize);
	return numbers(0, total).filter((id) => id % size === 0 || !isWithheld(withheld, id));
};

/** What it says of their number. */
const totalOf = (ways: Ways, pageSize: number): number =>
	ways.countsWithheld ? ways.total : rowsOf(ways, pageSize).length;

function serviceThat(answer: (body: IDataObject) => unknown): { service: Service; asked: IDataObject[] } {
	const asked: IDataObject[] = [];
	const service = {
		session: {
			concurrency: 3,
			budget: { isLimited: false, risk: () => () => undefined },
			// What an execution asks twice is not of interest here.
			skipsEnriched: true,
			runKey: 'run',
			context: {
				getNode: () => ({ id: 'node' }),
				getWorkflow: () => ({ id: 'workflow' }),
				getContext: () => ({}),
				getExecutionId: () => '1',
			},
		},
		mostOf: () => 0,
		signature: (call: Call) => JSON.stringify(call.body),
		hasReply: () => false,
		shared: async ({ body = {} }: Call) => {
			asked.push(body);
			return await Promise.resolve({ status: 200, headers: {}, body: answer(body) });
		},
	} as unknown as Service;
	return { service, asked };
}

/** A service that keeps to the interface, in any of the ways in which it may. */
const honest = (ways: Ways) =>
	serviceThat((body) => {
		const { total, most, isFixed, withheld, tellsSize, numbersAsText, wrapper } = ways;
		const size = isFixed ? most : Math.min(most, Number(body.por_pagina));
		const from = (Number(body.pagina) - 1) * size;
		const rows = numbers(from, Math.min(from + size, total))
			.filter((id) => id === from || !isWithheld(withheld, id))
			.map((id) => ({ id }));
		const number = (value: number): unknown => (numbersAsText ? String(value) : value);
		return {
			[wrapper]: rows,
			total: number(totalOf(ways, Number(body.por_pagina))),
			chave_cache: KEY,
			...(tellsSize !== false && { por_pagina: tellsSize === 'asked' ? body.por_pagina : number(size) }),
		};
	});

const ways = fc
	.record({
		total: fc.nat({ max: 130 }),
		most: fc.integer({ min: 1, max: 50 }),
		isFixed: fc.boolean(),
		withheld: fc.constantFrom(0, 0, 2, 10, 37),
		countsWithheld: fc.boolean(),
		tellsSize: fc.constantFrom(true, false, 'asked' as const),
		numbersAsText: fc.boolean(),
		wrapper: fc.constantFrom('dados', 'data', 'results'),
	})
	// Where pages are longer than was asked for, nothing tells those that lack rows.
	.map((each): Ways => ({ ...each, withheld: each.isFixed ? 0 : each.withheld }));

async function load(service: Service, pageSize: number, limit: number, from?: SearchPosition) {
	const ids: unknown[] = [];
	let state;
	for await (const page of loadPages(service, {
		endpoint: endpoints.b2bPersonSearch,
		filters: { a: [1] },
		pageSize,
		limit,
		from,
	})) {
		ids.push(...page.rows.map(({ id }) => id));
		({ state } = page);
	}
	return { ids, state };
}

describe('the pages of a search', () => {
	holds(
		'have every row once, in order, up to the limit, and cost one search',
		ways,
		fc.integer({ min: 1, max: 50 }),
		fc.integer({ min: 1, max: 150 }),
		async (service, pageSize, limit) => {
			const honestly = honest(service);
			const { ids, state } = await load(honestly.service, pageSize, limit);
			const all = rowsOf(service, pageSize);
			expect(ids).toEqual(all.slice(0, limit));
			expect(honestly.asked.filter(({ chave_cache }) => chave_cache !== KEY)).toHaveLength(1);
			// Further pages may turn out to be empty.
			if (limit < all.length) expect(state?.nextOffset).toBeDefined();
			const isWhole = state?.nextOffset === undefined;
			expect(state?.missing?.count ?? 0).toBe(isWhole ? totalOf(service, pageSize) - all.length : 0);
		},
	);

	holds(
		'go on where a run has stopped: both together have every row once',
		ways,
		fc.integer({ min: 1, max: 50 }),
		fc.integer({ min: 1, max: 50 }),
		fc.integer({ min: 1, max: 100 }),
		fc.boolean(),
		async (service, first, second, limit, isCounted) => {
			// Without the count, the last page by a total that is too low may look like the last.
			fc.pre(isCounted || service.countsWithheld);
			const before = await load(honest(service).service, first, limit);
			fc.pre(before.state?.nextOffset !== undefined);
			const again = honest(service);
			const after = await load(again.service, second, 1000, {
				cacheKey: KEY,
				total: totalOf(service, first),
				offset: before.state?.nextOffset ?? 0,
				pageSize: before.state?.pageSize,
				...(isCounted && { count: before.state?.count }),
			});
			expect([...before.ids, ...after.ids]).toEqual(rowsOf(service, first));
			expect(after.state?.nextOffset).toBeUndefined();
			expect(after.state?.missing?.count ?? 0).toBe(
				isCounted ? totalOf(service, first) - rowsOf(service, first).length : 0,
			);
			expect(
				again.asked.every(
					({ chave_cache, total_cacheado }) =>
						chave_cache === KEY && total_cacheado === totalOf(service, first),
				),
			).toBe(true);
		},
	);

	holds(
		'end where a service renews its key each time, before every page is paid for',
		ways,
		fc.integer({ min: 1, max: 10 }),
		async (service, pageSize) => {
			let keys = 0;
			const renewing = serviceThat((body) => {
				const from = (Number(body.pagina) - 1) * pageSize;
				return {
					dados: numbers(from, Math.min(service.total, from + pageSize)).map((id) => ({ id })),
					total: service.total,
					chave_cache: `key-${keys++}`,
				};
			});
			const { ids } = await load(renewing.service, pageSize, 1000);
			expect(renewing.asked.length).toBeLessThanOrEqual(3);
			expect(ids).toEqual(numbers(0, ids.length));
		},
	);

	const rows = fc.array(fc.constant({ id: 1 }), { maxLength: 6 });
	const answer = fc.record(
		{
			dados: fc.oneof(rows, jsonWith(['id'])),
			total: fc.oneof(jsonNumber, fc.nat({ max: 20 }), jsonWith([])),
			por_pagina: fc.oneof(jsonNumber, fc.integer({ min: -5, max: 5 })),
			chave_cache: fc.constantFrom(KEY, '', null, 7),
		},
		{ requiredKeys: [] },
	);

	holds(
		'give no more rows than the service did, whatever it answers',
		fc.array(answer, { minLength: 1, maxLength: 6 }),
		fc.integer({ min: 1, max: 5 }),
		fc.integer({ min: 1, max: 20 }),
		async (answers, pageSize, limit) => {
			let given = 0;
			const odd = serviceThat(() => {
				// A service that has no more to say gives nothing.
				const next = answers[odd.asked.length - 1] ?? {};
				// Whatever may be a row.
				given += (JSON.stringify(next).match(/[{[,]/g) ?? []).length;
				return next;
			});
			const { ids } = await load(odd.service, pageSize, limit);
			expect(ids.length).toBeLessThanOrEqual(Math.min(limit, given));
			// The second answer that says nothing ends it; three pages at most are on their way then.
			expect(odd.asked.length).toBeLessThanOrEqual(answers.length + 4);
			for (const { pagina, por_pagina } of odd.asked) {
				expect([Number.isSafeInteger(pagina), Number(pagina) >= 1]).toEqual([true, true]);
				expect([Number.isSafeInteger(por_pagina), Number(por_pagina) >= 1]).toEqual([true, true]);
			}
		},
	);
});
