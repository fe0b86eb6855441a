import type { IDataObject } from 'n8n-workflow';

import type { Service } from '../client/service';
import { inTurns } from '../base/async';
import { asInteger, asText, isBlank, isObject } from '../base/json';
import { asBody, type Body } from '../read/answer';
import { rowsIn } from '../read/entries';

/** Lists that the service may cut: noticing it, and loading the pages that are missing. */

/** Smallest page size (guess; the vendor's client asks for 50). A list may have been cut at any multiple of it. */
export const SMALLEST_PAGE = 10;

/** Names under which answers tell about their pages (guesses but for `count`; the specification shows none). */
const TOTALS = ['count', 'total', 'total_count', 'totalCount', 'total_results', 'total_registros'];
const PAGES = ['total_pages', 'totalPages', 'num_pages', 'pages', 'total_paginas', 'paginas'];
const NEXT = ['next', 'next_page', 'nextPage', 'proxima', 'proxima_pagina'];
const HAS_MORE = ['has_more', 'hasMore', 'has_next', 'hasNext', 'tem_mais'];
/** Objects in which an answer may keep them. */
const ABOUT_PAGES = ['meta', 'pagination', 'paginacao', 'page_info', 'links', '_links', 'data', 'dados'];
/** Parameters of a link to the next page that are sent back; anything else in it is not. */
const PAGING = /^(page|pagina|page_size|per_page|por_pagina|limit|offset|start|cursor|after)$/;

/** What an answer tells about the list of which it holds a part. */
export interface Extent {
	/** The list has certainly more entries. */
	readonly isCut: boolean;
	/** The list has certainly no more entries. */
	readonly isWhole: boolean;
	/** Entries of the whole list, if the answer tells. */
	readonly total?: number;
	/** The query of the next page, if the answer links to it. */
	readonly next?: IDataObject;
}

/** The parameters of a link that ask for a page; its host and path are never used. */
function queryOf(link: unknown): IDataObject | undefined {
	if (typeof link !== 'string' || !link.includes('?')) return undefined;
	const query = [...new URLSearchParams(link.slice(link.indexOf('?') + 1))].filter(([name]) =>
		PAGING.test(name),
	);
	return query.length === 0 ? undefined : Object.fromEntries(query);
}

/**
 * Reads how much of a list an answer holds, from what it tells about its pages or, if it tells nothing, from whether
 * it may have been cut at a page size.
 * @param before entries that earlier pages have brought
 */
export function extentOf(
	body: unknown,
	asked = Infinity,
	{ page = 1, before = 0, length = rowsIn(body).length } = {},
): Extent {
	const root = isObject(body) ? body : {};
	const places = [root, ...ABOUT_PAGES.map((name) => root[name]).filter(isObject)];
	const find = <T>(names: readonly string[], read: (value: unknown) => T | undefined): T | undefined =>
		places.flatMap((place) => names.map((name) => read(place[name]))).find((value) => value !== undefined);
	const total = find(TOTALS, asInteger);
	const pages = find(PAGES, asInteger);
	const link = find(NEXT, (value) => (isBlank(value) || value === false ? undefined : value));
	const namesNext = places.some((place) => NEXT.some((name) => name in place));
	const hasMore = find(HAS_MORE, (value) => (typeof value === 'boolean' ? value : undefined));
	const isCut =
		link !== undefined || hasMore === true || (pages ?? 0) > page || (total ?? 0) > before + length;
	const tells = namesNext || hasMore === false || pages !== undefined || total !== undefined;
	const isAtPageEnd = length > 0 && (length % SMALLEST_PAGE === 0 || length === asked);
	return { isCut, isWhole: !isCut && (tells || !isAtPageEnd), total, next: queryOf(link) };
}

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
	readonly load: (paging: IDataObject) => Promise<unknown>;
}

/**
 * Loads the pages after the first answer for as long as the list may have more. A page without a new entry ends it:
 * the service then gives the same page again, whatever is asked for.
 */
export async function loadPages(
	first: unknown,
	{ asked, wanted = Infinity, atMost = Infinity, read = rowsIn, load }: PagesToLoad,
): Promise<Loaded> {
	let rows = read(asBody(first));
	const all: IDataObject[] = [];
	const known = new Set<string>();
	let extent = extentOf(first, asked, { length: rows.length });
	for (let page = 2; !extent.isWhole && rows.length < wanted && page <= atMost; page++) {
		const body = await load(extent.next ?? { page, ...(asked !== undefined && { page_size: asked }) });
		const more = read(asBody(body));
		const before = rows.length;
		if (page === 2) await addNew(all, rows, known);
		if (!(await addNew(all, more, known))) {
			return { rows, isCut: extent.isCut, isWhole: !extent.isCut, total: extent.total };
		}
		extent = extentOf(body, asked, { page, before, length: more.length });
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
