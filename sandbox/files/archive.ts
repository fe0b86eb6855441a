import { strToU8, zipSync } from 'fflate';
import type { BrandTerms } from '../../contract/brandTerms';
import type { Settings } from '../base/settings';
import { writtenDocument } from '../data/records/documents';
import { MARKER } from '../data/vocabulary';
import type { Cell, Job, Table } from '../jobs/jobs';
import type { World } from '../world/world';

/** The byte order mark by which spreadsheet programs know UTF-8. */
const MARK = '\ufeff';

/** A table as CSV; cells are quoted only when they must be. */
export function csvOf({ columns, rows }: Table, settings: Settings): string {
	const cell = (value: Cell): string => {
		const text = String(value ?? '');
		return /[";\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
	};
	const written = rows.map((row) => row.map((value, i) => writtenDocument(columns[i], value, settings)));
	const lines = [columns, ...written].map((row) => row.map(cell).join(';'));
	return `${MARK}${lines.join('\r\n')}\r\n`;
}

/** The same file has the same bytes, whenever it is made. */
const MADE = new Date(2026, 0, 5);

/** A spreadsheet file is only hinted at: its format says nothing about the interface. */
const placeholder = ({ name, rows }: Table): string =>
	`${MARKER} placeholder of a spreadsheet: ${name}, ${rows.length} rows\n`;

const endingOf = ({ spreadsheet }: Job, brandTerms: BrandTerms): string =>
	spreadsheet ? brandTerms.spreadsheet.replace(/\W/g, '') : 'csv';

/** The zip of a job's result. */
export function archiveOf(job: Job, { settings, config }: World): Uint8Array {
	const entries = job.tables().map((table) => {
		const text = job.spreadsheet ? placeholder(table) : csvOf(table, settings);
		return [`${table.name}.${endingOf(job, config.brandTerms)}`, strToU8(text)] as const;
	});
	return zipSync(Object.fromEntries(entries), { mtime: MADE });
}
