import { MARKER } from '../../../sandbox/data/vocabulary';

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

/** The key as it may be written: as it is, percent-encoded, as JSON within JSON, in hex, in base64. */
export function formsOf(key: string): readonly string[] {
	const encoded = [key, `Token ${key}`].flatMap((text) =>
		(['base64', 'base64url'] as const).map((encoding) =>
			Buffer.from(text).toString(encoding).replace(/=+$/, ''),
		),
	);
	return [
		key,
		encodeURIComponent(key),
		encodeURIComponent(key).toLowerCase(),
		key.replaceAll('/', '\\/'),
		key.replaceAll('/', '\\u002f'),
		Buffer.from(key).toString('hex'),
		...encoded,
	];
}

/** Finds the key in a file or a text, whatever its form. */
export function keyIn(forms: readonly string[], { where, text }: Place): Leak[] {
	return forms.some((form) => text.includes(form)) ? [{ where, what: 'the key' }] : [];
}

const MARKED = new RegExp(` ${MARKER}`, 'gi');
const LONGEST_NAME = 60;
/** Escapes under which a text stands in JSON, which may itself be a text in JSON. */
const ESCAPED = /\\+u([0-9a-f]{4})/gi;

/** The persons whose data is looked for. */
export class KnownPersons {
	private readonly documents: ReadonlySet<string>;
	private readonly phones: ReadonlySet<string>;
	private readonly names: ReadonlySet<string>;

	constructor(cpfs: readonly string[], phones: readonly string[], names: readonly string[]) {
		this.documents = new Set(cpfs);
		this.phones = new Set(phones.map((phone) => phone.replace(/\D/g, '').slice(-10)));
		this.names = new Set(names.map((name) => name.toLowerCase()));
	}

	/** CPFs, names, phone numbers, email addresses and profiles of known persons in a text. */
	find({ where, text }: Place): Leak[] {
		const plain = text.replace(ESCAPED, (_, code: string) => String.fromCharCode(parseInt(code, 16)));
		const found = [
			...this.numbersIn(plain),
			...this.namesIn(plain),
			...(plain.match(/person\d+(@|%40)example\.com/gi) ?? []),
			...(plain.match(/synthetic-person-\d+/gi) ?? []),
		];
		return [...new Set(found)].map((what) => ({ where, what }));
	}

	/** Names are looked for from their end, since a log is long. */
	private namesIn(text: string): string[] {
		return [...text.matchAll(MARKED)].flatMap(({ index }) => {
			const before = text.slice(Math.max(0, index - LONGEST_NAME), index);
			const name = `${/\p{L}+ \p{L}+$/u.exec(before)?.[0] ?? ''} ${MARKER}`;
			return this.names.has(name.toLowerCase()) ? [name] : [];
		});
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
