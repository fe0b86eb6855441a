const HIDDEN = '***';
/** In characters: the beginning of a text says what matters. */
export const LONGEST_READ = 2000;
const LONGEST_SHOWN = 200;

export const withoutKey = (text: string, key: string): string =>
	text.length < key.length ? text : text.replaceAll(key, HIDDEN).replaceAll(encodeURIComponent(key), HIDDEN);

/** A message may quote JSON as it came, which can write a key in other ways. */
const withoutNotation = (text: string): string =>
	text.replace(/\\(?:u00[2-7][\da-fA-F]|["\\/])/g, (sign) => String(JSON.parse(`"${sign}"`)));

const NUMBERS = /\d{3}\.\d{3}\.\d{3}-\d{2}|(?:\(?\d{2}\)?\s?9?|9)\d{4}-\d{4}|\d{8,}/g;
/** Word by word: an email pattern would restart at every character of a long word. */
const WORDS = /[^\s"'<>()[\]{},;:=|&?/\\]+/g;

/** Masks CPFs, phone numbers, long numbers and emails, because n8n stores and logs messages. */
export const withoutPersonalData = (text: string): string =>
	text.replace(NUMBERS, HIDDEN).replace(WORDS, (word) => (/@|%40/.test(word) ? HIDDEN : word));

/** For a message: without the key and personal data, in one line of at most 200 characters. */
export function presentable(text: string, key: string): string {
	const clean = withoutKey(withoutNotation(withoutKey(text, key)), key);
	return withoutPersonalData(clean.replace(/\s+/g, ' ').slice(0, LONGEST_READ)).slice(0, LONGEST_SHOWN);
}

/** Begins the advice of an error, since a title stays short; empty without words. */
export function serviceSays(words: string | undefined, redact = (text: string): string => text): string {
	const shown = words && redact(words);
	return shown ? `The service says: "${shown}"${/[.!?]$/.test(shown) ? '' : '.'} ` : '';
}
