import type { IDataObject } from 'n8n-workflow';

import type { Service } from '../client/service';
import { inTurns } from '../base/async';
import { asText } from '../base/json';
import type { Body } from '../read/answer';
import { rowsIn } from '../read/entries';
import { extentOf } from '../read/extent';

/** Lists that the service may cut: noticing it, and loading the pages that are missing. */

/** The entries of a list, from all pages that were loaded. */
export interface Loaded {
	readonly rows: readonly IDataObject[];
	/** Entries are certainly missing, and could not be loaded. */
	readonly isCut: boolean;
	/** Nothing can be missing. */
	readonly isWhole: boolean;
	readonly total?: number;
}

export interface PagesToLoad {
	/** The page size that was asked for, if any. */
	readonly asked?: number;
	/** Entries after which no further page is needed. */
	readonly wanted?: number;
	/** The most pages to load. */
	readonly atMost?: number;
	/** Finds the entries in an answer. */
	readonly read?: (body: Body) => readonly IDataObject[];
	/** Asks for a further page; `undefined` when the service has none or refuses to give one. */
	readonly load: (paging: IDataObject) => Promise<Body | undefined>;
}

/**
 * Loads the pages after the first answer for as long as the list may have more. A page without a new entry ends it:
 * the service then gives the same page again, whatever is asked for.
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

/**
 * Adds the entries of a page, unless none of them is new.
 * @param known the entries so far as text, by which equal ones are told
 * @returns whether any is new
 */
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

/** Tells that a list is not complete, and what to do. */
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
