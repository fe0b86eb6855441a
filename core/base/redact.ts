const HIDDEN = '***';
/** Only the beginning of a text is read: it says what matters. */
export const LONGEST_READ = 2000;
const LONGEST_SHOWN = 200;

/** Plain or percent-encoded. */
export const withoutKey = (text: string, key: string): string =>
	text.replaceAll(key, HIDDEN).replaceAll(encodeURIComponent(key), HIDDEN);

const NUMBERS = /\d{3}\.\d{3}\.\d{3}-\d{2}|(?:\(?\d{2}\)?\s?9?|9)\d{4}-\d{4}|\d{8,}/g;
/** Word by word: an email pattern would restart at every character of a long word. */
const WORDS = /[^\s"'<>()[\]{},;:=|&?/\\]+/g;

/** Masks CPFs, phone numbers, long numbers and emails, because n8n stores and logs messages. */
export const withoutPersonalData = (text: string): string =>
	text.replace(NUMBERS, HIDDEN).replace(WORDS, (word) => (/@|%40/.test(word) ? HIDDEN : word));

export const presentable = (text: string, key: string): string =>
	withoutPersonalData(withoutKey(text, key).replace(/\s+/g, ' ').slice(0, LONGEST_READ)).slice(
		0,
		LONGEST_SHOWN,
	);

/** Begins the advice of an error: a title stays short. */
export const said = (words: string | undefined, redact = (text: string): string => text): string =>
	words === undefined ? '' : `The service says: "${redact(words)}". `;
