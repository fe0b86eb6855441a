import type { IDataObject } from 'n8n-workflow';

import { mapInTurns } from '../base/async';
import { digits } from '../base/text';
import { UnreadableFile } from './unzip';

/** More would take gigabytes once n8n stores them with the execution. */
export const MOST_CELLS = 5_000_000;
/** As text in memory, a file takes up to three times its size. */
const MOST_MB = 128;

/** Cells left for all tables of one result: a small file can unpack to any number of cells. */
export class Room {
	private cells = MOST_CELLS;

	take(cells: number): void {
		this.cells -= cells;
		if (this.cells < 0)
			throw new UnreadableFile(
				`The tables of the result have more than ${digits(MOST_CELLS)} cells, too many for items.`,
			);
	}
}

/** 0x80 to 0x9f of windows-1252; some Node versions decode them to control characters. */
const FROM_80 = '€\x81‚ƒ„…†‡ˆ‰Š‹Œ\x8dŽ\x8f\x90‘’“”•–—˜™š›œ\x9džŸ';

/** UTF-8, or else windows-1252, the Western code page of spreadsheets. */
function decode(bytes: Buffer): string {
	try {
		return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
	} catch {
		const text = bytes.toString('latin1');
		return text.replace(/[\x80-\x9f]/g, (character) => FROM_80[character.charCodeAt(0) - 0x80]);
	}
}

const LONGEST_HEADING = 64 * 1024;

/** Whichever occurs more often in the header line, outside quotes. */
function delimiterOf(text: string): string {
	const heading =
		/^(?:[^"\r\n]|"[^"]*")*/.exec(text.slice(0, LONGEST_HEADING))?.[0].replace(/"[^"]*"/g, '') ?? '';
	const [semicolons, commas] = [';', ','].map((delimiter) => heading.split(delimiter).length);
	return commas > semicolons ? ',' : ';';
}

/** Skips empty lines. Text after a closing quote belongs to the field; an unclosed quote is literal. */
function* readRows(text: string, room: Room): Generator<string[]> {
	const delimiter = delimiterOf(text);
	const field = new RegExp(
		`(?:"([^"]*(?:""[^"]*)*)")?([^${delimiter}\\r\\n]*)(${delimiter}|\\r?\\n|\\r|$)`,
		'y',
	);
	let row: string[] = [];
	while (field.lastIndex < text.length) {
		const [, quoted = '', plain = '', end = ''] = field.exec(text) ?? [];
		row.push(quoted.replaceAll('""', '"') + plain);
		room.take(1);
		if (end === delimiter) {
			if (field.lastIndex < text.length) continue;
			// A trailing delimiter means an empty last field.
			row.push('');
		}
		if (row.length > 1 || row[0] !== '') yield row;
		row = [];
	}
}

function columnNames(): (title: string, i: number) => string {
	const copies = new Map<string, number>();
	return (title, i) => {
		const base = title.trim() || `column_${i + 1}`;
		let copy = copies.get(base) ?? 1;
		let name = base;
		while (copies.has(name)) name = `${base}_${++copy}`;
		copies.set(name, 1).set(base, copy);
		return name;
	};
}

/** Records keyed by the header line. Values stay strings: numbers would lose the leading zeros of documents. */
export async function readTable(
	bytes: Buffer,
	room = new Room(),
	clean = (text: string): string => text,
): Promise<IDataObject[]> {
	if (bytes.length > MOST_MB * 1024 * 1024)
		throw new UnreadableFile(`A table of the result has more than ${MOST_MB} MB, too many for items.`);
	const rows = readRows(clean(decode(bytes)), room);
	const header = rows.next();
	if (header.done) return [];
	const nameOf = columnNames();
	const names = header.value.map(nameOf);
	return await mapInTurns(rows, (row): IDataObject => {
		// Short rows are filled up to the header.
		room.take(Math.max(0, header.value.length - row.length));
		for (let i = names.length; i < row.length; i++) names.push(nameOf('', i));
		const width = Math.max(header.value.length, row.length);
		return Object.fromEntries(names.slice(0, width).map((name, i) => [name, row[i] ?? '']));
	});
}

const written = (value: unknown): string => {
	const text = typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value ?? '');
	return /[",;\r\n]/.test(text) ? `"${text.replace(/"/g, '""')}"` : text;
};

export const writeTable = (
	columns: readonly string[],
	records: readonly IDataObject[],
	delimiter: string,
): string =>
	[columns, ...records.map((record) => columns.map((column) => record[column]))]
		.map((row) => `${row.map(written).join(delimiter)}\r\n`)
		.join('');
