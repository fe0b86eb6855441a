import type { Contact } from '../../../../core/output/contacts';
import { readDocument } from '../common/document';
import { choice, showWhen, valueField, type At, type Field, type ObjectSchema } from '../kit';

/** Cautions about identifiers (measured by one client of the service). */
const CAUTIONS: Readonly<Record<string, string>> = {
	cnpj: 'Has been charged without returning details; a Company ID is more reliable',
};

/**
 * The Identify By field and one field per identifier, built from the contract's contact schema. The names are
 * the contract's own: the service silently drops an identifier with another name and still charges.
 */
export function identifierFields({ properties }: ObjectSchema) {
	const names = Object.keys(properties);
	return {
		identifyBy: choice(
			'Identify By',
			'Which identifier to use',
			names.map((value) => ({
				name: properties[value].title ?? value,
				value,
				...(Object.hasOwn(CAUTIONS, value) && { description: CAUTIONS[value] }),
			})),
		),
		...Object.fromEntries(
			names.map((name): [string, Field] => [
				name,
				// The input item usually has a field of that name.
				showWhen({ identifyBy: [name] }, valueField(properties[name], { default: `={{ $json.${name} }}` })),
			]),
		),
	};
}

/**
 * The chosen identifier, validated; documents are returned as plain digits.
 * @throws NodeOperationError for a CPF or CNPJ whose check digits are wrong.
 */
export function readIdentifier(
	input: Readonly<Record<string, unknown>> & {
		readonly identifyBy: string;
		readonly options: { readonly skipDocumentCheck?: boolean };
	},
	at: At,
): Contact {
	const name = input.identifyBy;
	const value = input[name] as string | number;
	if (name !== 'cpf' && name !== 'cnpj') return { name, value };
	return { name, value: readDocument(name, value, at, input.options.skipDocumentCheck) };
}
