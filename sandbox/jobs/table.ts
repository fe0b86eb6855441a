import type { Settings } from '../base/settings';

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
export function csvOf({ columns, rows }: Table, { csvDelimiter, csvMark }: Settings): string {
	const cell = (value: Cell): string => {
		const text = String(value ?? '');
		return /["\r\n]/.test(text) || text.includes(csvDelimiter) ? `"${text.replaceAll('"', '""')}"` : text;
	};
	const lines = [columns, ...rows].map((row) => row.map(cell).join(csvDelimiter));
	return `${csvMark === 'with' ? MARK : ''}${lines.join('\r\n')}\r\n`;
}
