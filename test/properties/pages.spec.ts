import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';

import { attempt } from '../../core/base/async';
import type { Call } from '../../core/client/request';
import type { Service } from '../../core/client/service';
import { UnknownAnswer } from '../../core/read/answer';
import { searchKinds } from '../../core/search/kinds';
import { loadResults, type Cursor, type ResultsRequest } from '../../core/search/results';
import { jsonNumber, jsonWith } from './arbitraries';
import { holds } from './holds';

const KEY = 'key-1';

/** How a service answers a search. */
interface Ways {
	readonly total: number;
	/** Each of so many persons has a row for several companies. */
	readonly persons: number;
	readonly numbersAsText: boolean;
	readonly wrapper: string;
}

const numbers = (from: number, to: number): number[] =>
	Array.from({ length: Math.max(0, to - from) }, (_, i) => from + i);
const start = (size: number): Cursor => ({ offset: 0, size });

let executions = 0;

interface Answering {
	readonly service: Service;
	readonly asked: IDataObject[];
}

function serviceThat(answer: (body: IDataObject) => unknown): Answering {
	const asked: IDataObject[] = [];
	const parts = new Map<object, unknown>();
	// What the process knows outlasts a test.
	const execution = String(++executions);
	const service = {
		session: {
			limits: { skipsEnriched: true },
			state: {},
			usage: {},
			once: async <T>(_: string, work: () => Promise<T>): Promise<T> => await work(),
			shared: <T>(of: object, make: () => T): T => {
				if (!parts.has(of)) parts.set(of, make());
				return parts.get(of) as T;
			},
			context: {
				getNode: () => ({ id: 'node' }),
				getWorkflow: () => ({ id: 'workflow' }),
				getContext: () => ({ execution }),
			},
		},
		mostOf: () => 0,

		signature: (call: Call) => JSON.stringify(call.body),
		// What an execution asks twice is not of interest here.
		result: async ({ body = {} }: Call) => {
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
	const { total, persons, numbersAsText, wrapper } = ways;
	const size = Number(por_pagina);
	const from = (Number(pagina) - 1) * size;
	const rows = numbers(from, Math.min(from + size, total)).map((id) => row(persons, id));
	return { [wrapper]: rows, total: numbersAsText ? String(total) : total, chave_cache: KEY };
}

const ways: fc.Arbitrary<Ways> = fc.record({
	total: fc.nat({ max: 130 }),
	persons: fc.constantFrom(1, 2, 10, 1000),
	numbersAsText: fc.boolean(),
	wrapper: fc.constantFrom('dados', 'data', 'results'),
});

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
			const results = await load(honestly.service, start(pageSize), { limit });
			expect(results.ids).toEqual(numbers(0, Math.min(limit, service.total)));
			expect(honestly.asked.filter(({ chave_cache }) => chave_cache !== KEY)).toHaveLength(1);
			expect(honestly.asked).toHaveLength(Math.max(1, Math.ceil(results.ids.length / pageSize)));
			expect(results.end).toBe(limit < service.total ? undefined : 'done');
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
			let cursor = start(pageSize);
			const ids: unknown[] = [];
			for (const limit of [...limits, Infinity]) {
				const results = await load(honestly, cursor, { limit, byPolls });
				ids.push(...results.ids);
				({ cursor } = results);
				if (results.end === 'done') break;
				expect(results.end).toBeUndefined();
				const { key, total } = cursor;
				if (byOffset) cursor = { offset: cursor.offset, size: cursor.size, key, total };
			}
			expect(ids).toEqual(numbers(0, service.total));
			const { total } = service;
			const [, ...further] = asked.map(({ chave_cache, total_cacheado }) => [chave_cache, total_cacheado]);
			expect(further).toEqual(further.map(() => [KEY, total]));
		},
	);

	holds(
		'end with an odd page: an empty one, one again, or of a key that is forgotten; credits are bounded',
		fc.constantFrom('empty', 'repeats', 'noKey'),
		fc.integer({ min: 2, max: 6 }),
		fc.integer({ min: 1, max: 20 }),
		fc.integer({ min: 1, max: 60 }),
		async (odd, anyPage, pageSize, rest) => {
			// A service that knows no pages says so with the second one.
			const page = odd === 'repeats' ? 2 : anyPage;
			const total = (odd === 'repeats' ? page : page - 1) * pageSize + rest;
			const as = { total, persons: 1, numbersAsText: false, wrapper: 'dados' };
			let keys = 0;
			const oddly = serviceThat((body) => {
				const answer = honest(as, body);
				if (Number(body.pagina) < page) return answer;
				if (odd === 'empty') return { ...answer, dados: [] };
				if (odd === 'repeats') return honest(as, { ...body, pagina: page - 1 });
				return { ...answer, chave_cache: `other-${++keys}` };
			});
			const { ids, end, charged, cursor } = await load(oddly.service, start(pageSize));
			expect(oddly.asked.length).toBeLessThanOrEqual(page);
			expect(charged).toBe(1 + keys);
			const given = odd === 'noKey' ? oddly.asked.length : page - 1;
			expect(ids).toEqual(numbers(0, Math.min(total, given * pageSize)));
			if (odd === 'noKey' && ids.length === total) expect(end).toBe('done');
			else expect([end, cursor.offset]).toEqual([odd === 'noKey' ? odd : 'empty', ids.length]);
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
			const loaded = await attempt(load(odd.service, start(pageSize), { limit }));
			// A first page of unknown shape comes out as it is.
			if (!loaded.ok) expect([loaded.error instanceof UnknownAnswer, odd.asked.length]).toEqual([true, 1]);
			else expect(loaded.value.ids.length).toBeLessThanOrEqual(Math.min(limit, given));
			expect(odd.asked.length).toBeLessThanOrEqual(answers.length + 1);
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
	const { service } = serviceThat(() => ({ dados: both, total: 2, chave_cache: KEY }));
	const results = await load(service, start(2), { kind: searchKinds[kind] });
	expect([results.rows.length, results.end]).toEqual([rows, 'done']);
});

it('last rows that equal earlier ones end a search like others', async () => {
	const { service } = serviceThat(({ pagina }) => ({
		dados: pagina === 1 ? [row(9, 1), row(9, 2)] : [row(9, 1)],
		...{ total: 3, chave_cache: KEY },
	}));
	const results = await load(service, start(2));
	expect([results.ids, results.end]).toEqual([[1, 2], 'done']);
});
