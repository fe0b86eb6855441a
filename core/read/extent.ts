import { asInteger, isBlank, isObject } from '../base/json';
import { rowsIn } from './entries';

/** Smallest page size (guess; the vendor's client asks for 50). A list may have been cut at any multiple of it. */
export const SMALLEST_PAGE = 10;

/** What an answer tells about the list of which it holds a part. */
export interface Extent {
	readonly isCut: boolean;
	readonly isWhole: boolean;
	/** Entries of the whole list, if the answer tells. */
	readonly total?: number;
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
	return { isCut, isWhole: !isCut && (tells || !isAtPageEnd), total };
}
