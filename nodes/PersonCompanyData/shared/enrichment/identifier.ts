import { identifiers, type Contact } from '../../../../core/read/contacts';
import {
	choice, forRun, fromItem, inputError, showWhen, toggle, valueField, WHOLE_ITEM, type At, type Field, type ObjectSchema,
} from '../prelude'; // prettier-ignore
import { recogniseIn } from './columns';
import { inTwo, recogniseContact } from './recognise';
import { subjects, type Subject } from './subjects';

const AUTOMATIC = 'automatic';

/** Saves one request per CNPJ. */
export const skipFindingId = forRun(
	toggle(
		'Skip Finding Company ID',
		// Measured by one client of the service.
		'Whether to enrich by CNPJ alone: a request less per row, but it may be charged and come back empty',
	),
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

/** Keeps the contract's names: the service silently drops an identifier with another name, and still charges. */
export function identifierFields({ properties }: ObjectSchema) {
	const names = Object.keys(properties).sort((a, b) => Number(b === 'cnpj') - Number(a === 'cnpj'));
	const ways = names.map((value) => ({
		name: properties[value].title ?? value,
		value,
		...(value === 'cnpj' && { description: 'Less reliable than a Company ID' }),
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
				// Input items are usually leads, so the default is the field of a lead.
				showWhen(
					{ identifyBy: [name] },
					valueField(properties[name], { default: fromItem(identifiers[name] ?? name) }),
				),
			]),
		),
	};
}

/** @throws NodeOperationError for an invalid document or a value that is not recognised */
export function readIdentifier(
	about: Subject,
	input: Readonly<Record<string, unknown>> & { readonly identifyBy: string },
	at: At,
): Contact {
	const name = input.identifyBy;
	const isAutomatic = name === AUTOMATIC;
	const recognised = isAutomatic
		? recogniseIn(input.contact, { about })
		: recogniseContact(input[name], { about, name });
	if ('contact' in recognised) return recognised.contact;
	const { properties }: ObjectSchema = subjects[about].contact;
	const field = isAutomatic ? 'Contact' : (properties[name].title ?? name);
	throw inputError(at(field), ...inTwo(recognised.problem));
}
