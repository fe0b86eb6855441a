/** What texts that people copy and programs write need before they are read. */

/** Hyphens and dashes within a class of a pattern: word processors and web pages write others than the keyboard. */
export const DASHES = '\\-\\u2010-\\u2015\\u2212';

/**
 * The text without characters that nobody sees, such as soft hyphens, and with wide letters and digits as usual ones: they
 * would hide what a pattern looks for.
 */
export const visible = (text: string): string =>
	text
		.replace(/\p{Default_Ignorable_Code_Point}/gu, '')
		.replace(/[\uff01-\uff5e]/g, (wide) => wide.normalize('NFKC'));

/** The text without this character at its end; a pattern would begin anew at each of them in the middle. */
export function withoutEnd(text: string, character: string): string {
	let end = text.length;
	while (end > 0 && text[end - 1] === character) end--;
	return text.slice(0, end);
}
