import type { IDataObject } from 'n8n-workflow';

import { fingerprint } from '../../../../core/base/fingerprint';
import { asText, endpoints, type Endpoint } from '../kit';
import type { PageAnswer } from './page';

/** Pages that were given, by which they are known when they come again in the place of others. */
export interface GivenPages {
	/** The number of the last one. */
	readonly page: number;
	/** Identifies its rows. */
	readonly rows: string;
	/** The same in short of the first ones, by their numbers: pages that begin again begin with one of these. */
	readonly first?: Readonly<Record<number, string>>;
	/** Pages in a row, up to this one, that had been given before by their rows. */
	readonly again?: number;
}

const MOST_FIRST = 200;
const SHORT = 10;

/**
 * How many pages in a row may have nothing but known rows, as those may truly come twice: one of a row or two, some
 * of rows that are mostly the same as each other, and none of others.
 */
function toleratedOf(keys: readonly string[]): number {
	const distinct = new Set(keys).size;
	if (distinct <= keys.length / 2) return 10;
	return distinct > 2 ? 0 : 1;
}

/** The rows of a search that have been given, page by page. */
export class Given {
	private readonly known = new Set<string>();
	/** Where a row has its own ID. */
	private readonly id: string;

	constructor(
		searched: Endpoint,
		/** Number of rows that are still wanted. */
		public wanted: number,
		/** Number of rows that were given, by earlier runs, too. */
		public count: number,
		/** The pages that were given, by earlier runs, too. */
		public pages?: GivenPages,
	) {
		this.id = searched.path === endpoints.b2bPersonSearch.path ? 'id_pessoa' : 'id_empresa';
	}

	/**
	 * The rows of a page that are next; `undefined` when it is one that was given before, in another place.
	 * @param skip rows of it that were given before
	 * @param isWhole whether to give all the others, also more than are wanted
	 */
	take({ page, rows }: PageAnswer, skip: number, isWhole = false): readonly IDataObject[] | undefined {
		const taken = rows.slice(skip, isWhole ? undefined : skip + this.wanted);
		if (taken.length === 0) return taken;
		const keys = rows.map((row) => this.keyOf(row));
		const current = fingerprint(keys);
		// One of which some rows were given before.
		const isSame = this.pages?.page === page && this.pages.rows === current;
		const isKnown = !isSame && (this.wasEarlier(page, current) || keys.every((key) => this.known.has(key)));
		const before = this.pages?.again ?? 0;
		const again = isKnown ? before + 1 : isSame ? before : 0;
		if (isKnown && again > toleratedOf(keys)) return undefined;
		for (const key of keys) this.known.add(key);
		const short = page <= MOST_FIRST ? { [page]: current.slice(0, SHORT) } : {};
		const first = { ...this.pages?.first, ...short };
		this.pages = { page, rows: current, first, ...(again > 0 && { again }) };
		this.wanted -= taken.length;
		this.count += taken.length;
		return taken;
	}

	/** Whether a page before this one had its rows. */
	private wasEarlier(page: number, rows: string): boolean {
		const { pages } = this;
		if (pages === undefined) return false;
		if (pages.page < page && pages.rows === rows) return true;
		const short = rows.slice(0, SHORT);
		return Object.entries(pages.first ?? {}).some(([other, its]) => Number(other) < page && its === short);
	}

	/** Identifies a row: by its IDs or, if it has none of its own, by all that it holds. */
	private keyOf(row: IDataObject): string {
		if (asText(row[this.id]) === undefined) return JSON.stringify(row);
		return [row.id_pessoa, row.id_empresa].map(asText).join(' ');
	}
}
