import type { IDataObject } from 'n8n-workflow';

import { fingerprint } from '../../../../core/base/fingerprint';
import { asText } from '../kit';
import type { PageAnswer } from './page';

/** A page that was given, by which it is known when it comes again at another place. */
export interface GivenPage {
	readonly start: number;
	/** Identifies its rows. */
	readonly rows: string;
}

/** Identifies a row: by its IDs or, if it has none, by all that it holds. */
function keyOf(row: IDataObject): string {
	const ids = [row.id_pessoa, row.id_empresa].map((id) => asText(id) ?? '');
	return ids.some((id) => id !== '') ? ids.join(' ') : JSON.stringify(row);
}

/** The rows of a search that have been given, page by page. */
export class Given {
	private readonly known = new Set<string>();

	constructor(
		/** Offset of the next row. */
		public offset: number,
		/** Number of rows that are still wanted. */
		public wanted: number,
		/** The last page with new rows, perhaps of an earlier run. */
		public last?: GivenPage,
	) {}

	/** The rows of a page that are next; `undefined` when it is one that was given before, at another place. */
	take({ start, rows }: PageAnswer): readonly IDataObject[] | undefined {
		const offset = Math.max(this.offset, start);
		const taken = rows.slice(offset - start, offset - start + this.wanted);
		if (taken.length > 0) {
			const page = { start, rows: fingerprint(rows.map(keyOf)) };
			const keys = taken.map(keyOf);
			if (keys.every((key) => this.known.has(key))) return undefined;
			if (this.last?.rows === page.rows && this.last.start !== start) return undefined;
			for (const key of keys) this.known.add(key);
			this.last = page;
		}
		this.offset = offset + taken.length;
		this.wanted -= taken.length;
		return taken;
	}
}
