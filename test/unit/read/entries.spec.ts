import { readEntries, readGroups } from '../../../core/read/entries';
import { extentOf } from '../../../core/read/extent';

const entry = (value: string | number, label = String(value)) => ({ value, label });

describe('entries of a list', () => {
	it.each<[unknown, unknown]>([
		[
			['a', 'b'],
			[entry('a'), entry('b')],
		],
		[{ results: ['a'] }, [entry('a')]],
		[{ empty: [], full: ['a'] }, [entry('a')]],
		[[{ text: 'Um', value: 1 }], [entry(1, 'Um')]],
		[[{ nome: 'Um', valor: 'x' }], [entry('x', 'Um')]],
		[[{ id: 7, name: 'Seven' }], [entry(7, 'Seven')]],
		[[{ code: '01', description: 'One' }], [entry('01', 'One')]],
		[[{ name: 'Porto Alegre - RS' }], [entry('Porto Alegre - RS')]],
		[[0, '', null, {}, [], { other: 1 }], [entry(0)]],
		['text', []],
		[undefined, []],
		[{}, []],
	])('are read from %j', (body, expected) => {
		expect(readEntries(body)).toEqual(expected);
	});

	it('have their value under the names that are wanted', () => {
		const names = { value: ['name', 'value'], label: ['name', 'value'] };
		expect(
			readEntries(
				[
					{ id: 5, name: 'Santos - SP' },
					{ id: 6, value: 'Natal - RN' },
				],
				names,
			),
		).toEqual([entry('Santos - SP'), entry('Natal - RN')]);
	});
});

describe('groups of entries', () => {
	it('are read from lists under any key', () => {
		expect(readGroups({ estados: ['RS'], total: 1 })).toEqual([{ group: 'estados', entries: [entry('RS')] }]);
	});
});

describe('whether a list is whole', () => {
	const rows = (length: number): object[] => Array.from({ length }, (_, i) => ({ n: i }));

	it.each<[string, unknown, number | undefined, boolean]>([
		['fewer than its count', { count: 60, results: rows(50) }, undefined, false],
		['as many as its count', { count: 50, results: rows(50) }, undefined, true],
		['a total in text', { total: '50', results: rows(50) }, undefined, true],
		['another page', { next: 'https://example.com/?page=2', results: rows(20) }, undefined, false],
		['no other page', { next: null, results: rows(100) }, undefined, true],
		['shorter than any page', rows(49), undefined, true],
		['cut at a round number', rows(50), undefined, false],
		['cut at a round number below the one asked for', rows(1000), 5000, false],
		['cut at the number asked for', rows(73), 73, false],
		['longer than a page, not cut', rows(645), 5000, true],
		['nothing', [], undefined, true],
	])('is told by: %s', (_, body, asked, expected) => {
		expect(extentOf(body, asked).isWhole).toBe(expected);
	});
});
