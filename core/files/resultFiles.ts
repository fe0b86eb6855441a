import type { IBinaryData, IDataObject, IExecuteFunctions } from 'n8n-workflow';

import { parseExact } from '../../contract/exactJson';
import { mapInTurns } from '../base/async';
import { isObject } from '../base/json';
import { withWholeColumns } from '../read/coerce';
import { readTable } from './csv';
import type { FetchedFile } from './download';
import { Room } from './room';
import { isZip, unzip, type ArchiveEntry } from './unzip';

/** The rows of a file and its name. */
export interface Table {
	readonly name: string;
	readonly rows: readonly IDataObject[];
}

/** Contents of a result file: its tables, and other files unchanged. */
export interface Contents {
	readonly tables: readonly Table[];
	readonly others: readonly ArchiveEntry[];
}

/** File names from which n8n infers the type of a file. */
const KNOWN_NAME = /\.(csv|json|ods|tsv|txt|xlsx?|zip)$/i;

/** Converts a file to n8n binary data. */
export const toBinary = async (
	context: IExecuteFunctions,
	{ data, name }: Pick<FetchedFile, 'data' | 'name'>,
): Promise<IBinaryData> =>
	await context.helpers.prepareBinaryData(
		data,
		name,
		KNOWN_NAME.test(name) ? undefined : 'application/octet-stream',
	);

const IS_TEXT = /\.(csv|txt|tsv)$/i;
const IS_JSON = /\.json$/i;

/** The cells of a row, by which the work on it is weighed. */
export const cellsOf = (row: IDataObject): number => Object.keys(row).length;

async function tableRows(
	{ name, data }: ArchiveEntry,
	room: Room,
): Promise<readonly IDataObject[] | undefined> {
	const rows = IS_TEXT.test(name)
		? await readTable(data, room)
		: IS_JSON.test(name)
			? jsonRows(data, room)
			: undefined;
	if (rows === undefined) return undefined;
	return await mapInTurns(rows, cellsOf, withWholeColumns);
}

const LIST = 0x5b;
const OBJECT = 0x7b;
const COMMA = 0x2c;

/** The most values that JSON can hold: each but the first follows one of these characters. */
function mostValues(data: Buffer): number {
	let count = 1;
	for (const byte of data) if (byte === COMMA || byte === LIST || byte === OBJECT) count++;
	return count;
}

/** Rows of a JSON file; `undefined` when it is not valid JSON. */
function jsonRows(data: Buffer, room: Room): IDataObject[] | undefined {
	room.check(data);
	room.take(mostValues(data));
	try {
		const rows = parseExact(data.toString('utf8'));
		return Array.isArray(rows) && rows.every(isObject) ? rows : undefined;
	} catch {
		return undefined;
	}
}

/** A spreadsheet is also a zip archive, but is not unpacked. */
const isSpreadsheet = (entries: readonly ArchiveEntry[]): boolean =>
	entries.some(({ name }) => name === '[Content_Types].xml' || name === 'mimetype');

/**
 * Reads the tables of a result file: those in a zip, or the file itself.
 * @throws ArchiveError when a zip cannot be read, TableTooLarge when there is no room for its rows.
 */
export async function readContents(file: FetchedFile): Promise<Contents> {
	const room = new Room();
	const packed = isZip(file.data)
		? await unzip(file.data, (name, bytes) => {
				if (IS_TEXT.test(name) || IS_JSON.test(name)) room.check({ length: bytes });
			})
		: undefined;
	if (packed !== undefined && isSpreadsheet(packed)) return { tables: [], others: [file] };
	const entries = packed ?? [tableEntry(file)];
	const tables: Table[] = [];
	const others: ArchiveEntry[] = [];
	for (const entry of entries) {
		const rows = await tableRows(entry, room);
		if (rows === undefined) others.push(entry);
		else tables.push({ name: entry.name, rows });
	}
	return { tables, others };
}

/** A file that is not zipped; one with a text MIME type is read as a CSV table. */
const tableEntry = ({ data, name, mimeType }: FetchedFile): ArchiveEntry => ({
	data,
	name: /^text\/(csv|plain)$/.test(mimeType) && !/\.(csv|txt|tsv|json)$/i.test(name) ? `${name}.csv` : name,
});
