import type { Settings } from '../base/settings';
import { writtenDocument } from '../data/records/documents';

type Cell = string | number | null | undefined;

/** Rows of a result file. */
export interface Table {
	/** Name of the file, without its ending. */
	readonly name: string;
	readonly columns: readonly string[];
	readonly rows: ReadonlyArray<readonly Cell[]>;
}

/** The byte order mark by which spreadsheet programs know UTF-8. */
const MARK = '\ufeff';

/** A table as CSV; cells are quoted only when they must be. */
export function csvOf({ columns, rows }: Table, settings: Settings): string {
	const { csvDelimiter, csvMark } = settings;
	const cell = (value: Cell): string => {
		const text = String(value ?? '');
		return /["\r\n]/.test(text) || text.includes(csvDelimiter) ? `"${text.replaceAll('"', '""')}"` : text;
	};
	const written = rows.map((row) => row.map((value, i) => writtenDocument(columns[i], value, settings)));
	const lines = [columns, ...written].map((row) => row.map(cell).join(csvDelimiter));
	return `${csvMark === 'with' ? MARK : ''}${lines.join('\r\n')}\r\n`;
}
