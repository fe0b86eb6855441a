import { digits } from '../base/text';

/** A table that would exhaust n8n's memory; the file itself can still be output. */
export class TableTooLarge extends Error {}

/** More would take gigabytes once n8n stores them with the execution. */
export const MOST_CELLS = 5_000_000;
/** As many as a spreadsheet has; each becomes a name. */
export const MOST_COLUMNS = 16_384;
/** As text in memory, a file takes up to three times its size. */
const MOST_TABLE_BYTES = 128 * 1024 * 1024;

/** The room for the tables of one result, all of them together: a small file can unpack to any number of cells. */
export class Room {
	private cells = MOST_CELLS;

	/** @throws TableTooLarge when there is no room for so many more cells */
	take(cells: number): void {
		this.cells -= cells;
		if (this.cells >= 0) return;
		throw new TableTooLarge(
			`The tables of the result have more than ${digits(MOST_CELLS)} cells, too many for items.`,
		);
	}

	/** @throws TableTooLarge when a row is too long */
	checkWidth(columns: number): void {
		if (columns <= MOST_COLUMNS) return;
		throw new TableTooLarge(
			`A table of the result has more than ${digits(MOST_COLUMNS)} columns, too many for items.`,
		);
	}

	/** @throws TableTooLarge when a file is too large to be read as a table */
	check({ length }: Pick<Buffer, 'length'>): void {
		if (length <= MOST_TABLE_BYTES) return;
		throw new TableTooLarge(
			`A table of the result has more than ${MOST_TABLE_BYTES / 1024 / 1024} MB, too many for items.`,
		);
	}
}
