import { clock } from '../../../core/base/clock';
import { FileRecord, NotFound } from '../../../core/output/result';
import { itemsOfRows, rowOutputs } from '../../../nodes/PersonCompanyData/operations/layoutEnrichment/rows';

const sent = (...rows: Array<Record<string, string | number>>) =>
	rows.map((json, i) => ({ item: i * 2, json }));
const people = sent(
	{ cpf: '00123456797', n: 1 },
	{ cpf: '123.456.789-09', n: 2 },
	{ cpf: '52998224725', n: 3 },
);

afterEach(() => jest.restoreAllMocks());

describe('rows of a result and the rows that were sent', () => {
	it('go by the named column, whatever the order and the spelling', async () => {
		const rows = [{ CPF: '12345678909' }, { CPF: 52_998_224_725 }, { CPF: 123_456_797 }];
		expect(await itemsOfRows(rows, people, 'cpf')).toEqual([2, 4, 0]);
	});

	it('go by the order when no column is named or comes back, and none is missing', async () => {
		for (const column of [undefined, 'cpf'])
			expect(await itemsOfRows([{ TEL: '1' }, { TEL: '2' }, { TEL: '2' }], people, column)).toEqual([
				0, 2, 4,
			]);
		expect(await itemsOfRows([{ TEL: '1' }, { TEL: '9' }], people)).toBeUndefined();
	});

	it.each([
		[2, 2, [0, 2]],
		[4, 2, [0, 2, 2, 2]],
	])('%d rows of an identifier that was sent %d times are shared out', async (rows, times, items) => {
		const twice = [
			...sent(...Array.from({ length: times }, () => ({ cpf: '1' }))),
			{ item: 8, json: { cpf: '2' } },
		];
		const returned = [...Array.from({ length: rows }, () => ({ cpf: '1' })), { cpf: '2' }];
		expect(await itemsOfRows(returned, twice, 'cpf')).toEqual([...items, 8]);
	});
});

describe('the output of a file that was made from items', () => {
	it('has an item for each, also for those that the result leaves out', async () => {
		const outputs = await rowOutputs([{ CPF: '52998224725', sourceFile: 'a.csv' }], people.slice(1), 'cpf');
		expect(outputs).toEqual([
			{ json: { CPF: '52998224725', sourceFile: 'a.csv' }, items: [4] },
			{
				json: {
					outcome: 'not found',
					reason: 'The result has no row for this item.',
					n: 2,
					cpf: '123.456.789-09',
				},
				items: [2],
			},
		]);
	});

	it.each<[string, string, string, [string, string]]>([
		['blanks', '123.456.789 09', '529 982 247 25', ['12345678909', '52998224725']],
		['brackets', '(51) 3333-0001', '(51) 3333-0002', ['5133330001', '5133330002']],
		['a plus sign', '+55 51 3333-0001', '+555133330002', ['555133330001', '555133330002']],
	])('goes by numbers with %s, and not by the order', async (_, one, other, [first, second]) => {
		const outputs = await rowOutputs(
			[{ key: second }, { key: first }],
			sent({ key: one }, { key: other }),
			'key',
		);
		expect(outputs.map(({ items }) => items)).toEqual([[2], [0]]);
	});

	it('belongs to all items where nothing tells whose it is', async () => {
		const file = new FileRecord({ id: 1 }, {});
		const all = [0, 2, 4];
		expect(await rowOutputs([{ id: 1, file: 'https://files.example/1' }], people)).toMatchObject([
			{ items: all },
		]);
		expect(await rowOutputs([file], people)).toMatchObject([{ json: { id: 1 }, items: all }]);
		expect(await rowOutputs([new NotFound({ id: 1 })], people)).toMatchObject([
			{ json: { outcome: 'not found', id: 1 }, items: all },
		]);
	});

	it('reads no more than a few hundred values between two turns, whatever columns agree with documents', async () => {
		let [now, read, most] = [0, 0, 0];
		// A turn is due whenever somebody looks.
		jest.spyOn(clock, 'now').mockImplementation(() => (now += 1000));
		jest.spyOn(clock, 'sleep').mockImplementation(async () => {
			read = 0;
			await Promise.resolve();
		});
		const row = (i: number) => ({
			...{ cnpj: `${i}`, a: `a${i}`, b: `b${i}` },
			get cpf() {
				most = Math.max(most, ++read);
				return `${10_000 + i}`;
			},
		});
		const all = Array.from({ length: 3000 }, (_, item) => ({ item, json: row(item) }));
		const outputs = await rowOutputs(
			all.map(({ json }) => json),
			all,
			'cpf',
		);
		expect(outputs.map(({ items: [item] }) => item)).toEqual(all.map(({ item }) => item));
		expect(most).toBeLessThan(600);
	});
});
