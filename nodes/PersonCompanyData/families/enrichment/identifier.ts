import type { Endpoint } from '../../../../contract/model/endpoint';
import type { ObjectSchema } from '../../../../contract/model/schema';
import { normalizeCnpj, normalizeCpf } from '../../../../contract/brazil';
import type { Contact } from '../../../../core/output/contacts';
import { choice, inputError, showWhen, type Field, type At } from '../../../../core/form/field';
import { valueField } from '../../../../core/form/schemaField';

/** What an enrichment of persons or companies has of its own. */
export interface Enrichment {
	readonly action: string;
	readonly description: string;
	readonly endpoint: Endpoint;
	readonly contact: ObjectSchema;
	/** What to know before one of the identifiers is chosen, by its name. */
	readonly cautions?: Readonly<Record<string, string>>;
}

const NORMALIZE = { cpf: normalizeCpf, cnpj: normalizeCnpj } as const;

/** Where an identifier usually comes from: the field of that name in the input item. */
const fromInput = (name: string): string => `={{ $json.${name} }}`;

/**
 * A choice of identifier and one field for each, made from the contract's contact. The names are the
 * contract's own: the service drops an identifier of another name in silence and charges all the same.
 */
export function identifierFields(contact: ObjectSchema, descriptions: Readonly<Record<string, string>> = {}) {
	const names = Object.keys(contact.properties);
	return {
		identifyBy: choice(
			'Identify By',
			'What identifies the one to enrich',
			names.map((value) => ({
				name: contact.properties[value].title ?? value,
				value,
				...(descriptions[value] && { description: descriptions[value] }),
			})),
		),
		...Object.fromEntries(
			names.map((name): [string, Field] => [
				name,
				showWhen({ identifyBy: [name] }, valueField(contact.properties[name], { default: fromInput(name) })),
			]),
		),
	};
}

/**
 * The chosen identifier, checked; documents come out as plain digits.
 * @throws NodeOperationError for a CPF or CNPJ whose check digits are wrong.
 */
export function readIdentifier(
	input: Readonly<Record<string, unknown>> & { readonly identifyBy: string },
	at: At,
	skipCheck = false,
): Contact {
	const name = input.identifyBy;
	const value = input[name] as string | number;
	const kind = name === 'cpf' || name === 'cnpj' ? name : undefined;
	return { name, value: kind === undefined ? value : readDocument(kind, value, at, skipCheck) };
}

/**
 * A CPF or CNPJ as it is sent: without formatting, with the leading zeros that a spreadsheet dropped.
 * @throws NodeOperationError when its length or check digits are wrong.
 */
export function readDocument(
	kind: keyof typeof NORMALIZE,
	value: string | number,
	at: At,
	skipCheck = false,
): string {
	if (skipCheck) return String(value);
	const plain = NORMALIZE[kind](value);
	if (plain !== undefined) return plain;
	throw inputError(
		at(kind.toUpperCase()),
		'is not valid.',
		'Its length or check digits are wrong. If the document is right all the same, set Options > Skip Document Check.',
	);
}
