import { clock } from '../../../core/base/clock';
import { MOST, readTable, Room } from '../../../core/files/csv';
import { readContents } from '../../../core/files/resultFiles';

const table = async (text: string) => await readTable(Buffer.from(text, 'utf8'));

it.each([
	['semicolons', 'cpf;nome\n00012345678;Ana\n'],
	['lines of old', 'cpf;nome\r00012345678;Ana\r'],
	['no end of line at the end', 'cpf;nome\n00012345678;Ana'],
	['empty lines', '\ncpf;nome\n\n00012345678;Ana\n\n'],
])('reads a table with %s; values stay text', async (_, text) => {
	expect(await table(text)).toEqual([{ cpf: '00012345678', nome: 'Ana' }]);
});

// Brazil writes 1,5 for 1.5.
it.each(['\n', '\r\n', '\r'])('divides as its heading does, with lines that end with %j', async (end) => {
	expect(await table(['a;b', '1,5,0;2,5', ''].join(end))).toEqual([{ a: '1,5,0', b: '2,5' }]);
});

it('reads what is not quite right: text after a quote, a quote that never ends', async () => {
	expect(await table('a;b\n"x"y;z\n')).toEqual([{ a: 'xy', b: 'z' }]);
	expect(await table('a;b\n1;"open\n2;3')).toEqual([
		{ a: '1', b: '"open' },
		{ a: '2', b: '3' },
	]);
});

it.each(['', '\n', '\uFEFF', 'a;b\n'])('finds no rows in %j', async (text) =>
	expect(await table(text)).toEqual([]),
);

describe('a table with more cells than n8n has memory for', () => {
	it('is refused for its size alone', async () => {
		await expect(readTable(Buffer.alloc(129 * 1024 * 1024))).rejects.toThrow(
			'A table of the result has more than 128 MB, too many for items.',
		);
	});

	it('is refused together with the other tables of its archive', async () => {
		const room = new Room();
		room.take('cells', MOST.cells - 4);
		expect(await readTable(Buffer.from('a;b\n1;2'), room)).toHaveLength(1);
		await expect(readTable(Buffer.from('a'), room)).rejects.toThrow('too many for items');
	});

	// Short rows are filled up to the header.
	it('is refused for cells that its rows lack', async () => {
		const room = new Room();
		room.take('cells', MOST.cells - 4);
		await expect(readTable(Buffer.from('a;b;c\n1'), room)).rejects.toThrow('too many for items');
	});

	// Each of four million rows of one cell would become an item.
	it('is refused for its rows, also empty ones, and columns', async () => {
		for (const row of ['1\n', '\n'])
			await expect(table(row.repeat(MOST.rows + 1))).rejects.toThrow('more than 250,000 rows, too many');
		await expect(table('a\n' + 'a;'.repeat(MOST.columns))).resolves.toHaveLength(1);
		await expect(table('a;'.repeat(MOST.columns + 1))).rejects.toThrow('more than 16,384 columns, too many');
	});
});

it('reads windows-1252 in turns: n8n has other work, and V8 ends the process above 67 million matches', async () => {
	let now = 0;
	jest.spyOn(clock, 'now').mockImplementation(() => (now += 1000));
	const sleep = jest.spyOn(clock, 'sleep').mockResolvedValue();
	const bytes = Buffer.concat([Buffer.from('a\n'), Buffer.alloc(2 ** 20, '\x80\x99', 'latin1')]);
	expect(await readTable(bytes)).toEqual([{ a: '€™'.repeat(2 ** 19) }]);
	expect(sleep.mock.calls.length).toBeGreaterThan(16);
	jest.restoreAllMocks();
});

it.each([
	['a.csv', Buffer.from('\uFEFFnome\nJoão\n', 'utf16le')],
	['a.tsv', Buffer.from('a\tb\n')],
])('leaves a file that is no CSV as it is: %s', async (name, data) => {
	const file = { data, name, mimeType: 'application/octet-stream' };
	expect(await readContents(file)).toEqual({ tables: [], others: [file] });
});
