import type { IDataObject } from 'n8n-workflow';

import type { Service } from '../client/service';
import { inTurns } from '../base/async';
import { asText } from '../base/json';
import type { Body } from '../read/answer';
import { rowsIn } from '../read/entries';
import { extentOf } from '../read/extent';

export interface Loaded {
	readonly rows: readonly IDataObject[];
	/** Entries are certainly missing and could not be loaded. */
	readonly isCut: boolean;
	/** Certainly complete; both are false if unknown. */
	readonly isWhole: boolean;
	readonly total?: number;
}

export interface PagesToLoad {
	/** Requested page size. */
	readonly asked?: number;
	/** Number of entries that suffices. */
	readonly wanted?: number;
	readonly atMost?: number;
	readonly read?: (body: Body) => readonly IDataObject[];
	/** Requests a page; `undefined` if the service has none or refuses. */
	readonly load: (paging: IDataObject) => Promise<Body | undefined>;
}

/**
 * Loads further pages while the list may have more. A page without a new entry ends it: the service then repeats
 * a page whatever is requested.
 */
export async function loadPages(
	first: Body,
	{ asked, wanted = Infinity, atMost = Infinity, read = rowsIn, load }: PagesToLoad,
): Promise<Loaded> {
	let rows = read(first);
	const all: IDataObject[] = [];
	const known = new Set<string>();
	let extent = extentOf(first, asked, { length: rows.length });
	for (let page = 2; !extent.isWhole && rows.length < wanted && page <= atMost; page++) {
		const body = await load({ page, ...(asked !== undefined && { page_size: asked }) });
		const more = body === undefined ? [] : read(body);
		const before = rows.length;
		if (page === 2) await addNew(all, rows, known);
		if (!(await addNew(all, more, known))) {
			return { rows, isCut: extent.isCut, isWhole: !extent.isCut, total: extent.total };
		}
		extent = extentOf(body, asked, { before, length: more.length });
		rows = all;
	}
	const { isWhole, total } = extent;
	return { rows, isCut: extent.isCut && rows.length < wanted, isWhole, total };
}

/** Adds a page unless none of its entries is new; `known` holds the serialized entries so far. */
async function addNew(
	all: IDataObject[],
	page: readonly IDataObject[],
	known: Set<string>,
): Promise<boolean> {
	const [entries, before] = [all.length, known.size];
	for await (const row of inTurns(page)) {
		known.add(JSON.stringify(row));
		all.push(row);
	}
	if (known.size > before) return true;
	all.length = entries;
	return false;
}

export function hintCut(
	{ session }: Service,
	shown: number,
	total: number | undefined,
	advice: string,
): void {
	session.hint(
		`The list is not complete: the service returned ${shown} of ${asText(total) ?? 'more'} entries and no further ones. ${advice}`,
	);
}
