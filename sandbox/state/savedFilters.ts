/** A set of prospecting filters that the account keeps. */
export interface SavedFilter {
	readonly id: number;
	readonly filter_name: string;
	/** 1 for persons, 2 for companies. */
	readonly filter_type: number;
	readonly data: unknown;
}

/** The saved filters of the account. */
export class SavedFilters {
	private readonly filters: SavedFilter[] = [];

	save(filter: Omit<SavedFilter, 'id'>): SavedFilter {
		const saved = { id: this.filters.length + 1, ...filter };
		this.filters.push(saved);
		return saved;
	}

	of(type: SavedFilter['filter_type']): readonly SavedFilter[] {
		return this.filters.filter((filter) => filter.filter_type === type);
	}
}
