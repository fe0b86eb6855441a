import { DASHES, visible } from './text';

/**
 * Cells without a value: a dash, "not available" in English and Portuguese, a spreadsheet error, or the mask of a
 * number without digits.
 */
const MISSING = new RegExp(`^(?:[._/()\\s${DASHES}]*|n/?a|#?n/[ad]|nan|null|none|undefined)$`, 'i');
const LONGEST_MISSING = 30;

export const isMissing = (value: unknown): boolean =>
	value === undefined ||
	value === null ||
	(Array.isArray(value) && value.length === 0) ||
	(typeof value === 'string' && value.length <= LONGEST_MISSING && MISSING.test(visible(value).trim()));
