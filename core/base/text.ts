/** What texts of others need before they are read. */

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
