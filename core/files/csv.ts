import type { IDataObject } from 'n8n-workflow';

import { attempt, mapInTurns } from '../base/async';
import { inParts } from './parts';
import { Room } from './room';
import { decodeWestern } from './text';

/** More of a heading is not looked at for its delimiter. */
const LONGEST_HEADING = 1024 * 1024;
const DELIMITERS = [';', ',', '\t', '|'];

/** So much of a text shows how it is encoded. */
const SAMPLE_BYTES = 1024;
const LEAST_SAMPLE = 16;

/** Which half of UTF-16 without a mark is empty for the letters of its heading; `undefined` for other text. */
function unmarkedUtf16(bytes: Buffer): 'utf-16le' | 'utf-16be' | undefined {
	const sample = [...bytes.subarray(0, SAMPLE_BYTES)];
	const empty = (half: number): number => sample.filter((byte, at) => at % 2 === half && byte === 0).length;
	const [first, second] = [empty(0), empty(1)];
	// Nearly all letters of a heading are Latin ones.
	const isUtf16 = sample.length >= LEAST_SAMPLE && Math.max(first, second) > sample.length * 0.4;
	if (!isUtf16 || Math.min(first, second) > 0) return undefined;
	return first > 0 ? 'utf-16be' : 'utf-16le';
}

const isMarked = (bytes: Buffer, ...mark: number[]): boolean => mark.every((byte, at) => bytes[at] === byte);

async function decodeParts(bytes: Buffer, encoding: string): Promise<string> {
	const decoder = new TextDecoder(encoding, { fatal: encoding === 'utf-8' });
	let text = '';
	for await (const part of inParts(bytes)) text += decoder.decode(part, { stream: true });
	return text + decoder.decode();
}

/** Decodes a table: UTF-16, UTF-8, or else the Western code page of spreadsheets. */
async function decode(bytes: Buffer): Promise<string> {
	if (isMarked(bytes, 0xff, 0xfe)) return await decodeParts(bytes, 'utf-16le');
	if (isMarked(bytes, 0xfe, 0xff)) return await decodeParts(bytes, 'utf-16be');
	const read = await attempt(decodeParts(bytes, unmarkedUtf16(bytes) ?? 'utf-8'));
	if (read.ok) return read.value;
	let text = '';
	for await (const part of inParts(bytes)) text += decodeWestern(part);
	return text;
}

/** The delimiter that occurs most often in the header line, outside quotes. */
function delimiterOf(text: string): string {
	const counts = new Map(DELIMITERS.map((delimiter) => [delimiter, 0]));
	let quoted = false;
	for (const character of text.slice(0, LONGEST_HEADING)) {
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
export async function readTable(bytes: Buffer, room = new Room()): Promise<IDataObject[]> {
	room.check(bytes);
	const decoded = (await decode(bytes)).replace(/^\uFEFF/, '');
	// A line for spreadsheets that names the delimiter.
	const named = /^sep=(.)\r?\n/i.exec(decoded);
	const text = decoded.slice(named?.[0].length ?? 0);
	const rows = readRows(text, named?.[1] ?? delimiterOf(text), room);
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
	return await mapInTurns(rows, ({ length }) => length, recordOf);
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
