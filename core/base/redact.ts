import type { IDataObject } from 'n8n-workflow';

import { isObject } from './json';

/** What stands for what was taken out. */
const HIDDEN = '***';

/** What in running text is about a person, whatever else the text says; no part of a longer number or word. */
const PERSONAL = [
	// A CPF, formatted or not.
	/(?<!\d)\d{3}\.?\d{3}\.?\d{3}-?\d{2}(?!\d)/g,
	// A phone number with its area code.
	/(?<![\w.-])(?:\+?55 ?)?\(?\d{2}\)? ?9?\d{4}[- ]?\d{4}(?![\w-])/g,
	/[\w.+-]+(?:@|%40)[\w-]+(?:\.[\w-]+)+/g,
];

/** A text without CPFs, phone numbers and email addresses: n8n stores and logs messages. */
export const withoutPersonalData = (text: string): string =>
	PERSONAL.reduce((rest, pattern) => rest.replace(pattern, HIDDEN), text);

/** Takes the key out of texts, also in the forms in which a service or a proxy may repeat a header. */
export function keyRemover(key: string): (text: string) => string {
	const base64 = (text: string): string => Buffer.from(text).toString('base64');
	const forms = [key, encodeURIComponent(key), base64(`Token ${key}`), base64(key)];
	return (text) => forms.reduce((rest, form) => rest.replaceAll(form, HIDDEN), text);
}

/** Fields of requests that tell who somebody is, in the words of the interface. */
const NAMES_SOMEBODY = /nome|name|mother|mae|phone|telefone|mail|cpf|url|address|zip_code/i;
/** Shorter ones, such as the abbreviation of a state, stand in any text. */
const SHORTEST = 5;

/** The texts of a request that tell who somebody is, longest first. */
function personalValues(value: unknown, name = ''): string[] {
	if (Array.isArray(value)) return value.flatMap((entry) => personalValues(entry, name));
	if (isObject(value)) return Object.entries(value).flatMap(([key, inner]) => personalValues(inner, key));
	if (typeof value !== 'string' && typeof value !== 'number') return [];
	const text = String(value).trim();
	return NAMES_SOMEBODY.test(name) && text.length >= SHORTEST ? [text] : [];
}

/** Stands for any characters in a pattern, and is no part of what a service repeats. */
const WILDCARDS = /[*?%]+/;

/** Takes out of a short text what a request said of somebody: a service may repeat what it refuses. */
export function withoutWhatWasSent(text: string, ...sent: ReadonlyArray<IDataObject | undefined>): string {
	const values = sent.flatMap((part) => personalValues(part));
	const parts = values.flatMap((value) => value.split(WILDCARDS)).map((part) => part.trim());
	return [...new Set([...values, ...parts])]
		.filter(({ length }) => length >= SHORTEST)
		.sort((a, b) => b.length - a.length)
		.reduce((rest, value) => withoutValue(rest, value), text.normalize());
}

function withoutValue(text: string, value: string): string {
	const at = plain(text).indexOf(plain(value.normalize()));
	if (at < 0) return text;
	return `${text.slice(0, at)}${HIDDEN}${withoutValue(text.slice(at + value.normalize().length), value)}`;
}

/** A text of the same length without accents and capitals. */
const plain = (text: string): string =>
	text
		.replace(/[^\0-\x7f]/g, (letter) => letter.normalize('NFD')[0])
		.replace(/[A-Z]/g, (letter) => letter.toLowerCase());

/** Words of the service as a message ends with them; nothing when it gave none. */
export const quoted = (words: string | undefined, redact = (text: string): string => text): string =>
	words === undefined ? '' : `: "${redact(words)}"`;
