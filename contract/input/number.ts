import { visible } from './text';

/** A whole number with one or two decimal zeros, as programs write floats. */
const DECIMAL = /^(\d+)[.,]00?$/;
/** First digit, decimals, exponent. */
const EXPONENT = /^(\d)(?:[.,](\d{1,17}))?E\+?(\d{1,3})$/i;
/** Spreadsheets round to fewer digits; programs drop final zeros, of which a document rarely has more than two. */
const LEAST_DIGITS = 9;
const MOST_DROPPED = 2;

/** `undefined` if digits may have been lost. */
function expanded(text: string): string | undefined {
	const [, first = '', decimals = '', places] = EXPONENT.exec(text) ?? [];
	const dropped = Number(places) - decimals.length;
	const isWhole = first.length + decimals.length >= LEAST_DIGITS && dropped >= 0 && dropped <= MOST_DROPPED;
	return isWhole ? `${first}${decimals}${'0'.repeat(dropped)}` : undefined;
}

/** Digits only, without what a program added; any other text just trimmed. */
export function plainNumber(text: string): string {
	const trimmed = text.trim();
	return expanded(trimmed) ?? trimmed.replace(DECIMAL, '$1');
}

/** Whether a spreadsheet dropped digits, as in `1,23E+13`. */
export function isShortened(text: string): boolean {
	const trimmed = text.trim();
	return EXPONENT.test(trimmed) && expanded(trimmed) === undefined;
}

const NUMBER = /^[+-]?(?:\d+(?:[.,]\d*)?|[.,]\d+)(?:e-\d{1,3})?$/i;
/** Ambiguous: a point or comma may separate thousands or decimals. */
const GROUPED = /^[+-]?\d+(?:[.,]\d{3})+$/;
const GROUPED_BY_COMMAS = /^[+-]?\d+(?:,\d{3})+$/;

export type Unread = 'ambiguous' | 'shortened' | 'noNumber';

/**
 * Parses a number with a point or comma before its decimals.
 * @param isWhole whether three digits after a point may be thousands; false for coordinates
 */
export function numberIn(given: string, isWhole: boolean): number | Unread {
	const text = plainNumber(visible(given));
	if (isShortened(text)) return 'shortened';
	if ((isWhole ? GROUPED : GROUPED_BY_COMMAS).test(text)) return 'ambiguous';
	return NUMBER.test(text) ? Number(text.replace(',', '.')) : 'noNumber';
}

/** Two decimals after a point; `undefined` for anything else. */
export function amountIn(given: string): string | undefined {
	const [, whole, cents = ''] = /^(\d+)(?:[.,](\d{1,2}))?$/.exec(plainNumber(visible(given))) ?? [];
	return whole === undefined ? undefined : `${whole}.${cents.padEnd(2, '0')}`;
}
