import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';

import { readTable, writeTable } from '../../core/files/csv';
import { anyText, hostileName, isPlain } from './arbitraries';
import { holds } from './holds';

const DELIMITERS = [';', ','] as const;
const delimiter = fc.constantFrom(...DELIMITERS);
const lineEnd = fc.constantFrom('\n', '\r\n', '\r');

/** Text of a cell, with all that needs quotes. */
const cell = fc
	.oneof(
		anyText,
		fc
			.array(fc.constantFrom('"', ';', ',', '\t', '|', '\n', '\r', 'a', '0', ' ', 'ç'), { maxLength: 6 })
			.map((parts) => parts.join('')),
	)
	// Half a character of two has no bytes.
	.map((text) => Buffer.from(text).toString().replaceAll('\uFEFF', ''));
const title = fc
	.oneof(
		{ weight: 4, arbitrary: fc.stringMatching(/^[a-z]{1,6}$/) },
		{ weight: 1, arbitrary: cell },
		{ weight: 1, arbitrary: hostileName },
		{ weight: 1, arbitrary: fc.constantFrom('error', 'column_1', 'column_2', 'a', 'a_2', 'erro') },
	)
	// JavaScript puts fields that are called as numbers first.
	.filter((text) => !/^\d+$/.test(text.trim()));

/** A writer of its own, after RFC 4180: quotes only where they are needed, or everywhere. */
function write(
	rows: ReadonlyArray<readonly string[]>,
	between: string,
	end: string,
	always: boolean,
): string {
	const quoted = (text: string): string =>
		always || /["\r\n;,\t|]/.test(text) || text === '' ? `"${text.replaceAll('"', '""')}"` : text;
	return rows.map((row) => row.map(quoted).join(between) + end).join('');
}

const table = fc.integer({ min: 2, max: 5 }).chain((columns) =>
	fc.record({
		titles: fc.array(title, { minLength: columns, maxLength: columns }),
		rows: fc.array(fc.array(cell, { minLength: columns, maxLength: columns }), { maxLength: 6 }),
		delimiter,
		lineEnd,
		always: fc.boolean(),
	}),
);

const ENCODINGS: Readonly<Record<string, (text: string) => Buffer>> = {
	utf8: (text) => Buffer.from(text, 'utf8'),
	utf8Marked: (text) => Buffer.from(`\uFEFF${text}`, 'utf8'),
};
const encoding = fc.constantFrom(...Object.keys(ENCODINGS));

describe('a table', () => {
	holds(
		'has every cell that an independent writer wrote, in every encoding',
		table,
		encoding,
		async ({ titles, rows, delimiter: between, lineEnd: end, always }, encoded) => {
			const read = await readTable(ENCODINGS[encoded](write([titles, ...rows], between, end, always)));
			expect(read.map((row) => Object.values(row))).toEqual(rows);
			expect(read.every(isPlain)).toBe(true);
			const [names] = read.map(Object.keys);
			if (names === undefined) return;
			titles.forEach((given, i) => {
				// Names that no other column has, stay as they are.
				const isOwn = titles.filter((other) => other.trim() === given.trim()).length === 1;
				const isFree = given.trim() !== '' && !/_\d+$/.test(given.trim());
				if (isOwn && isFree) expect(names[i]).toBe(given.trim());
			});
			expect(new Set(names).size).toBe(titles.length);
		},
	);

	holds(
		'loses no cell of rows that are longer or shorter than the header',
		fc.uniqueArray(title, { minLength: 2, maxLength: 4, selector: (text) => text.trim() }),
		fc.array(fc.array(cell, { minLength: 2, maxLength: 7 })),
		async (titles, rows) => {
			const read = await readTable(Buffer.from(write([titles, ...rows], ';', '\n', true)));
			read.forEach((row, i) => {
				const padded = [
					...rows[i],
					...Array.from({ length: Math.max(0, titles.length - rows[i].length) }, () => ''),
				];
				expect([...Object.values(row)].sort()).toEqual([...padded].sort());
			});
		},
	);

	holds('is read, whatever the bytes are', fc.uint8Array({ maxLength: 300 }), async (bytes) => {
		const read = await readTable(Buffer.from(bytes));
		expect(
			read.every((row) => isPlain(row) && Object.values(row).every((value) => typeof value === 'string')),
		).toBe(true);
		expect(read.every((row) => !('error' in row))).toBe(true);
	});

	const json = fc.oneof(
		cell,
		fc.integer(),
		fc.boolean(),
		fc.constant(null),
		fc.record({ a: cell }),
		fc.array(cell, { minLength: 1 }),
	);

	holds(
		'that the node writes has the values of its items',
		fc
			.uniqueArray(fc.stringMatching(/^[a-z]{1,6}$/), { minLength: 2, maxLength: 4 })
			.filter((names) => !names.includes('error')),
		fc.array(fc.array(json, { minLength: 4, maxLength: 4 })),
		fc.constantFrom(';', ','),
		async (names, values, between) => {
			const records = values.map(
				(row) => Object.fromEntries(names.map((name, i) => [name, row[i]])) as IDataObject,
			);
			const texts = records.map((record) =>
				Object.fromEntries(
					Object.entries(record).map(([name, value]) => [
						name,
						value === null ? '' : typeof value === 'object' ? JSON.stringify(value) : String(value),
					]),
				),
			);
			expect(await readTable(Buffer.from(writeTable(names, records, between)))).toEqual(texts);
		},
	);
});
