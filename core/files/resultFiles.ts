import type { IBinaryData, IDataObject, IExecuteFunctions } from 'n8n-workflow';

import { mapInTurns } from '../base/async';
import { wholeRow } from '../read/coerce';
import { readTable, Room } from './csv';
import type { FetchedFile } from './download';
import { isZip, unzip, type ArchiveEntry } from './unzip';

export interface Contents {
	readonly tables: ReadonlyArray<{ readonly name: string; readonly rows: readonly IDataObject[] }>;
	readonly others: readonly ArchiveEntry[];
}

/** File names from which n8n infers the type of a file. */
const KNOWN_NAME = /\.(csv|json|ods|tsv|txt|xlsx?|zip)$/i;

export const toBinary = async (
	context: IExecuteFunctions,
	{ data, name }: Pick<FetchedFile, 'data' | 'name'>,
): Promise<IBinaryData> =>
	await context.helpers.prepareBinaryData(
		data,
		name,
		KNOWN_NAME.test(name) ? undefined : 'application/octet-stream',
	);

/** A spreadsheet is also a zip archive, but is not unpacked. */
const isSpreadsheet = (entries: readonly ArchiveEntry[]): boolean =>
	entries.some(({ name }) => name === '[Content_Types].xml' || name === 'mimetype');

/**
 * Reads the CSV tables of a result file: those in a zip, or the file itself. What is no CSV stays a file.
 * @throws ArchiveError when a zip cannot be read, TableTooLarge when there is no room for its rows.
 */
export async function readContents(file: FetchedFile): Promise<Contents> {
	const packed = isZip(file.data) ? await unzip(file.data) : undefined;
	if (packed !== undefined && isSpreadsheet(packed)) return { tables: [], others: [file] };
	const room = new Room();
	const contents = { tables: [] as Array<Contents['tables'][number]>, others: [] as ArchiveEntry[] };
	for (const entry of packed ?? [file]) {
		const { name, data } = entry;
		const isCsv = /\.(csv|txt)$/i.test(name) || (packed === undefined && file.mimeType === 'text/csv');
		// No text of one byte per character has a zero.
		if (!isCsv || data.includes(0)) contents.others.push(entry);
		else contents.tables.push({ name, rows: await mapInTurns(await readTable(data, room), wholeRow) });
	}
	return contents;
}
