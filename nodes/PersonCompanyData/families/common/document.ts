import { normalizeCnpj, normalizeCpf } from '../../../../contract/brazil';
import { inputError, toggle, type At } from '../kit';

/** Validates CPF and CNPJ before anything is sent. */

const NORMALIZE = { cpf: normalizeCpf, cnpj: normalizeCnpj } as const;

export type DocumentKind = keyof typeof NORMALIZE;

export const skipDocumentCheck = toggle(
	'Skip Document Check',
	'Whether to send a CPF or CNPJ with wrong check digits',
	true,
);

/** A wrong CNPJ as it may be shown: not what may be a CPF, a phone number or a name in its place. */
function shown(value: string | number): string {
	const text = String(value).trim();
	const isLikeOne = /^[\dA-Z./\- ]{8,20}$/i.test(text) && text.replace(/\D/g, '').length >= 8;
	return isLikeOne && normalizeCpf(text) === undefined ? `"${text}" ` : '';
}

/**
 * The CPF or CNPJ to send: without formatting, with leading zeros that a spreadsheet dropped.
 * @throws NodeOperationError when its length or check digits are wrong.
 */
export function readDocument(kind: DocumentKind, value: string | number, at: At, skipCheck = false): string {
	if (skipCheck) return String(value);
	const plain = NORMALIZE[kind](value);
	if (plain !== undefined) return plain;
	throw inputError(
		at(kind.toUpperCase()),
		`${kind === 'cnpj' ? shown(value) : ''}is not valid.`,
		'Its length or check digits are wrong. If the document is correct anyway, turn on Options > Skip Document Check.',
	);
}
