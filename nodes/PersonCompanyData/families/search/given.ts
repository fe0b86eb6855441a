import type { IDataObject } from 'n8n-workflow';

import { fingerprint } from '../../../../core/base/fingerprint';
import { asText, endpoints, type Endpoint } from '../kit';
import type { PageAnswer } from './page';

/** A page that was given, by which it is known when it comes again in the place of another. */
export interface GivenPage {
	/** Its number. */
	readonly page: number;
	/** Identifies its rows. */
	readonly rows: string;
	/** Pages in a row, up to this one, that had been given before by their rows. */
	readonly again?: number;
}

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
		/** The last page with new rows, perhaps of an earlier run. */
		public last?: GivenPage,
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
		const current = { page, rows: fingerprint(keys) };
		const { last } = this;
		const isSame = last?.page === page;
		const isKnown = (last?.rows === current.rows && !isSame) || keys.every((key) => this.known.has(key));
		const before = last?.again ?? 0;
		const again = isKnown ? before + 1 : isSame ? before : 0;
		if (isKnown && again > toleratedOf(keys)) return undefined;
		for (const key of keys) this.known.add(key);
		this.last = { ...current, ...(again > 0 && { again }) };
		this.wanted -= taken.length;
		this.count += taken.length;
		return taken;
	}

	/** Identifies a row: by its IDs or, if it has none of its own, by all that it holds. */
	private keyOf(row: IDataObject): string {
		if (asText(row[this.id]) === undefined) return JSON.stringify(row);
		return [row.id_pessoa, row.id_empresa].map(asText).join(' ');
	}
}
