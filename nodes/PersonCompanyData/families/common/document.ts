import { normalizeCnpj, normalizeCpf } from '../../../../contract/brazil';
import { inputError, toggle, type At } from '../kit';

/** CPF and CNPJ, checked before anything is sent. */

const NORMALIZE = { cpf: normalizeCpf, cnpj: normalizeCnpj } as const;

export type DocumentKind = keyof typeof NORMALIZE;

export const skipDocumentCheck = toggle(
	'Skip Document Check',
	'Whether to send a CPF or CNPJ as it is, even if its check digits are wrong',
	true,
);

/**
 * A CPF or CNPJ as it is sent: without formatting, with the leading zeros that a spreadsheet dropped.
 * @throws NodeOperationError when its length or check digits are wrong.
 */
export function readDocument(kind: DocumentKind, value: string | number, at: At, skipCheck = false): string {
	if (skipCheck) return String(value);
	const plain = NORMALIZE[kind](value);
	if (plain !== undefined) return plain;
	throw inputError(
		at(kind.toUpperCase()),
		'is not valid.',
		'Its length or check digits are wrong. If the document is right all the same, set Options > Skip Document Check.',
	);
}
