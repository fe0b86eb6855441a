import type { IDataObject } from 'n8n-workflow';

import { isObject } from './json';

/** Replaces removed text. */
const HIDDEN = '***';

/** Patterns of personal data in free text; CPFs and phone numbers inside a longer number do not match. */
const PERSONAL = [
	// A CPF, formatted or not.
	/(?<!\d)\d{3}\.?\d{3}\.?\d{3}-?\d{2}(?!\d)/g,
	// A phone number with its area code.
	/(?<![\w.-])(?:\+?55 ?)?\(?\d{2}\)? ?9?\d{4}[- ]?\d{4}(?![\w-])/g,
	/[\w.+-]+(?:@|%40)[\w-]+(?:\.[\w-]+)+/g,
];

/** Removes CPFs, phone numbers and email addresses from a text, because n8n stores and logs messages. */
export const withoutPersonalData = (text: string): string =>
	PERSONAL.reduce((rest, pattern) => rest.replace(pattern, HIDDEN), text);

/** Returns a function that removes the key from text, in any form in which a service or proxy may echo it. */
export function keyRemover(key: string): (text: string) => string {
	const base64 = (text: string): string => Buffer.from(text).toString('base64');
	const forms = [key, encodeURIComponent(key), base64(`Token ${key}`), base64(key)];
	return (text) => forms.reduce((rest, form) => rest.replaceAll(form, HIDDEN), text);
}

/** Names of request fields that identify a person. */
const NAMES_SOMEBODY = /nome|name|mother|mae|phone|telefone|mail|cpf|url|address|zip_code/i;
/** Shorter values, such as a state abbreviation, occur in any text. */
const SHORTEST = 5;

/** The values of a request that identify a person. */
function personalValues(value: unknown, name = ''): string[] {
	if (Array.isArray(value)) return value.flatMap((entry) => personalValues(entry, name));
	if (isObject(value)) return Object.entries(value).flatMap(([key, inner]) => personalValues(inner, key));
	if (typeof value !== 'string' && typeof value !== 'number') return [];
	const text = String(value).trim();
	return NAMES_SOMEBODY.test(name) && text.length >= SHORTEST ? [text] : [];
}

/** Wildcards of a search pattern, which a service does not echo. */
const WILDCARDS = /[*?%]+/;

/** Removes from a short text the personal data of the request: a service may echo what it rejects. */
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

/** The text without accents and capitals; keeps the length. */
const plain = (text: string): string =>
	text
		.replace(/[^\0-\x7f]/g, (letter) => letter.normalize('NFD')[0])
		.replace(/[A-Z]/g, (letter) => letter.toLowerCase());

/** The service's own message, quoted to end an error message; empty without one. */
export const quoted = (words: string | undefined, redact = (text: string): string => text): string =>
	words === undefined ? '' : `: "${redact(words)}"`;
