import { isShortened, normalizeCnpj, normalizeCpf, plainText } from '../../../contract/input';
import { inputError, type At } from './prelude';

const NORMALIZE = { cpf: normalizeCpf, cnpj: normalizeCnpj } as const;

/** The end of a sentence whose subject is the value. */
export const SHORTENED =
	'is a number that a spreadsheet has shortened, such as 1,23E+13, so that its digits are lost. Format the column as text or as a number without decimals, and export it again.';

const OTHER = {
	cpf: { kind: 'cnpj', words: 'a CNPJ (14 characters)', names: 'a company', operation: 'Company > Get' },
	cnpj: { kind: 'cpf', words: 'a CPF (11 digits)', names: 'a person', operation: 'Person > Get' },
} as const;

export type DocumentKind = keyof typeof NORMALIZE;

/** The other kind of document if the value is a complete one; else `undefined`. */
export function otherDocument(
	kind: DocumentKind,
	value: string | number,
): (typeof OTHER)[DocumentKind] | undefined {
	const other = OTHER[kind];
	const plain = plainText(String(value));
	return NORMALIZE[other.kind](value) === plain.toUpperCase() ? other : undefined;
}

/** The digits of two CPFs. */
const SEVERAL_DIGITS = 22;
export const TAKES_LISTS = 'List > Enrich takes a list in one field; here, each is an item of its own.';

/**
 * The document to send: unformatted, with the leading zeros that spreadsheets drop.
 * @throws NodeOperationError when its length or check digits are wrong
 */
export function readDocument(kind: DocumentKind, value: string | number, at: At): string {
	const plain = NORMALIZE[kind](value);
	if (plain !== undefined) return plain;
	const where = at(kind.toUpperCase());
	if (isShortened(String(value))) throw inputError(where, SHORTENED);
	if (String(value).replace(/\D/g, '').length >= SEVERAL_DIGITS)
		throw inputError(where, 'holds a list.', TAKES_LISTS);
	const other = otherDocument(kind, value);
	if (other === undefined) throw inputError(where, 'is not valid.', 'Its length or check digits are wrong.');
	const { words, names, operation } = other;
	throw inputError(where, `holds ${words}, which names ${names}.`, `${operation} and List > Enrich take it.`);
}
