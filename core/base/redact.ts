import type { IDataObject } from 'n8n-workflow';

import { isObject } from './json';

/** What messages and output must not show: the API key, and personal data that the service repeats. */

/** Replaces removed text. */
const HIDDEN = '***';
/** More of a text is not looked at: what it says stands at its beginning. */
export const LONGEST_READ = 2000;
/** Longer messages are cut. */
const LONGEST_SHOWN = 200;

const literally = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');

/** Finds the key in text. */
export interface KeyFinder {
	readonly isIn: (text: string) => boolean;
	readonly remove: (text: string) => string;
}

/** Finds the key as it is, percent-encoded, or with JSON escapes. */
export function keyFinder(key: string): KeyFinder {
	const json = JSON.stringify(key).slice(1, -1);
	const forms = [key, encodeURIComponent(key), json, json.replaceAll('/', '\\/')];
	const pattern = new RegExp([...new Set(forms)].map(literally).join('|'), 'gi');
	return {
		isIn: (text) => text.search(pattern) >= 0,
		remove: (text) => text.replace(pattern, HIDDEN),
	};
}

/** CPFs and phone numbers as they are usually written, and any longer number. */
const NUMBERS = /\d{3}\.\d{3}\.\d{3}-\d{2}|(?:\(?\d{2}\)?\s?9?|9)\d{4}-\d{4}|\d{8,}/g;
/** Word by word: a pattern of an address would try each character of a long word as its beginning. */
const WORDS = /[^\s"'<>()[\]{},;:=|&?/\\]+/g;

/** Masks CPFs, phone numbers, other long numbers and email addresses, because n8n stores and logs messages. */
export const withoutPersonalData = (text: string): string =>
	text.replace(NUMBERS, HIDDEN).replace(WORDS, (word) => (/@|%40/.test(word) ? HIDDEN : word));

/** Names of request fields that identify a person; companies of one person have their name. */
const NAMES_SOMEBODY =
	/nome|name|mother|mae|phone|telefone|mail|cpf|cnpj|document|url|social|fantasia|legal|address|endereco|logradouro|zip_code|cep|domain|nascimento|birth/i;

/** The values of a request that identify a person. */
function personalValues(value: unknown, name = ''): string[] {
	if (Array.isArray(value)) return value.flatMap((entry) => personalValues(entry, name));
	if (isObject(value)) return Object.entries(value).flatMap(([key, inner]) => personalValues(inner, key));
	if (typeof value !== 'string' && typeof value !== 'number') return [];
	return NAMES_SOMEBODY.test(name) ? [String(value).trim()] : [];
}

/** The text without the values of a request that identify somebody, as they were sent. */
function withoutSent(text: string, sent: ReadonlyArray<IDataObject | undefined>): string {
	const lower = text.toLowerCase();
	const isRepeated = (value: string): boolean => value !== '' && lower.includes(value.toLowerCase());
	const repeated = sent.flatMap((part) => personalValues(part)).filter(isRepeated);
	if (repeated.length === 0) return text;
	const forms = [...new Set(repeated)].map(literally).join('|');
	return text.replace(new RegExp(`(?<![\\p{L}\\p{N}])(?:${forms})(?![\\p{L}\\p{N}])`, 'giu'), HIDDEN);
}

/**
 * A text of the service as it may be stored and shown, cut to the length of a message.
 * @param sent parts of the request that it may repeat
 */
export const presentable = (
	text: string,
	{ remove }: KeyFinder,
	...sent: ReadonlyArray<IDataObject | undefined>
): string =>
	withoutPersonalData(withoutSent(remove(text).replace(/\s+/g, ' ').slice(0, LONGEST_READ), sent)).slice(
		0,
		LONGEST_SHOWN,
	);

/** The service's own message, quoted to end an error message; empty without one. */
export const quoted = (words: string | undefined, redact = (text: string): string => text): string =>
	words === undefined ? '' : `: "${redact(words)}"`;
