import { isShortened, normalizeCnpj, normalizeCpf, plainNumber, plainText } from '../../../../contract/input';
import { inputError, toggle, type At } from '../kit';

/** Validates CPF and CNPJ before anything is sent. */

const NORMALIZE = { cpf: normalizeCpf, cnpj: normalizeCnpj } as const;

/** What is wrong with a number that has lost digits, as the end of a sentence about it. */
export const SHORTENED =
	'is a number that a spreadsheet has shortened, such as 1,23E+13, so that its digits are lost. Format the column as text or as a number without decimals, and export it again.';

/** The other document, in words, and what it is for. */
const OTHER = {
	cpf: { kind: 'cnpj', words: 'a CNPJ (14 characters)', names: 'a company', operation: 'Company > Get' },
	cnpj: { kind: 'cpf', words: 'a CPF (11 digits)', names: 'a person', operation: 'Person > Get' },
} as const;

export type DocumentKind = keyof typeof NORMALIZE;

export const skipDocumentCheck = toggle(
	'Skip Document Check',
	'Whether to send a CPF or CNPJ with wrong check digits',
	true,
);

/** What a value is that has all characters of the other document; `undefined` for anything else. */
export function otherDocument(
	kind: DocumentKind,
	value: string | number,
): (typeof OTHER)[DocumentKind] | undefined {
	const other = OTHER[kind];
	const plain = plainText(String(value));
	return NORMALIZE[other.kind](value) === plain.toUpperCase() ? other : undefined;
}

/** All characters of a document, right or wrong, of which a spreadsheet may have dropped one or two zeros. */
const WHOLE = {
	cpf: { form: /^\d{9,11}$/, length: 11 },
	cnpj: { form: /^(\d{12,14}|[\dA-Z]{12}\d{2})$/, length: 14 },
} as const;

/** A document that is not checked: without formatting and with its zeros, unless it has another length. */
function unchecked(kind: DocumentKind, value: string | number): string {
	const { form, length } = WHOLE[kind];
	const plain = plainText(value).toUpperCase();
	return form.test(plain) ? plain.padStart(length, '0') : plainNumber(String(value));
}

/** As many digits as two CPFs have. */
const SEVERAL_DIGITS = 22;
export const TAKES_LISTS = 'List > Enrich takes a list in one field; here, each is an item of its own.';

/**
 * The CPF or CNPJ to send: without formatting, with leading zeros that a spreadsheet dropped; where its check is skipped,
 * also a wrong one, and what has another length as it is.
 * @throws NodeOperationError when its length or check digits are wrong.
 */
export function readDocument(kind: DocumentKind, value: string | number, at: At, skipCheck = false): string {
	const plain = NORMALIZE[kind](value);
	if (plain !== undefined) return plain;
	if (isShortened(String(value))) throw inputError(at(kind.toUpperCase()), SHORTENED);
	if (skipCheck) return unchecked(kind, value);
	if (String(value).replace(/\D/g, '').length >= SEVERAL_DIGITS)
		throw inputError(at(kind.toUpperCase()), 'holds a list.', TAKES_LISTS);
	const other = otherDocument(kind, value);
	if (other !== undefined) {
		throw inputError(
			at(kind.toUpperCase()),
			`holds ${other.words}, which names ${other.names}.`,
			`${other.operation} and List > Enrich take it.`,
		);
	}
	throw inputError(
		at(kind.toUpperCase()),
		'is not valid.',
		'Its length or check digits are wrong. If the document is correct anyway, turn on Options > Skip Document Check.',
	);
}
