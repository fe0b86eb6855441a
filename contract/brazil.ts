/** Brazilian numbers: CPF (persons), CNPJ (companies, alphanumeric included) and phone numbers. */

/** Hyphens and dashes within a class of a pattern: word processors and web pages write others than the keyboard. */
export const DASHES = '\\-\\u2010-\\u2015\\u2212';

/** Characters that nobody sees, such as marks of direction, which come along when a number is copied. */
const INVISIBLE = /\p{Default_Ignorable_Code_Point}/gu;

/** A whole number as programs write it that read it as a decimal: `.0` is none of its digits. */
const DECIMAL = /^(\d+)\.00?$/;

/** The text without decimals that a program has added to a whole number. */
export const withoutDecimals = (text: string): string => text.trim().replace(DECIMAL, '$1');

const cleaned = (text: string): string => withoutDecimals(text.replace(INVISIBLE, ''));

const FORMATTING = new RegExp(`[./\\s${DASHES}]`, 'g');

/** The characters of a document without formatting; the sign or point of a number is none. */
export const plainText = (value: string | number): string =>
	typeof value === 'number' ? String(value) : cleaned(value).replace(FORMATTING, '');

/** Weighted sum modulo 11, used by both documents; a letter counts as its character code minus 48. */
function checkDigit(characters: string, weights: readonly number[]): number {
	const sum = [...characters].reduce(
		(total, character, i) => total + (character.charCodeAt(0) - 48) * weights[i],
		0,
	);
	const rest = sum % 11;
	return rest < 2 ? 0 : 11 - rest;
}

const descending = (from: number, to: number): number[] =>
	Array.from({ length: from - to + 1 }, (_, i) => from - i);

const CPF_WEIGHTS = [descending(10, 2), descending(11, 2)];
const CNPJ_WEIGHTS = [
	[...descending(5, 2), ...descending(9, 2)],
	[...descending(6, 2), ...descending(9, 2)],
];

function withCheckDigits(base: string, weights: readonly (readonly number[])[]): string {
	const first = checkDigit(base, weights[0]);
	return `${base}${first}${checkDigit(`${base}${first}`, weights[1])}`;
}

/** A full CPF from its first nine digits. */
export const cpfFrom = (nineDigits: string): string => withCheckDigits(nineDigits, CPF_WEIGHTS);

/** A full CNPJ from its first twelve characters (digits or, since July 2026, capital letters). */
export const cnpjFrom = (twelveCharacters: string): string => withCheckDigits(twelveCharacters, CNPJ_WEIGHTS);

/**
 * The eleven digits of a CPF, from text or number, formatted or not. Restores leading zeros dropped by a
 * spreadsheet. `undefined` when it is not a CPF.
 */
export function normalizeCpf(value: string | number): string | undefined {
	const plain = plainText(value).padStart(11, '0');
	if (!/^\d+$/.test(plain) || /^(.)\1+$/.test(plain)) return undefined;
	// What has another length is not equal.
	return cpfFrom(plain.slice(0, 9)) === plain ? plain : undefined;
}

/**
 * The fourteen characters of a CNPJ in capital letters, from text or number, formatted or not. Restores
 * leading zeros dropped by a spreadsheet, which takes none from a text with letters. `undefined` when it is not a CNPJ.
 */
export function normalizeCnpj(value: string | number): string | undefined {
	const given = plainText(value).toUpperCase();
	const plain = /^\d+$/.test(given) ? given.padStart(14, '0') : given;
	if (!/^[0-9A-Z]+$/.test(plain) || /^(.)\1+$/.test(plain)) return undefined;
	// What has another length, or letters for check digits, is not equal.
	return cnpjFrom(plain.slice(0, 12)) === plain ? plain : undefined;
}

/** A Brazilian phone number as the service expects it: digits only. */
export interface PhoneNumber {
	/** Two-digit area code. */
	readonly ddd: string;
	/** Eight or nine digits. */
	readonly phone: string;
}

const WRITTEN_PHONE = new RegExp(`^\\+?[\\d\\s()./${DASHES}]+$`);

/**
 * Splits a Brazilian phone number into area code and number, from text or number, formatted or not, with or without the
 * country code 55 or a trunk zero. `undefined` when it is none.
 */
export function splitPhone(value: string | number): PhoneNumber | undefined {
	// In a JavaScript number, a sign or point is not formatting.
	if (typeof value === 'number' && !/^\d+$/.test(String(value))) return undefined;
	const written = cleaned(String(value));
	if (!WRITTEN_PHONE.test(written)) return undefined;
	const digits = written.replace(/\D/g, '');
	const hasCode = written.startsWith('+');
	// Behind the code of another country, the digits may be those of somebody else in Brazil.
	if (hasCode && !digits.startsWith('55')) return undefined;
	// In ten or eleven digits, a leading 55 is the area code, not the country code.
	const national = hasCode || /^55\d{10}/.test(digits) ? digits.slice(2) : digits.replace(/^0/, '');
	const parts = /^([1-9][1-9])(\d{8,9})$/.exec(national);
	return parts === null ? undefined : { ddd: parts[1], phone: parts[2] };
}

/** A phone number as a lead carries it. */
export interface KnownPhone {
	/** E.164, such as `+5551999990000`. */
	readonly number: string;
	readonly type: 'mobile' | 'landline';
	/** Of a mobile number: as it was before all of them got a ninth digit, and as many address books still have it. */
	readonly withoutNinthDigit?: string;
}

/**
 * Reads a Brazilian phone number by its digits. A mobile number without its ninth digit gains it; a landline never
 * does. `undefined` when it is no Brazilian number.
 * @param isLandline whether it is known to be one, whatever its first digit
 */
export function readPhone(value: string | number, isLandline = false): KnownPhone | undefined {
	const parts = splitPhone(value);
	if (parts === undefined) return undefined;
	const { ddd, phone } = parts;
	if (isLandline ? /^\d{8}$/.test(phone) : /^[2-5]\d{7}$/.test(phone))
		return { number: `+55${ddd}${phone}`, type: 'landline' };
	if (!/^(9\d{8}|[6-9]\d{7})$/.test(phone)) return undefined;
	const old = phone.slice(-8);
	return { number: `+55${ddd}9${old}`, type: 'mobile', withoutNinthDigit: `+55${ddd}${old}` };
}
