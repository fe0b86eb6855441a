/** How values of users' lists are read, for every operation: the same thing is the same everywhere. */

/**
 * What spreadsheets, databases and programs write into a cell that has no value: a dash, "not available" in English and
 * Portuguese, an error of a spreadsheet, or the mask of a document without its digits.
 */
const MISSING = /^(?:-+|\u2013|\u2014|n\/?a|#n\/[ad]|nan|null|none|undefined|[._/() -]*)$/i;
const LONGEST_MISSING = 30;

/** Whether a value stands for none: empty, or what programs write for that. */
export const isMissing = (value: unknown): boolean =>
	value === undefined ||
	value === null ||
	(typeof value === 'string' && value.length <= LONGEST_MISSING && MISSING.test(value.trim()));
