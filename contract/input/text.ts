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
