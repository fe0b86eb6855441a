import { strToU8, zipSync } from 'fflate';
import { MARKER } from '../data/vocabulary';
import type { Cell, Job, Table } from '../jobs/jobs';
import type { World } from '../world/world';

/** The byte order mark by which spreadsheet programs know UTF-8. */
const MARK = '\ufeff';

/** Cells are quoted only when they must be. */
const written = (value: Cell): string => {
	const text = String(value ?? '');
	return /[";\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
};

/** A document has lost its leading zeros, as in spreadsheets (field notes). */
const asInSpreadsheet = (column: string, value: Cell): Cell =>
	/^(CPF|CNPJ)$/.test(column) && /^\d+$/.test(String(value)) ? Number(value) : value;

/** A table as CSV. */
export function csvOf({ columns, rows }: Table): string {
	const shown = rows.map((row) => row.map((value, i) => asInSpreadsheet(columns[i], value)));
	return `${MARK}${[columns, ...shown].map((row) => `${row.map(written).join(';')}\r\n`).join('')}`;
}

/** The same file has the same bytes, whenever it is made. */
const MADE = new Date(2026, 0, 5);

/** The zip of a job's result; a spreadsheet is only hinted at, as its format says nothing about the interface. */
export function archiveOf(job: Job, { config }: World): Uint8Array {
	const ending = job.spreadsheet ? config.brandTerms.spreadsheet.replace(/\W/g, '') : 'csv';
	const files = job.tables().map((table): [string, Uint8Array] => {
		const { name, rows } = table;
		const text = job.spreadsheet
			? `${MARKER} placeholder of a spreadsheet: ${name}, ${rows.length} rows\n`
			: csvOf(table);
		return [`${name}.${ending}`, strToU8(text)];
	});
	return zipSync(Object.fromEntries(files), { mtime: MADE });
}
