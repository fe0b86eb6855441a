import { strToU8, zipSync } from 'fflate';
import type { LiveNames } from '../../contract/liveNames';
import { MARKER } from '../data/vocabulary';
import type { Job } from '../jobs/job';
import { csvOf, type Table } from '../jobs/table';
import type { World } from '../world/world';

/** The same file has the same bytes, whenever it is made. */
const MADE = new Date(2026, 0, 5);

/** A spreadsheet file is only hinted at: its format says nothing about the interface. */
const placeholder = ({ name, rows }: Table): string =>
	`${MARKER} placeholder of a spreadsheet: ${name}, ${rows.length} rows\n`;

const endingOf = ({ spreadsheet }: Job, words: LiveNames): string =>
	spreadsheet ? words.spreadsheet.replace(/\W/g, '') : 'csv';

/** The zip of a job's result. */
export function archiveOf(job: Job, { settings, config }: World): Uint8Array {
	const entries = job.tables().map((table) => {
		const text = job.spreadsheet ? placeholder(table) : csvOf(table, settings);
		return [`${table.name}.${endingOf(job, config.words)}`, strToU8(text)] as const;
	});
	return zipSync(Object.fromEntries(entries), { mtime: MADE });
}
