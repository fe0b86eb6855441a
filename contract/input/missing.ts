import { DASHES, visible } from './text';

/**
 * What spreadsheets, databases and programs write into a cell that has no value: a dash, "not available" in English and
 * Portuguese, an error of a spreadsheet, or the mask of a number without its digits.
 */
const MISSING = new RegExp(`^(?:[._/()\\s${DASHES}]*|n/?a|#?n/[ad]|nan|null|none|undefined)$`, 'i');
const LONGEST_MISSING = 30;

/** Whether a value stands for none: empty, or what programs write for that. */
export const isMissing = (value: unknown): boolean =>
	value === undefined ||
	value === null ||
	(Array.isArray(value) && value.length === 0) ||
	(typeof value === 'string' && value.length <= LONGEST_MISSING && MISSING.test(visible(value).trim()));
