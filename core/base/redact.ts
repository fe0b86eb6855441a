/** What messages and output must not show: the API key and personal data. */

/** Replaces removed text. */
const HIDDEN = '***';
/** More of a text is not looked at: what it says stands at its beginning. */
export const LONGEST_READ = 2000;
/** Longer messages are cut. */
const LONGEST_SHOWN = 200;

/** Finds the key in text. */
export interface KeyFinder {
	readonly isIn: (text: string) => boolean;
	readonly remove: (text: string) => string;
}

/** Finds the key as it is, or percent-encoded. */
export function keyFinder(key: string): KeyFinder {
	const forms = [key, encodeURIComponent(key)];
	return {
		isIn: (text) => forms.some((form) => text.includes(form)),
		remove: (text) => forms.reduce((rest, form) => rest.replaceAll(form, HIDDEN), text),
	};
}

/** CPFs and phone numbers as they are usually written, and any longer number. */
const NUMBERS = /\d{3}\.\d{3}\.\d{3}-\d{2}|(?:\(?\d{2}\)?\s?9?|9)\d{4}-\d{4}|\d{8,}/g;
/** Word by word: a pattern of an address would try each character of a long word as its beginning. */
const WORDS = /[^\s"'<>()[\]{},;:=|&?/\\]+/g;

/** Masks CPFs, phone numbers, other long numbers and email addresses, because n8n stores and logs messages. */
export const withoutPersonalData = (text: string): string =>
	text.replace(NUMBERS, HIDDEN).replace(WORDS, (word) => (/@|%40/.test(word) ? HIDDEN : word));

/** A text of the service as it may be stored and shown, cut to the length of a message. */
export const presentable = (text: string, { remove }: KeyFinder): string =>
	withoutPersonalData(remove(text).replace(/\s+/g, ' ').slice(0, LONGEST_READ)).slice(0, LONGEST_SHOWN);

/** The service's own message, quoted to end an error message; empty without one. */
export const quoted = (words: string | undefined, redact = (text: string): string => text): string =>
	words === undefined ? '' : `: "${redact(words)}"`;
