import { normalizeCnpj, normalizeCpf } from '../../../../contract/brazil';
import { inputError, toggle, type At } from '../kit';

/** Validates CPF and CNPJ before anything is sent. */

const NORMALIZE = { cpf: normalizeCpf, cnpj: normalizeCnpj } as const;

export type DocumentKind = keyof typeof NORMALIZE;

export const skipDocumentCheck = toggle(
	'Skip Document Check',
	'Whether to send a CPF or CNPJ unchanged, even if its check digits are wrong',
	true,
);

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
		'is not valid.',
		'Its length or check digits are wrong. If the document is correct anyway, turn on Options > Skip Document Check.',
	);
}
