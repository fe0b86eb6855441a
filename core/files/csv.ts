import type { IDataObject } from 'n8n-workflow';

import { Room } from './room';
import { decodeWestern } from './text';

const DELIMITERS = [';', ',', '\t', '|'];

/** Decodes a table: UTF-16 with a byte order mark, UTF-8, or else the Western code page of spreadsheets. */
function decode(bytes: Buffer): string {
	if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
	if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder('utf-16be').decode(bytes);
	try {
		return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
	} catch {
		return decodeWestern(bytes);
	}
}

/** The delimiter that occurs most often in the header line, outside quotes. */
function delimiterOf(text: string): string {
	const counts = new Map(DELIMITERS.map((delimiter) => [delimiter, 0]));
	let quoted = false;
	for (const character of text) {
		if (character === '"') quoted = !quoted;
		else if (!quoted && (character === '\n' || character === '\r')) break;
		else if (!quoted && counts.has(character)) counts.set(character, (counts.get(character) ?? 0) + 1);
	}
	return DELIMITERS.reduce((best, next) => ((counts.get(next) ?? 0) > (counts.get(best) ?? 0) ? next : best));
}

/** Reads the rows of a table, each a list of strings; skips empty lines. */
function* readRows(text: string, delimiter: string, room: Room): Generator<string[]> {
	let row: string[] = [];
	let at = 0;
	while (at < text.length) {
		const { value, end } = readField(text, at, delimiter);
		row.push(value);
		room.take(1);
		room.checkWidth(row.length);
		at = end;
		if (text[at] === delimiter) {
			at++;
			// A trailing delimiter means an empty last field.
			if (at === text.length) row.push('');
			else continue;
		} else {
			at += text.startsWith('\r\n', at) ? 2 : 1;
		}
		if (row.length > 1 || row[0] !== '') yield row;
		row = [];
	}
	if (row.length > 0) yield row;
}

/** Reads a field up to the next delimiter or line end. */
function unquoted(text: string, start: number, delimiter: string): { value: string; end: number } {
	let end = start;
	while (end < text.length && text[end] !== delimiter && text[end] !== '\n' && text[end] !== '\r') end++;
	return { value: text.slice(start, end), end };
}

/** Reads one field: quoted, with doubled quotes as escapes, or up to the next delimiter or line end. */
function readField(text: string, start: number, delimiter: string): { value: string; end: number } {
	if (text[start] !== '"') return unquoted(text, start, delimiter);
	let value = '';
	let from = start + 1;
	for (;;) {
		const quote = text.indexOf('"', from);
		// Never closed: a character of its field, which would otherwise swallow all rows after it.
		if (quote < 0) return unquoted(text, start, delimiter);
		value += text.slice(from, quote);
		if (text[quote + 1] !== '"') {
			// Text between the closing quote and the delimiter is part of the field.
			const rest = readField(text, quote + 1, delimiter);
			return { value: value + rest.value, end: rest.end };
		}
		value += '"';
		from = quote + 2;
	}
}

/** `__proto__` is not a valid field name. */
const RENAMED = new Map([['__proto__', 'proto']]);

/** Returns a function that derives unique column names from titles. */
function columnNames(): (title: string, i: number) => string {
	const used = new Set<string>();
	/** The last number given to a column of a name. */
	const copies = new Map<string, number>();
	return (title, i) => {
		const given = title.trim() === '' ? `column_${i + 1}` : title.trim();
		const base = RENAMED.get(given) ?? given;
		let copy = copies.get(base) ?? 1;
		let name = base;
		while (used.has(name)) name = `${base}_${++copy}`;
		copies.set(base, copy);
		used.add(name);
		return name;
	};
}

/**
 * Reads a CSV file into records keyed by its header line. Every value stays a string: numbers would lose the
 * leading zeros of documents.
 * @throws TableTooLarge when it has more cells than there is room for
 */
export function readTable(bytes: Buffer, room = new Room()): IDataObject[] {
	room.check(bytes);
	const decoded = decode(bytes).replace(/^\uFEFF/, '');
	// A line for spreadsheets that names the delimiter.
	const named = /^sep=(.)\r?\n/i.exec(decoded);
	const text = decoded.slice(named?.[0].length ?? 0);
	const rows = readRows(text, named?.[1] ?? delimiterOf(text), room);
	const header = rows.next();
	if (header.done) return [];
	const nameOf = columnNames();
	const names = header.value.map(nameOf);
	const table: IDataObject[] = [];
	for (const row of rows) {
		const record: IDataObject = {};
		// A short row has a cell for each column, too.
		room.take(Math.max(0, header.value.length - row.length));
		for (let i = 0; i < Math.max(header.value.length, row.length); i++) {
			names[i] ??= nameOf('', i);
			record[names[i]] = row[i] ?? '';
		}
		table.push(record);
	}
	return table;
}

const QUOTED = /[",;\r\n]/;
const written = (value: unknown): string => {
	const text =
		value === undefined || value === null
			? ''
			: typeof value === 'object'
				? JSON.stringify(value)
				: String(value);
	return QUOTED.test(text) ? `"${text.replace(/"/g, '""')}"` : text;
};

/** Writes records as CSV text, to be encoded as UTF-8, with the columns in the given order. */
export const writeTable = (
	columns: readonly string[],
	records: readonly IDataObject[],
	delimiter: string,
): string =>
	[columns, ...records.map((record) => columns.map((column) => record[column]))]
		.map((row) => row.map(written).join(delimiter))
		.join('\r\n')
		.concat('\r\n');
