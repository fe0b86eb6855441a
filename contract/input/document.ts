import { plainNumber } from './number';
import { DASHES, visible } from './text';

/** CPF (persons) and CNPJ (companies, alphanumeric included). */

const FORMATTING = new RegExp(`[./\\s${DASHES}]`, 'g');

/** The characters of a document without formatting; the sign or point of a number is none. */
export const plainText = (value: string | number): string =>
	typeof value === 'number' ? String(value) : plainNumber(visible(value)).replace(FORMATTING, '');

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

export const cpfFrom = (nineDigits: string): string => withCheckDigits(nineDigits, CPF_WEIGHTS);

/** A full CNPJ from its first twelve characters (digits or, since July 2026, capital letters). */
export const cnpjFrom = (twelveCharacters: string): string => withCheckDigits(twelveCharacters, CNPJ_WEIGHTS);

/** At its length: without the zeros on its left that a field of a fixed width has added. */
const withoutExtraZeros = (plain: string, length: number): string =>
	/^0+$/.test(plain.slice(0, -length)) ? plain.slice(-length) : plain;

/**
 * The eleven digits of a CPF, from text or number, formatted or not. Restores leading zeros dropped by a
 * spreadsheet, and drops those beyond its length. `undefined` when it is not a CPF.
 */
export function normalizeCpf(value: string | number): string | undefined {
	const plain = withoutExtraZeros(plainText(value), 11).padStart(11, '0');
	if (!/^\d+$/.test(plain) || /^(.)\1+$/.test(plain)) return undefined;
	// What has another length is not equal.
	return cpfFrom(plain.slice(0, 9)) === plain ? plain : undefined;
}

/**
 * The fourteen characters of a CNPJ in capital letters, from text or number, formatted or not. Restores
 * leading zeros dropped by a spreadsheet, which takes none from a text with letters, and drops those beyond its
 * length. `undefined` when it is not a CNPJ.
 */
export function normalizeCnpj(value: string | number): string | undefined {
	const given = withoutExtraZeros(plainText(value).toUpperCase(), 14);
	const plain = /^\d+$/.test(given) ? given.padStart(14, '0') : given;
	if (!/^[0-9A-Z]+$/.test(plain) || /^(.)\1+$/.test(plain)) return undefined;
	// What has another length, or letters for check digits, is not equal.
	return cnpjFrom(plain.slice(0, 12)) === plain ? plain : undefined;
}
