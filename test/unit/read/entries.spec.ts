import { readEntries } from '../../../core/read/entries';

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
		[[{ description: 'Sells bread', name: 'Baker', code: '7', id: 5 }], [entry(5, 'Baker')]],
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
