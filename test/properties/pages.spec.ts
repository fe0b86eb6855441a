import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';

import { attempt } from '../../core/base/async';
import type { Call } from '../../core/client/request';
import type { Service } from '../../core/client/service';
import { UnknownAnswer } from '../../core/read/answer';
import { searchKinds } from '../../core/search/kinds';
import { cursorAt, offsetOf, type Cursor } from '../../core/search/page';
import { detailsOf, loadResults, type ResultsRequest } from '../../core/search/results';
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
	/** Each of so many persons has a row for several companies. */
	readonly persons: number;
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

interface Answering {
	readonly service: Service;
	readonly asked: IDataObject[];
}

const CONCURRENCY = 3;

function serviceThat(answer: (body: IDataObject) => unknown, isLimited = false): Answering {
	const asked: IDataObject[] = [];
	const parts = new Map<object, unknown>();
	const service = {
		session: {
			concurrency: CONCURRENCY,
			limits: { concurrency: CONCURRENCY, skipsEnriched: true },
			budget: { isLimited },
			// What an execution asks twice is not of interest here.
			skipsEnriched: true,
			runKey: 'run',
			part: <T>(of: object, make: () => T): T => {
				if (!parts.has(of)) parts.set(of, make());
				return parts.get(of) as T;
			},
			context: {
				getNode: () => ({ id: 'node' }),
				getWorkflow: () => ({ id: 'workflow' }),
				getContext: () => ({}),
				getExecutionId: () => '1',
			},
		},
		mostOf: () => 0,
		hasReply: () => false,
		signature: (call: Call) => JSON.stringify(call.body),
		shared: async ({ body = {} }: Call) => {
			asked.push(body);
			return await Promise.resolve({ status: 200, headers: {}, body: answer(body) });
		},
	} as unknown as Service;
	return { service, asked };
}

/** A row of the persons search; the number of its company tells it. */
const row = (persons: number, id: number): IDataObject => ({ id_pessoa: id % persons, id_empresa: id });

/** The answer of a service that keeps to the interface, in any of the ways in which it may. */
function honest(ways: Ways, { pagina, por_pagina }: IDataObject): IDataObject {
	const { total, most, isFixed, withheld, persons, numbersAsText, wrapper } = ways;
	const size = isFixed ? most : Math.min(most, Number(por_pagina));
	const from = (Number(pagina) - 1) * size;
	const rows = numbers(from, Math.min(from + size, total))
		.filter((id) => id === from || !isWithheld(withheld, id))
		.map((id) => row(persons, id));
	const counted = totalOf(ways, Number(por_pagina));
	return { [wrapper]: rows, total: numbersAsText ? String(counted) : counted, chave_cache: KEY };
}

const ways = fc
	.record({
		total: fc.nat({ max: 130 }),
		most: fc.integer({ min: 1, max: 50 }),
		isFixed: fc.boolean(),
		withheld: fc.constantFrom(0, 0, 2, 10, 37),
		countsWithheld: fc.boolean(),
		persons: fc.constantFrom(1, 2, 10, 1000),
		numbersAsText: fc.boolean(),
		wrapper: fc.constantFrom('dados', 'data', 'results'),
	})
	// Where pages are longer than was asked for, nothing tells those that lack rows.
	.map((each): Ways => ({ ...each, withheld: each.isFixed ? 0 : each.withheld }));

const size = fc.integer({ min: 1, max: 50 });

async function load(service: Service, cursor: Cursor, more: Partial<ResultsRequest> = {}) {
	const request = { kind: searchKinds.persons, filters: { a: [1] }, limit: Infinity, cursor, ...more };
	const results = await loadResults(service, request);
	return { ...results, ids: results.rows.map(({ id_empresa }) => id_empresa) };
}

describe('the results of a search', () => {
	holds(
		'are every row once, in order, up to the limit, and cost one search',
		ways,
		size,
		fc.integer({ min: 1, max: 150 }),
		async (service, pageSize, limit) => {
			const honestly = serviceThat((body) => honest(service, body));
			const results = await load(honestly.service, cursorAt(0, pageSize), { limit });
			const all = rowsOf(service, pageSize);
			expect(results.ids).toEqual(all.slice(0, limit));
			expect(honestly.asked.filter(({ chave_cache }) => chave_cache !== KEY)).toHaveLength(1);
			// Further pages may turn out to be empty.
			if (limit < all.length) expect(results.end).toBeUndefined();
			const missing = results.end === undefined ? 0 : totalOf(service, pageSize) - all.length;
			expect(detailsOf(results).missing ?? 0).toBe(missing);
		},
	);

	holds(
		'go on where a run or poll has stopped: all together are every row once',
		ways,
		size,
		fc.array(fc.integer({ min: 1, max: 60 }), { minLength: 1, maxLength: 4 }),
		fc.boolean(),
		fc.boolean(),
		async (service, pageSize, limits, byPolls, byOffset) => {
			const { service: honestly, asked } = serviceThat((body) => honest(service, body));
			let cursor = cursorAt(0, pageSize);
			const ids: unknown[] = [];
			for (const limit of [...limits, Infinity]) {
				const results = await load(honestly, cursor, { limit, byPolls });
				ids.push(...results.ids);
				({ cursor } = results);
				if (results.end === 'done') break;
				expect(results.end).toBeUndefined();
				const { key, total } = cursor;
				if (byOffset) cursor = { ...cursorAt(offsetOf(cursor), cursor.size), key, total };
			}
			expect(ids).toEqual(rowsOf(service, pageSize));
			const total = totalOf(service, pageSize);
			const [, ...further] = asked.map(({ chave_cache, total_cacheado }) => [chave_cache, total_cacheado]);
			expect(further).toEqual(further.map(() => [KEY, total]));
		},
	);

	holds(
		'end with an odd page: an empty one, one again, or of a key that is forgotten; credits are bounded',
		fc.constantFrom('empty', 'repeats', 'newKey'),
		fc.integer({ min: 2, max: 6 }),
		fc.integer({ min: 1, max: 20 }),
		fc.integer({ min: 1, max: 60 }),
		fc.boolean(),
		async (odd, page, pageSize, rest, isLimited) => {
			const total = (page - 1) * pageSize + rest;
			const service = { total, most: 50, isFixed: false, withheld: 0, countsWithheld: true };
			const as = { ...service, persons: 1, numbersAsText: false, wrapper: 'dados' };
			let keys = 0;
			const oddly = serviceThat((body) => {
				const answer = honest(as, body);
				if (Number(body.pagina) < page) return answer;
				if (odd === 'empty') return { ...answer, dados: [] };
				if (odd === 'repeats') return honest({ ...as, total: pageSize }, { ...body, pagina: 1 });
				return { ...answer, chave_cache: `other-${++keys}` };
			}, isLimited);
			const { ids, end, charged, cursor } = await load(oddly.service, cursorAt(0, pageSize));
			const most = isLimited ? 1 : CONCURRENCY;
			expect(oddly.asked.length).toBeLessThan(page + most);
			expect(charged).toBe(1 + keys);
			const given = odd === 'newKey' ? oddly.asked.length : page - 1;
			expect(ids).toEqual(numbers(0, Math.min(total, given * pageSize)));
			if (odd === 'newKey' && ids.length === total) expect(end).toBe('done');
			else expect([end, offsetOf(cursor)]).toEqual([odd, ids.length]);
		},
	);

	const rows = fc.array(fc.constant(row(1, 1)), { maxLength: 6 });
	const answer = fc.record(
		{
			dados: fc.oneof(rows, jsonWith(['id_pessoa'])),
			total: fc.oneof(jsonNumber, fc.nat({ max: 20 }), jsonWith([])),
			chave_cache: fc.constantFrom(KEY, '', null, 7),
		},
		{ requiredKeys: [] },
	);

	holds(
		'are no more rows than the service gave, whatever it answers',
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
			const loaded = await attempt(load(odd.service, cursorAt(0, pageSize), { limit }));
			// A first page of unknown shape comes out as it is.
			if (!loaded.ok) expect([loaded.error instanceof UnknownAnswer, odd.asked.length]).toEqual([true, 1]);
			else expect(loaded.value.ids.length).toBeLessThanOrEqual(Math.min(limit, given));
			expect(odd.asked.length).toBeLessThanOrEqual(answers.length + CONCURRENCY);
			for (const { pagina, por_pagina } of odd.asked) {
				expect([Number.isSafeInteger(pagina), Number(pagina) >= 1]).toEqual([true, true]);
				expect([Number.isSafeInteger(por_pagina), Number(por_pagina) >= 1]).toEqual([true, true]);
			}
		},
	);
});

/** Field notes, "Rows of `dados`": two jobs of a person are two rows, and companies of the registry have no ID. */
it.each<[string, keyof typeof searchKinds, IDataObject[], number]>([
	['a person at two companies', 'persons', [row(1, 1), row(1, 2)], 2],
	['a person at one company', 'persons', [row(1, 1), row(1, 1)], 1],
	['two persons without IDs at one company', 'persons', [{ id_empresa: 1 }, { id_empresa: 1 }], 2],
	['two companies of the registry', 'companies', [{ cnpj: 'a', id_empresa: null }, { cnpj: 'b' }], 2],
	['one company of the registry', 'companies', [{ cnpj: 'a' }, { cnpj: 'a' }], 1],
	[
		'one company of the network',
		'companies',
		[
			{ id_empresa: 7, nome: 'A' },
			{ id_empresa: 7, nome: 'A' },
		],
		1,
	],
	// Field notes: the person's role may be a past one, and rows of companies may join the wrong pair.
	[
		'two roles of a person at one company',
		'persons',
		[
			{ ...row(1, 1), cargo: 'A' },
			{ ...row(1, 1), cargo: 'B' },
		],
		2,
	],
	[
		'two companies with one ID',
		'companies',
		[
			{ id_empresa: 5, cnpj: null },
			{ id_empresa: 5, cnpj: '1' },
		],
		2,
	],
])('rows are told by their IDs: %s', async (_, kind, both, rows) => {
	const pages = serviceThat(({ pagina }) => ({
		...{ dados: [both[Number(pagina) - 1]], total: 2, chave_cache: KEY },
	}));
	const results = await load(pages.service, cursorAt(0, 1), { kind: searchKinds[kind] });
	expect([results.rows.length, results.end]).toEqual([rows, rows === 2 ? 'done' : 'repeats']);
});
