/** For use in a character class; word processors and web pages use other dashes than the keyboard. */
export const DASHES = '\\-\\u2010-\\u2015\\u2212';

/** Drops invisible characters, such as soft hyphens, and converts full-width ones: both would defeat patterns. */
export const visible = (text: string): string =>
	text
		.replace(/\p{Default_Ignorable_Code_Point}/gu, '')
		.replace(/[\uff01-\uff5e]/g, (wide) => wide.normalize('NFKC'));

/** A loop, since a pattern anchored at the end takes quadratic time. */
export function withoutEnd(text: string, character: string): string {
	let end = text.length;
	while (end > 0 && text[end - 1] === character) end--;
	return text.slice(0, end);
}

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
