import type { IDataObject } from 'n8n-workflow';

import {
	asInteger,
	asObject,
	asRows,
	asText,
	defined,
	firstOf,
	isObject,
	listOf,
	isRecord,
	rowsOf,
	searchListOf,
} from '../../../core/base/json';

describe('reading answers tolerantly', () => {
	it.each([
		[{}, true],
		[{ a: 1 }, true],
		[[], false],
		[null, false],
		[undefined, false],
		['{}', false],
		[1, false],
	])('isObject(%j) is %s', (value, expected) => {
		expect(isObject(value)).toBe(expected);
	});

	it.each([
		[{ a: 1 }, { a: 1 }],
		[[{ a: 1 }, { a: 2 }], { a: 1 }],
		[[[{ a: 1 }]], { a: 1 }],
		[[], {}],
		[null, {}],
		[undefined, {}],
		['text', {}],
		[7, {}],
	])('asObject(%j) is %j', (value, expected) => {
		expect(asObject(value)).toEqual(expected);
	});

	it('asRows takes a list and drops what is no object', () => {
		expect(asRows([{ a: 1 }, null, 'x', [1], { b: 2 }])).toEqual([{ a: 1 }, { b: 2 }]);
	});

	it('asRows takes a single object for a list of one: it was paid for', () => {
		expect(asRows({ a: 1 })).toEqual([{ a: 1 }]);
	});

	it('rowsOf finds the list under the first wrapper that holds one', () => {
		const answer = { total: 1, data: { no: 'list' }, results: [{ a: 1 }], rows: [{ b: 1 }] };
		expect(rowsOf(answer)).toEqual([{ a: 1 }]);
	});

	it('rowsOf takes a list as it is, and an object without one for a row', () => {
		expect(rowsOf([{ a: 1 }, 'x'])).toEqual([{ a: 1 }]);
	});

	it.each<[unknown, unknown[]]>([
		[{ data: { a: 1 } }, [{ a: 1 }]],
		[{ success: true, data: { a: 1 } }, [{ a: 1 }]],
		[{ success: true, data: { count: 1, results: [{ a: 1 }] } }, [{ a: 1 }]],
		[{ resultado: { dados: [{ a: 1 }] } }, [{ a: 1 }]],
		// What stands beside it would be lost.
		[{ cpf: '1', data: { a: 1 } }, [{ cpf: '1', data: { a: 1 } }]],
		[{ data: '2026-01-01', nome: 'Ana' }, [{ data: '2026-01-01', nome: 'Ana' }]],
	])('rowsOf finds what %j wraps', (body, rows) => {
		expect(rowsOf(body)).toEqual(rows);
	});

	it.each<[IDataObject, boolean]>([
		[{}, false],
		[{ success: true, total: 0, message: 'ok', dados: null, pessoas: [], nome: ' ', more: {} }, false],
		[{ total: 1, nome: 'Ana' }, true],
		[{ ativo: false }, true],
		[{ filhos: 0 }, true],
	])('%j is a record: %s', (value, expected) => {
		expect(isRecord(value)).toBe(expected);
	});

	it.each<[unknown, unknown]>([
		[{ total: 1, pessoas: [{ a: 1 }] }, [{ a: 1 }]],
		[{ data: { total: 1, pessoas: [{ a: 1 }] } }, [{ a: 1 }]],
		[{ nome: 'Ana', pessoas: [{ a: 1 }] }, undefined],
		[{ pessoas: ['Ana'] }, undefined],
		[{ pessoas: [{ a: 1 }], dados: [] }, []],
		[{ nome: 'Ana' }, undefined],
	])('searchListOf finds the list of %j', (body, list) => {
		expect(searchListOf(body)).toEqual(list);
	});

	it('listOf keeps entries that are no objects, and finds none in what holds no list', () => {
		expect(listOf({ dados: ['a', 1] })).toEqual(['a', 1]);
		expect(listOf({ a: 1 })).toBeUndefined();
		expect(listOf('text')).toBeUndefined();
	});

	it.each([[null], [undefined], ['text'], [3], [[]], [{}]])('asRows(%j) and rowsOf are empty', (value) => {
		expect(asRows(value)).toEqual([]);
		expect(rowsOf(value)).toEqual([]);
	});

	it('defined leaves out what is undefined, and nothing else', () => {
		expect(Object.keys(defined({ a: undefined, b: null, c: 0, d: '' }))).toEqual(['b', 'c', 'd']);
	});

	it.each([
		['a', 'a'],
		[' a ', ' a '],
		[0, '0'],
		[12.5, '12.5'],
		[10n, '10'],
		['', undefined],
		[true, undefined],
		[null, undefined],
		[undefined, undefined],
		[{}, undefined],
		[['a'], undefined],
	])('asText(%p) is %p', (value, expected) => {
		expect(asText(value)).toBe(expected);
	});

	it.each([
		[5, 5],
		[0, 0],
		[-3, -3],
		['12', 12],
		[' 12 ', 12],
		['0', 0],
		['', undefined],
		['  ', undefined],
		['12x', undefined],
		[1.5, undefined],
		['1.5', undefined],
		[Number.NaN, undefined],
		[Number.POSITIVE_INFINITY, undefined],
		[2 ** 53, undefined],
		[true, undefined],
		[null, undefined],
		[undefined, undefined],
		[[5], undefined],
	])('asInteger(%p) is %p', (value, expected) => {
		expect(asInteger(value)).toBe(expected);
	});

	it('firstOf passes over what is missing or null, not over zero, false and empty text', () => {
		expect(firstOf({ a: null, b: 0, c: 1 }, 'x', 'a', 'b', 'c')).toBe(0);
		expect(firstOf({ a: false, c: 1 }, 'a', 'c')).toBe(false);
		expect(firstOf({ a: '', c: 1 }, 'a', 'c')).toBe('');
		expect(firstOf({ a: 1 }, 'b')).toBeUndefined();
	});
});
