import type { IDataObject } from 'n8n-workflow';

import { DASHES, visible } from '../../contract/input';
import { isObject } from './json';
import { HIDDEN } from './keyForms';
import { decoded } from './text';

/** More of a text is not looked at: what it says stands at its beginning. */
export const LONGEST_READ = 20_000;
/** Longer messages are cut. */
const LONGEST_SHOWN = 500;

const pattern = (text: string): RegExp => new RegExp(text, 'gi');

/** Documents and phone numbers; inside a longer number they do not match. */
const NUMBERS = [
	// A CPF, formatted in any way or not.
	pattern(`(?<!\\d)${['\\d{3}', '\\d{3}', '\\d{3}', '\\d{2}'].join(`[\\s./_${DASHES}]{0,3}`)}(?!\\d)`),
	pattern(`(?<![\\w.-])\\d(?:[\\s./_${DASHES}]\\d){10}(?!\\w)`),
	// A phone number with its area code.
	pattern(
		`(?<![\\w.-])(?:\\+?55[\\s${DASHES}]?)?\\(?\\d{2}\\)?[\\s.${DASHES}]?(?:9[\\s.${DASHES}]?)?\\d{4}[\\s.${DASHES}]?\\d{4}(?![\\w-])`,
	),
	// A mobile number without it.
	pattern(`(?<![\\w.-])9\\d{4}[.${DASHES}]\\d{4}(?![\\w-])`),
	// Any number without it, where it is said what it is: eight digits may also be a job, or a range of years.
	pattern(`(?<=(?:fone|phone|celular|mobile|tel)s?\\W{1,4})\\d{4,5}[\\s.${DASHES}]?\\d{4}(?![\\w-])`),
];
const AT = /@|%40/;
/** An at sign that is spelled out, or stands alone. */
const SPELLED_AT =
	/\s{0,2}[([{]\s{0,2}(?:at|arroba)\s{0,2}[)\]}]\s{0,2}|(?<=[\p{L}\p{N}])\s{1,2}@\s{1,2}(?=[\p{L}\p{N}])/giu;

/** Removes CPFs, phone numbers and email addresses from a text, because n8n stores and logs messages. */
export const withoutPersonalData = (text: string): string =>
	NUMBERS.reduce((rest, numbers) => rest.replace(numbers, HIDDEN), visible(text))
		.replace(SPELLED_AT, '@')
		// Word by word: a pattern of an address would try each character of a long word as its beginning.
		.replace(/[^\s"'<>()[\]{},;:=|&?/\\]+/g, (word) => (AT.test(word) ? address(word) : word));

/** A word with an at sign, hidden but for the marks at its end. */
const address = (word: string): string => `${HIDDEN}${/[.!]{0,3}$/.exec(word)?.[0] ?? ''}`;

/** Names of request fields that identify a person; companies of one person have their name. */
const NAMES_SOMEBODY =
	/nome|name|mother|mae|phone|telefone|mail|cpf|cnpj|document|url|social|fantasia|legal|address|endereco|logradouro|zip_code|cep|domain|nascimento|birth/i;

/** The values of a request that identify a person. */
function personalValues(value: unknown, name = ''): string[] {
	if (Array.isArray(value)) return value.flatMap((entry) => personalValues(entry, name));
	if (isObject(value)) return Object.entries(value).flatMap(([key, inner]) => personalValues(inner, key));
	if (typeof value !== 'string' && typeof value !== 'number') return [];
	return NAMES_SOMEBODY.test(name) ? [String(value)] : [];
}

/** The names of all fields of a value, in which a service says what is wrong. */
const fieldNames = (value: unknown): string[] => {
	if (Array.isArray(value)) return value.flatMap(fieldNames);
	return isObject(value)
		? Object.entries(value).flatMap(([name, inner]) => [name, ...fieldNames(inner)])
		: [];
};

const WORD = /[\p{L}\p{N}\p{M}]+/gu;
const wordsIn = (text: string): string[] => text.match(WORD) ?? [];
const folded = (word: string): string => word.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

/** Shorter words are those of a name only next to another one of it. */
const SHORTEST_ALONE = 3;
/** Words that stand in names and in every message. */
const COMMON: readonly string[] = ['das', 'dos', 'the', 'and', 'for', 'not', 'www', 'com'];
/** Shorter numbers, such as that of a house, occur in any text. */
const LEAST_DIGITS = 5;

/**
 * Removes from a short text the personal data of the request, word by word: a service repeats what it rejects in
 * another order, spelling or punctuation.
 */
export function withoutWhatWasSent(text: string, ...sent: ReadonlyArray<IDataObject | undefined>): string {
	const values = sent.flatMap((part) => personalValues(part));
	if (values.length === 0) return text;
	const fields = new Set(sent.flatMap(fieldNames).flatMap(wordsIn).map(folded));
	const own = new Set(values.flatMap(wordsIn).map(folded));
	for (const word of [...fields, ...COMMON]) own.delete(word);
	return withoutWords(withoutNumbers(text.normalize(), values), own);
}

/** Takes out each word, and the blanks between them. */
function withoutWords(text: string, own: ReadonlySet<string>): string {
	const isOwn = wordsIn(text).map((word) => own.has(folded(word)));
	let i = -1;
	return text
		.replace(WORD, (word) => {
			i++;
			const isNextToOwn = isOwn[i - 1] === true || isOwn[i + 1] === true;
			return isOwn[i] && (word.length >= SHORTEST_ALONE || isNextToOwn) ? HIDDEN : word;
		})
		.replace(/\*{3}(?:\s\*{3})+/g, HIDDEN);
}

const WRITTEN_NUMBER = pattern(`\\d(?:[\\s()./${DASHES}]{0,2}\\d)*`);

/** Takes out numbers that hold or are part of a document, phone number or postal code, however they are formatted. */
function withoutNumbers(text: string, values: readonly string[]): string {
	const numbers = values.map((value) => value.replace(/\D/g, '')).filter(hasEnough);
	if (numbers.length === 0) return text;
	return text.replace(WRITTEN_NUMBER, (written) => {
		const digits = written.replace(/\D/g, '');
		const isSent = hasEnough(digits) && numbers.some((one) => digits.includes(one) || one.includes(digits));
		return isSent ? HIDDEN : written;
	});
}

const hasEnough = ({ length }: string): boolean => length >= LEAST_DIGITS;

/**
 * A text of the service as it may be stored and shown: cut, then decoded, then cleaned.
 * @param sent parts of the request that it may repeat
 */
export const presentable = (
	text: string,
	withoutKey: (text: string) => string,
	...sent: ReadonlyArray<IDataObject | undefined>
): string =>
	withoutWhatWasSent(
		withoutPersonalData(withoutKey(visible(decoded(withoutKey(text.slice(0, LONGEST_READ)))))),
		...sent,
	)
		.replace(/\s+/g, ' ')
		.slice(0, LONGEST_SHOWN);

/** The service's own message, quoted to end an error message; empty without one. */
export const quoted = (words: string | undefined, redact = (text: string): string => text): string =>
	words === undefined ? '' : `: "${redact(words)}"`;
