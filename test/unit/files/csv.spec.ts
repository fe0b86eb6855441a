import { readTable, writeTable } from '../../../core/files/csv';
import { MOST_CELLS, MOST_COLUMNS, Room, TableTooLarge } from '../../../core/files/room';
import { readContents } from '../../../core/files/resultFiles';

const table = (text: string) => readTable(Buffer.from(text, 'utf8'));

it.each([
	['semicolons', 'cpf;nome\n00012345678;Ana\n'],
	['commas', 'cpf,nome\n00012345678,Ana\n'],
	['tabs', 'cpf\tnome\n00012345678\tAna\n'],
	['bars', 'cpf|nome\n00012345678|Ana\n'],
	['lines of Windows', 'cpf;nome\r\n00012345678;Ana\r\n'],
	['lines of old', 'cpf;nome\r00012345678;Ana\r'],
	['no end of line at the end', 'cpf;nome\n00012345678;Ana'],
	['a byte order mark', '\uFEFFcpf;nome\n00012345678;Ana\n'],
	['empty lines', '\ncpf;nome\n\n00012345678;Ana\n\n'],
	['quotes', '"cpf";"nome"\n"00012345678";"Ana"\n'],
])('reads a table with %s; values stay text', (_, text) => {
	expect(table(text)).toEqual([{ cpf: '00012345678', nome: 'Ana' }]);
});

it('reads quoted fields with delimiters, quotes and line ends in them', () => {
	expect(table('a;b\n"x;y";"say ""hi""\nthere"\n"";z\n')).toEqual([
		{ a: 'x;y', b: 'say "hi"\nthere' },
		{ a: '', b: 'z' },
	]);
});

it('reads what is not quite right: text after a quote, a quote that never ends', () => {
	expect(table('a;b\n"x"y;z\n')).toEqual([{ a: 'xy', b: 'z' }]);
	expect(table('a;b\n1;"open\n2;3')).toEqual([
		{ a: '1', b: '"open' },
		{ a: '2', b: '3' },
	]);
});

it('takes the delimiter from the line that names it for spreadsheets', () => {
	expect(table('sep=;\r\na,b;c\r\n1;2\r\n')).toEqual([{ 'a,b': '1', c: '2' }]);
});

it('takes the delimiter from outside quotes', () => {
	expect(table('"a,b,c";d\n1;2\n')).toEqual([{ 'a,b,c': '1', d: '2' }]);
});

it('names columns that have no name or the same one, and keeps all other names', () => {
	expect(table('error;;nome;nome\n1;2;3;4\n')).toEqual([
		{ error: '1', column_2: '2', nome: '3', nome_2: '4' },
	]);
});

it('tolerates short and long rows', () => {
	expect(table('a;b\n1\n1;2;3\n1;\n')).toEqual([
		{ a: '1', b: '' },
		{ a: '1', b: '2', column_3: '3' },
		{ a: '1', b: '' },
	]);
});

it.each([
	['the Western code page', Buffer.from('nome\nJo\xe3o\n', 'latin1')],
	['UTF-16', Buffer.from('\uFEFFnome\nJoão\n', 'utf16le')],
	['UTF-8', Buffer.from('nome\nJoão\n', 'utf8')],
])('reads %s', (_, bytes) => expect(readTable(bytes)).toEqual([{ nome: 'João' }]));

it.each(['', '\n', '\uFEFF', 'a;b\n'])('finds no rows in %j', (text) => expect(table(text)).toEqual([]));

it('reads again what was written, whatever stands in it', () => {
	const records = [
		{ cpf: '00012345678', text: 'a;b,"c"\r\nd' },
		{ cpf: '1', text: '' },
	];
	for (const delimiter of [';', ',']) {
		const text = writeTable(['cpf', 'text'], records, delimiter);
		expect(readTable(Buffer.from(text, 'utf8'))).toEqual(records);
	}
	expect(writeTable(['a', 'b'], [{ a: null, b: { c: 1 } }], ';')).toBe('a;b\r\n;"{""c"":1}"\r\n');
});

it('takes time in proportion to the number of rows', () => {
	const rows = (count: number) => Buffer.from(`a;b\n${'1;"x"\n'.repeat(count)}`);
	expect(readTable(rows(200_000))).toHaveLength(200_000);
});

it('counts the copies of a name on, also where a column is called as one of them', () => {
	expect(table('a;a_2;a;a_2;a\n1;2;3;4;5\n')).toEqual([{ a: '1', a_2: '2', a_3: '3', a_2_2: '4', a_4: '5' }]);
});

describe('a table with more cells than n8n has memory for', () => {
	const wide = MOST_CELLS / 1000;

	it.each([
		['long rows', `a\n${`${'1;'.repeat(10_000)}\n`.repeat(MOST_CELLS / 10_000)}`],
		['short rows below many columns', `${'a;'.repeat(wide)}\n${'1\n'.repeat(1001)}`],
		['many rows', `a;b\n${'1;2\n'.repeat(MOST_CELLS / 2)}`],
	])('is refused: %s', (_, text) => {
		expect(() => table(text)).toThrow(TableTooLarge);
	});

	it('is refused with more columns than a spreadsheet has, in any row', () => {
		expect(() => table(';'.repeat(MOST_COLUMNS + 1))).toThrow(TableTooLarge);
		expect(() => table(`a\n${';'.repeat(MOST_COLUMNS + 1)}`)).toThrow(TableTooLarge);
		expect(table(`${'a;'.repeat(MOST_COLUMNS - 1)}a\n1`)).toHaveLength(1);
	});

	it('is refused together with the other tables of its archive', () => {
		const room = new Room();
		room.take(MOST_CELLS - 4);
		expect(readTable(Buffer.from('a;b\n1;2'), room)).toHaveLength(1);
		expect(() => readTable(Buffer.from('a'), room)).toThrow(TableTooLarge);
	});

	it.each([`[${'{},'.repeat(MOST_CELLS / 2)}{}]`, '['.repeat(MOST_CELLS + 1)])(
		'is refused as JSON, too',
		async (text) => {
			const file = { data: Buffer.from(text), name: 'rows.json', mimeType: 'application/json' };
			await expect(readContents(file)).rejects.toThrow(TableTooLarge);
		},
	);
});
