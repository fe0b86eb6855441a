import { asInteger, isBlank, isObject } from '../base/json';
import { rowsIn } from './entries';

/** Guess; the vendor's client asks for 50. A list may have been cut at any multiple of it. */
export const SMALLEST_PAGE = 10;

export interface Extent {
	readonly isCut: boolean;
	readonly isWhole: boolean;
	readonly total?: number;
}

/** By count or next link, else by whether it ends at a page size. @param before entries of earlier pages */
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
