import type { IDataObject } from 'n8n-workflow';

import { asInteger, isBlank, isObject } from '../base/json';
import { rowsIn } from './entries';

/** Smallest page size (guess; the vendor's client asks for 50). A list may have been cut at any multiple of it. */
export const SMALLEST_PAGE = 10;

/** Parameters of a link to the next page that are sent back; anything else in it is not. */
const PAGING = /^(page|page_size|limit|offset|cursor)$/;

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
 * Reads how much of a list an answer holds, from its count or its link to the next page or, if it has neither, from
 * whether it may have been cut at a page size.
 * @param before entries that earlier pages have brought
 */
export function extentOf(
	body: unknown,
	asked = Infinity,
	{ before = 0, length = rowsIn(body).length } = {},
): Extent {
	const { count, total: all, next } = isObject(body) ? body : {};
	const total = asInteger(count) ?? asInteger(all);
	const isCut = !isBlank(next) || (total ?? 0) > before + length;
	const tells = next !== undefined || total !== undefined;
	const isAtPageEnd = length > 0 && (length % SMALLEST_PAGE === 0 || length === asked);
	return { isCut, isWhole: !isCut && (tells || !isAtPageEnd), total, next: queryOf(next) };
}
