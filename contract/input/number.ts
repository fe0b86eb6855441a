import { visible } from './text';

/** A whole number as programs write it that read it as a decimal: `.0` is none of its digits. */
const DECIMAL = /^(\d+)[.,]00?$/;
/** A number of one digit, decimals, and the places by which its point is to move. */
const EXPONENT = /^(\d)(?:[.,](\d{1,17}))?E\+?(\d{1,3})$/i;
/** A spreadsheet shortens to fewer digits; programs drop zeros at the end, of which a document hardly has more. */
const LEAST_DIGITS = 9;
const MOST_DROPPED = 2;

/** All digits of a number with an exponent; `undefined` where some may be lost. */
function expanded(text: string): string | undefined {
	const [, first = '', decimals = '', places] = EXPONENT.exec(text) ?? [];
	const dropped = Number(places) - decimals.length;
	const isWhole = first.length + decimals.length >= LEAST_DIGITS && dropped >= 0 && dropped <= MOST_DROPPED;
	return isWhole ? `${first}${decimals}${'0'.repeat(dropped)}` : undefined;
}

/** A whole number as its digits, without what a program has added; any other text as it is, trimmed. */
export function plainNumber(text: string): string {
	const trimmed = text.trim();
	return expanded(trimmed) ?? trimmed.replace(DECIMAL, '$1');
}

/** Whether a spreadsheet has left out digits of a number, such as `1,23E+13`. */
export function isShortened(text: string): boolean {
	const trimmed = text.trim();
	return EXPONENT.test(trimmed) && expanded(trimmed) === undefined;
}

const NUMBER = /^[+-]?(?:\d+(?:[.,]\d*)?|[.,]\d+)(?:e-\d{1,3})?$/i;
/** A point may separate thousands or decimals; a comma as well. */
const GROUPED = /^[+-]?\d+(?:[.,]\d{3})+$/;
const GROUPED_BY_COMMAS = /^[+-]?\d+(?:,\d{3})+$/;

/** Why a text is not read as a number. */
export type Unread = 'ambiguous' | 'shortened' | 'noNumber';

/**
 * The number that a text is, with a point or comma before its decimals.
 * @param isWhole whether three digits behind a point may be its last thousand; a coordinate has such decimals
 */
export function numberIn(given: string, isWhole: boolean): number | Unread {
	const text = plainNumber(visible(given));
	if (isShortened(text)) return 'shortened';
	if ((isWhole ? GROUPED : GROUPED_BY_COMMAS).test(text)) return 'ambiguous';
	return NUMBER.test(text) ? Number(text.replace(',', '.')) : 'noNumber';
}

/** An amount of money with two decimals; `undefined` for anything else. */
export function amountIn(given: string): string | undefined {
	const [, whole, cents = ''] = /^(\d+)(?:[.,](\d{1,2}))?$/.exec(plainNumber(visible(given))) ?? [];
	return whole === undefined ? undefined : `${whole}.${cents.padEnd(2, '0')}`;
}
