import type { IDataObject } from 'n8n-workflow';

import { mapInTurns } from '../base/async';
import { digits } from '../base/text';
import { decodeWestern } from './text';

/** A table that would exhaust n8n's memory; the file itself can still be output. */
export class TableTooLarge extends Error {
	constructor(what: string) {
		super(`${what}, too many for items.`);
	}
}

/** More would take gigabytes once n8n stores them with the execution. */
export const MOST_CELLS = 5_000_000;
/** As many as a spreadsheet has; each becomes a name. */
export const MOST_COLUMNS = 16_384;
/** As text in memory, a file takes up to three times its size. */
const MOST_MB = 128;

/** @throws TableTooLarge when a file is too large to be read as a table */
export function checkSize(bytes: number): void {
	if (bytes > MOST_MB * 1024 * 1024)
		throw new TableTooLarge(`A table of the result has more than ${MOST_MB} MB`);
}

/** The room for the tables of one result, all of them together: a small file can unpack to any number of cells. */
export class Room {
	private cells = MOST_CELLS;

	/** @throws TableTooLarge when there is no room for so many more cells */
	take(cells: number): void {
		this.cells -= cells;
		if (this.cells < 0)
			throw new TableTooLarge(`The tables of the result have more than ${digits(MOST_CELLS)} cells`);
	}
}

/** Decodes a table: UTF-8, or else the Western code page of spreadsheets. */
async function decode(bytes: Buffer): Promise<string> {
	try {
		return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
	} catch {
		return await decodeWestern(bytes);
	}
}

const LONGEST_HEADING = 64 * 1024;

/** Semicolon or comma, whichever occurs more often in the header line, outside quotes. */
function delimiterOf(text: string): string {
	const heading =
		/^(?:[^"\r\n]|"[^"]*")*/.exec(text.slice(0, LONGEST_HEADING))?.[0].replace(/"[^"]*"/g, '') ?? '';
	const [semicolons, commas] = [';', ','].map((delimiter) => heading.split(delimiter).length);
	return commas > semicolons ? ',' : ';';
}

/** Reads the rows of a table, each a list of strings; skips empty lines. */
function* readRows(text: string, delimiter: string, room: Room): Generator<string[]> {
	let row: string[] = [];
	let at = 0;
	while (at < text.length) {
		const { value, end } = readField(text, at, delimiter);
		row.push(value);
		room.take(1);
		if (row.length > MOST_COLUMNS)
			throw new TableTooLarge(`A table of the result has more than ${digits(MOST_COLUMNS)} columns`);
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

interface Field {
	readonly value: string;
	readonly end: number;
}

/** Reads a field up to the next delimiter or line end. */
function unquoted(text: string, start: number, delimiter: string): Field {
	let end = start;
	while (end < text.length && text[end] !== delimiter && text[end] !== '\n' && text[end] !== '\r') end++;
	return { value: text.slice(start, end), end };
}

/** Reads one field: quoted, with doubled quotes as escapes, or up to the next delimiter or line end. */
function readField(text: string, start: number, delimiter: string): Field {
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
			const rest = unquoted(text, quote + 1, delimiter);
			return { value: value + rest.value, end: rest.end };
		}
		value += '"';
		from = quote + 2;
	}
}

/** Returns a function that derives unique column names from titles; `__proto__` is not a valid one. */
function columnNames(): (title: string, i: number) => string {
	const used = new Set<string>();
	/** The last number given to a column of a name. */
	const copies = new Map<string, number>();
	return (title, i) => {
		const given = title.trim() || `column_${i + 1}`;
		const base = given === '__proto__' ? 'proto' : given;
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
export async function readTable(bytes: Buffer, room = new Room()): Promise<IDataObject[]> {
	checkSize(bytes.length);
	const text = await decode(bytes);
	const rows = readRows(text, delimiterOf(text), room);
	const header = rows.next();
	if (header.done) return [];
	const nameOf = columnNames();
	const names = header.value.map(nameOf);
	const recordOf = (row: readonly string[]): IDataObject => {
		const record: IDataObject = {};
		// A short row has a cell for each column, too.
		room.take(Math.max(0, header.value.length - row.length));
		for (let i = 0; i < Math.max(header.value.length, row.length); i++) {
			names[i] ??= nameOf('', i);
			record[names[i]] = row[i] ?? '';
		}
		return record;
	};
	// A row may be as long as a file.
	return await mapInTurns(rows, recordOf);
}

const QUOTED = /[",;\r\n]/;
const written = (value: unknown): string => {
	const text = typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value ?? '');
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
