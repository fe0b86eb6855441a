import type { IBinaryData, IDataObject, IExecuteFunctions } from 'n8n-workflow';

import { rowsOf } from '../base/json';
import { readTable } from './csv';
import type { FetchedFile } from './download';
import { isZip, unzip, type ArchiveEntry } from './unzip';

/** The rows of a file, and its name. */
export interface Table {
	readonly name: string;
	readonly rows: readonly IDataObject[];
}

/** What a result file holds: tables, and files that are none and stay as they are. */
export interface Contents {
	readonly tables: readonly Table[];
	readonly others: readonly ArchiveEntry[];
}

/** Names by which n8n knows what a file holds. */
const KNOWN_NAME = /\.(csv|json|ods|tsv|txt|xlsx?|zip)$/i;

/** A file as n8n's binary data. */
export const toBinary = async (
	context: IExecuteFunctions,
	{ data, name }: Pick<FetchedFile, 'data' | 'name'>,
): Promise<IBinaryData> =>
	await context.helpers.prepareBinaryData(
		data,
		name,
		KNOWN_NAME.test(name) ? undefined : 'application/octet-stream',
	);

const tableRows = ({ name, data }: ArchiveEntry): readonly IDataObject[] | undefined => {
	if (/\.(csv|txt|tsv)$/i.test(name)) return readTable(data);
	return /\.json$/i.test(name) ? jsonRows(data) : undefined;
};

/** Rows of a JSON file; `undefined` when it is none after all. */
function jsonRows(data: Buffer): IDataObject[] | undefined {
	try {
		return rowsOf(JSON.parse(data.toString('utf8')));
	} catch {
		return undefined;
	}
}

/** A spreadsheet is an archive, too, but none to look into. */
const isSpreadsheet = (entries: readonly ArchiveEntry[]): boolean =>
	entries.some(({ name }) => name === '[Content_Types].xml' || name === 'mimetype');

/**
 * The tables of a result file: those of a zip, or the file itself.
 * @throws ArchiveError when a zip cannot be read.
 */
export async function readContents(file: FetchedFile): Promise<Contents> {
	const packed = isZip(file.data) ? await unzip(file.data) : undefined;
	if (packed !== undefined && isSpreadsheet(packed)) return { tables: [], others: [file] };
	const entries = packed ?? [tableEntry(file)];
	const tables: Table[] = [];
	const others: ArchiveEntry[] = [];
	for (const entry of entries) {
		const rows = tableRows(entry);
		if (rows === undefined) others.push(entry);
		else tables.push({ name: entry.name, rows });
	}
	return { tables, others };
}

/** A bare file; what is said to be text is read as a table. */
const tableEntry = ({ data, name, mimeType }: FetchedFile): ArchiveEntry => ({
	data,
	name: /^text\/(csv|plain)$/.test(mimeType) && !/\.(csv|txt|tsv|json)$/i.test(name) ? `${name}.csv` : name,
});
