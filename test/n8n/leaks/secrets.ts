import { FIRST_NAMES, LAST_NAMES, MARKER } from '../../../sandbox/data/vocabulary';

/** A text, and where it was found. */
export interface Place {
	readonly where: string;
	readonly text: string;
}

/** Something that stands where it must not. */
export interface Leak {
	readonly where: string;
	readonly what: string;
}

/** What base64 makes of a text that stands anywhere within a longer one: the part that is always the same. */
function encodedWithin(text: string, encoding: 'base64' | 'base64url'): string[] {
	const bytes = Buffer.from(text);
	return [0, 1, 2].map((before) => {
		const whole = Buffer.concat([Buffer.alloc(before), bytes])
			.toString(encoding)
			.replace(/=+$/, '');
		const isWhole = (before + bytes.length) % 3 === 0;
		return whole.slice([0, 2, 3][before], isWhole ? undefined : -1);
	});
}

/** The key as it may be written: as it is, percent-encoded, as JSON within JSON, in hex, in base64. */
export function formsOf(key: string): readonly string[] {
	const forms = [
		key,
		encodeURIComponent(key),
		encodeURIComponent(key).toLowerCase(),
		key.replaceAll('/', '\\/'),
		key.replaceAll('/', '\\u002f'),
		Buffer.from(key).toString('hex'),
		...encodedWithin(key, 'base64'),
		...encodedWithin(key, 'base64url'),
	];
	return [...new Set(forms)];
}

/** Finds the key in a file or a text, whatever its form. */
export function keyIn(forms: readonly string[], { where, text }: Place): Leak[] {
	return forms.some((form) => text.includes(form)) ? [{ where, what: 'the key' }] : [];
}

const NAMES = new Set(
	[...FIRST_NAMES.F, ...FIRST_NAMES.M, 'Maria'].flatMap((first) =>
		LAST_NAMES.map((last) => `${first} ${last} ${MARKER}`.toLowerCase()),
	),
);
const MARKED = new RegExp(` ${MARKER}`, 'gi');
const LONGEST_NAME = 60;
/** Names of synthetic persons: looked for from their end, since a log is long. */
const namesIn = (text: string): string[] =>
	[...text.matchAll(MARKED)].flatMap(({ index }) => {
		const before = text.slice(Math.max(0, index - LONGEST_NAME), index);
		const name = `${/\p{L}+ \p{L}+$/u.exec(before)?.[0] ?? ''} ${MARKER}`;
		return NAMES.has(name.toLowerCase()) ? [name] : [];
	});
/** Escapes under which a text stands in JSON, which may itself be a text in JSON. */
const ESCAPED = /\\+u([0-9a-f]{4})/gi;

/** The persons whose data is looked for. */
export class KnownPersons {
	private readonly documents: ReadonlySet<string>;
	private readonly phones: ReadonlySet<string>;

	constructor(cpfs: readonly string[], phones: readonly string[]) {
		this.documents = new Set(cpfs);
		this.phones = new Set(phones.map((phone) => phone.replace(/\D/g, '').slice(-10)));
	}

	/** CPFs, names, phone numbers, email addresses and profiles of known persons in a text. */
	find({ where, text }: Place): Leak[] {
		const plain = text.replace(ESCAPED, (_, code: string) => String.fromCharCode(parseInt(code, 16)));
		const found = [
			...this.numbersIn(plain),
			...namesIn(plain),
			...(plain.match(/person\d+(@|%40)example\.com/gi) ?? []),
			...(plain.match(/synthetic-person-\d+/gi) ?? []),
		];
		return [...new Set(found)].map((what) => ({ where, what }));
	}

	/** CPFs only. */
	cpfsIn({ where, text }: Place): Leak[] {
		return this.numbersIn(text)
			.filter((number) => this.isDocument(number))
			.map((what) => ({ where, what }));
	}

	private numbersIn(text: string): string[] {
		// As a number, a CPF has lost the zeros that it began with.
		const numbers = [
			...(text.match(/(?<!\d)\d{3}\.\d{3}\.\d{3}-?\d{2}(?!\d)/g) ?? []),
			...(text.match(/(?<!\d)\d{9,13}(?!\d)/g) ?? []),
			...(text.match(/\(?\d{2}\)? ?\d{4,5}-\d{4}/g) ?? []),
		];
		return numbers.filter(
			(number) => this.isDocument(number) || this.phones.has(number.replace(/\D/g, '').slice(-10)),
		);
	}

	private isDocument(number: string): boolean {
		const digits = number.replace(/\D/g, '');
		return digits.length <= 11 && this.documents.has(digits.padStart(11, '0'));
	}
}
