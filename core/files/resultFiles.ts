import type { IDataObject } from 'n8n-workflow';

import { mapInTurns } from '../base/async';
import { wholeRow } from '../read/coerce';
import { readTable, Room } from './csv';
import { isZip, unzip, type FileContent } from './unzip';

export interface Contents {
	readonly tables: ReadonlyArray<{ readonly name: string; readonly rows: readonly IDataObject[] }>;
	readonly others: readonly FileContent[];
}

/** A spreadsheet is a zip archive too, but must not be unpacked. */
const isSpreadsheet = (entries: readonly FileContent[]): boolean =>
	entries.some(({ name }) => name === '[Content_Types].xml' || name === 'mimetype');

/** Parses the CSV tables in a zip, or the file itself; everything else stays a file. */
export async function readContents(
	file: FileContent,
	clean = (text: string): string => text,
): Promise<Contents> {
	const packed = isZip(file.data) ? await unzip(file.data) : undefined;
	if (packed !== undefined && isSpreadsheet(packed)) return { tables: [], others: [file] };
	const room = new Room();
	const contents = { tables: [] as Array<Contents['tables'][number]>, others: [] as FileContent[] };
	for (const entry of packed ?? [file]) {
		const { name, data } = entry;
		const isCsv = /\.(csv|txt)$/i.test(name) || (packed === undefined && file.mimeType === 'text/csv');
		// A NUL byte means binary, or an encoding such as UTF-16.
		if (!isCsv || data.includes(0)) contents.others.push(entry);
		else {
			const rows = await readTable(data, room, clean);
			contents.tables.push({ name: clean(name), rows: await mapInTurns(rows, wholeRow) });
		}
	}
	return contents;
}
