import type { Contact } from '../../../../core/output/contacts';
import { readDocument } from '../common/document';
import { choice, showWhen, valueField, type At, type Field, type ObjectSchema } from '../kit';

/** What to know before an identifier is chosen (measured by one client of the service). */
const CAUTIONS: Readonly<Record<string, string>> = {
	cnpj: 'Was seen to be charged without bringing details; a Company ID is surer',
};

/**
 * A choice of identifier and one field for each, made from the contract's contact. The names are the
 * contract's own: the service drops an identifier of another name in silence and charges all the same.
 */
export function identifierFields({ properties }: ObjectSchema) {
	const names = Object.keys(properties);
	return {
		identifyBy: choice(
			'Identify By',
			'What identifies the one to enrich',
			names.map((value) => ({
				name: properties[value].title ?? value,
				value,
				...(Object.hasOwn(CAUTIONS, value) && { description: CAUTIONS[value] }),
			})),
		),
		...Object.fromEntries(
			names.map((name): [string, Field] => [
				name,
				// It usually comes from the field of that name in the input item.
				showWhen({ identifyBy: [name] }, valueField(properties[name], { default: `={{ $json.${name} }}` })),
			]),
		),
	};
}

/**
 * The chosen identifier, checked; documents come out as plain digits.
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
