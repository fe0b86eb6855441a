import { plainNumber } from './number';
import { DASHES, visible } from './text';

const FORMATTING = new RegExp(`[./\\s${DASHES}]`, 'g');

/** Without formatting; in a JavaScript number, a sign or point is not formatting. */
export const plainText = (value: string | number): string =>
	typeof value === 'number' ? String(value) : plainNumber(visible(value)).replace(FORMATTING, '');

/** Weighted sum modulo 11; a letter counts as its character code minus 48. */
function checkDigit(characters: string, weights: readonly number[]): number {
	let sum = 0;
	for (let i = 0; i < characters.length; i++) sum += (characters.charCodeAt(i) - 48) * weights[i];
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

/** From digits or, since July 2026, capital letters. */
export const cnpjFrom = (twelveCharacters: string): string => withCheckDigits(twelveCharacters, CNPJ_WEIGHTS);

/** Drops zeros that a fixed-width field added on the left. */
const withoutExtraZeros = (plain: string, length: number): string =>
	/^0+$/.test(plain.slice(0, -length)) ? plain.slice(-length) : plain;

/**
 * The eleven digits of a CPF, formatted or not; `undefined` for anything else. Restores leading zeros dropped by
 * a spreadsheet, and drops surplus ones.
 */
export function normalizeCpf(value: string | number): string | undefined {
	const plain = withoutExtraZeros(plainText(value), 11).padStart(11, '0');
	if (!/^\d+$/.test(plain) || /^(.)\1+$/.test(plain)) return undefined;
	// Also rejects other lengths.
	return cpfFrom(plain.slice(0, 9)) === plain ? plain : undefined;
}

/**
 * The fourteen capital characters of a CNPJ, formatted or not; `undefined` for anything else. Restores leading
 * zeros dropped by a spreadsheet (only from all-digit values), and drops surplus ones.
 */
export function normalizeCnpj(value: string | number): string | undefined {
	const given = withoutExtraZeros(plainText(value).toUpperCase(), 14);
	const plain = /^\d+$/.test(given) ? given.padStart(14, '0') : given;
	if (!/^[0-9A-Z]+$/.test(plain) || /^(.)\1+$/.test(plain)) return undefined;
	// Also rejects other lengths, and letters as check digits.
	return cnpjFrom(plain.slice(0, 12)) === plain ? plain : undefined;
}
