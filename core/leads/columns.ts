/** More different columns are no table. */
const MOST_COLUMNS = 500;

/**
 * The columns of rows in their order: one that the first row lacks, such as a blank cell of a spreadsheet, stands where
 * the other rows have it.
 */
export class Columns {
	private readonly found: string[] = [];
	private readonly known = new Set<string>();

	constructor(...rows: readonly object[]) {
		for (const row of rows) this.add(row);
	}

	add(row: object): void {
		const names = Object.keys(row);
		for (const [at, name] of names.entries()) {
			if (this.known.has(name)) continue;
			if (this.known.size > MOST_COLUMNS) return;
			this.found.splice(this.placeOf(names, at), 0, name);
			this.known.add(name);
		}
	}

	/** Behind the column that it follows in its row, else before the first that is known. */
	private placeOf(names: readonly string[], at: number): number {
		if (at > 0) return this.found.indexOf(names[at - 1]) + 1;
		const next = names.find((name) => this.known.has(name));
		return next === undefined ? this.found.length : this.found.indexOf(next);
	}

	/** None if there are too many. */
	get names(): readonly string[] {
		return this.known.size > MOST_COLUMNS ? [] : this.found;
	}
}
