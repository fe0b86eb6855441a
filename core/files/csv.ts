import range from 'lodash/range';
import type { IDataObject } from 'n8n-workflow';

import { mapInTurns } from '../base/async';
import { digits } from '../base/text';
import { UnreadableFile } from './unzip';

/** More would take gigabytes once n8n stores them with the execution. */
export const MOST = { cells: 5_000_000, rows: 250_000, columns: 16_384 } as const;
/** As text in memory, a file takes up to three times its size. */
const MOST_MB = 128;

/** Cells and rows left for all tables of one result, and columns for each: a small file can unpack to any number. */
export class Room {
	private readonly left: Record<keyof typeof MOST, number> = { ...MOST };

	take(what: keyof typeof MOST, count = 1): void {
		this.left[what] -= count;
		if (this.left[what] < 0)
			throw new UnreadableFile(
				`The tables of the result have more than ${digits(MOST[what])} ${what}, too many for items.`,
			);
	}
}

/** 0x80 to 0x9f of windows-1252; some Node versions decode them to control characters. */
const FROM_80 = '€\x81‚ƒ„…†‡ˆ‰Š‹Œ\x8dŽ\x8f\x90‘’“”•–—˜™š›œ\x9džŸ';

/** Replacing a hundred million characters at once aborts the process. */
const PART = 64 * 1024;

/** UTF-8, or else windows-1252, the Western code page of spreadsheets. */
async function decode(bytes: Buffer): Promise<string> {
	try {
		return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
	} catch {
		const western = (at: number): string =>
			bytes
				.toString('latin1', at, at + PART)
				.replace(/[\x80-\x9f]/g, (character) => FROM_80[character.charCodeAt(0) - 0x80]);
		return (await mapInTurns(range(0, bytes.length, PART), western)).join('');
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
		row.push(quoted.replace(/""/g, '"') + plain);
		room.take('cells');
		if (row.length > MOST.columns) room.take('columns', row.length);
		if (end === delimiter) {
			if (field.lastIndex < text.length) continue;
			// A trailing delimiter means an empty last field.
			row.push('');
		}
		room.take('rows');
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

/** Records by the header line. Values stay text: documents begin with zeros. @throws UnreadableFile */
export async function readTable(
	bytes: Buffer,
	room = new Room(),
	clean = (text: string): string => text,
): Promise<IDataObject[]> {
	if (bytes.length > MOST_MB * 1024 * 1024)
		throw new UnreadableFile(`A table of the result has more than ${MOST_MB} MB, too many for items.`);
	const rows = readRows(clean(await decode(bytes)), room);
	const header = rows.next();
	if (header.done) return [];
	const nameOf = columnNames();
	const names = header.value.map(nameOf);
	return await mapInTurns(rows, (row): IDataObject => {
		// Short rows are filled up to the header.
		room.take('cells', Math.max(0, header.value.length - row.length));
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
