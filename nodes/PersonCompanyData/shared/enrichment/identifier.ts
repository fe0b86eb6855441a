import { isMissing } from '../../../../contract/input';
import { identifiers, type Contact } from '../../../../core/read/contacts';
import { readDocument, TAKES_LISTS } from '../document';
import {
	choice, fromItem, inputError, showWhen, toggle, valueField, WHOLE_ITEM, type At, type Field, type ObjectSchema,
} from '../prelude'; // prettier-ignore
import { identifierIn, quoted } from './columns';
import { isListOf, recogniseContact, type Known, type Recognised } from './recognise';
import type { Subject } from './subjects';

const AUTOMATIC = 'automatic';

/** Measured by one client of the service. */
const CNPJ_ALONE = 'has been charged without returning details';

/** Saves one request per CNPJ. */
export const skipFindingId = toggle(
	'Skip Finding Company ID',
	`Whether to send the CNPJ alone, which ${CNPJ_ALONE}`,
);

/** A single value, or a whole row to find the identifier in. */
export const anyContact: Field<unknown> = {
	property: {
		displayName: 'Contact',
		type: 'string',
		required: true,
		default: WHOLE_ITEM,
		placeholder: 'e.g. 12.345.678/0001-95',
		description: 'A CNPJ, CPF, email, profile URL or ID; found in the item by default',
	},
	read: (value) => value,
};

const NO_VALUE =
	'is empty: the field Contact has no value for this row. Check the name of the column in its expression.';

/** What may be a list: the value or, of a row, that of the identifier's column. */
export function valueIn(given: unknown): unknown {
	const found = identifierIn(given);
	return 'problem' in found ? undefined : found.value;
}

/** The contact in a value or, of a row, in the identifier's column. */
export function recogniseIn(given: unknown, known: Known): Recognised {
	if (isMissing(given)) return { problem: NO_VALUE };
	const found = identifierIn(given);
	if ('problem' in found) return found;
	const { value, name, column } = found;
	const recognised = recogniseContact(value, { ...known, ...(name !== undefined && { name }) });
	return 'problem' in recognised && column !== undefined
		? { problem: `in ${quoted(column)} ${recognised.problem}` }
		: recognised;
}

interface Ways {
	/** Look up a company's ID by CNPJ first; otherwise the form warns. */
	readonly findsId?: boolean;
}

/** Keeps the contract's names: the service silently drops an identifier with another name, and still charges. */
export function identifierFields({ properties }: ObjectSchema, { findsId = false }: Ways = {}) {
	const names = Object.keys(properties).sort((a, b) => Number(b === 'cnpj') - Number(a === 'cnpj'));
	const ways = names.map((value) => ({
		name: properties[value].title ?? value,
		value,
		...(value === 'cnpj' && {
			description: findsId
				? 'The company ID is found by it first'
				: `Alone, it ${CNPJ_ALONE}; a Company ID is more reliable`,
		}),
	}));
	const automatic = {
		name: 'Automatic',
		value: AUTOMATIC,
		description: 'The kind of identifier is recognised for each item',
	};
	return {
		identifyBy: choice('Identify By', undefined, [ways[0], automatic, ...ways.slice(1)]),
		contact: showWhen({ identifyBy: [AUTOMATIC] }, anyContact),
		...Object.fromEntries(
			names.map((name): [string, Field] => [
				name,
				showWhen({ identifyBy: [name] }, valueField(properties[name], { default: defaultOf(name) })),
			]),
		),
	};
}

/** Input items are usually leads, so the default uses the field names of leads. */
const defaultOf = (name: string): string => fromItem(identifiers[name] ?? name);

/**
 * The chosen identifier; documents without formatting.
 * @throws NodeOperationError for an invalid document or a value that is not recognised
 */
export function readIdentifier(
	about: Subject,
	input: Readonly<Record<string, unknown>> & { readonly identifyBy: string },
	at: At,
): Contact {
	const name = input.identifyBy;
	const given = name === AUTOMATIC ? valueIn(input.contact) : input[name];
	if (isListOf(given)) throw inputError(at('Contact'), 'holds a list.', TAKES_LISTS);
	if (name === AUTOMATIC) {
		const recognised = recogniseIn(input.contact, { about });
		if ('contact' in recognised) return recognised.contact;
		throw inputError(at('Contact'), recognised.problem);
	}
	const value = input[name] as string | number;
	if (name !== 'cpf' && name !== 'cnpj') return { name, value };
	return { name, value: readDocument(name, value, at) };
}
