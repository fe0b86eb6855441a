import type { INodeProperties } from 'n8n-workflow';

import type { Schema, ValueOf } from '../contract/schema';
import { inputError, type Field } from './field';
import { isBlank } from './read';
import { quote, readObject, readValue } from './schemaValue';

/** Fields made from the contract: title, help, choices and checks stand there once. */

interface Display {
	/** What the field holds at first; an expression such as `={{ $json.id_pessoa }}` too. */
	readonly default?: string | number | boolean;
	readonly required?: boolean;
	/** Replaces the contract's title where the form needs another. */
	readonly displayName?: string;
	readonly description?: string;
}

const choices = (schema: Schema) =>
	(schema.enum ?? []).map((value) => ({ name: schema['x-labels']?.[String(value)] ?? String(value), value }));

const placeholder = (schema: Schema): string | undefined =>
	schema.examples === undefined ? undefined : `e.g. ${String(schema.examples[0])}`;

/** How n8n shows a value of this schema. */
function shownAs(schema: Schema): Pick<INodeProperties, 'type' | 'default'> & Partial<INodeProperties> {
	if (schema.enum !== undefined)
		return { type: 'options', options: choices(schema), default: schema.enum[0] };
	switch (schema.type) {
		case 'boolean':
			return { type: 'boolean', default: true };
		case 'integer':
		case 'number':
			return {
				type: 'number',
				// n8n fills in the defaults of fields that were left alone: zero would be sent as a value.
				default: '',
				typeOptions: { minValue: schema.minimum, maxValue: schema.maximum },
			};
		case 'array':
			return schema.items?.enum === undefined
				? {
						type: 'string',
						default: [],
						typeOptions: {
							multipleValues: true,
							multipleValueButtonText: `Add ${schema.items?.title ?? 'Value'}`,
						},
					}
				: { type: 'multiOptions', default: [], options: choices(schema.items) };
		case 'object':
			return {
				type: 'fixedCollection',
				// With its one group in place the editor shows the fields at once.
				default: { values: {} },
				// In the contract's order: a range begins with its lower bound.
				options: [{ name: 'values', displayName: schema.title ?? '', values: propertiesOf(schema) }],
			};
		default:
			return { type: 'string', default: '' };
	}
}

function propertyOf(schema: Schema, display: Display = {}): Omit<INodeProperties, 'name'> {
	const example = placeholder(schema.items ?? schema);
	return {
		displayName: display.displayName ?? schema.title ?? '',
		...shownAs(schema),
		...(display.default !== undefined && { default: display.default }),
		...(display.required && { required: true }),
		...((display.description ?? schema.description) && {
			description: display.description ?? schema.description,
		}),
		...(example !== undefined && { placeholder: example }),
	};
}

const propertiesOf = (schema: Schema): INodeProperties[] =>
	Object.entries(schema.properties ?? {})
		.filter(([, inner]) => isShown(inner))
		.map(([name, inner]) => ({ ...propertyOf(inner), name }));

/** A list whose entries have no known shape cannot be shown as a field. */
const isShown = (schema: Schema): boolean =>
	schema.type !== undefined && (schema.type !== 'array' || schema.items?.type !== undefined);

/** A field for a value of the contract that must be given. */
export const valueField = <const S extends Schema>(schema: S, display: Display = {}): Field<ValueOf<S>> => ({
	property: propertyOf(schema, { required: true, ...display }),
	read: (value, where) => {
		if (isBlank(value)) throw inputError(where, 'is empty.', `Enter ${where.field}${hintOf(schema)}.`);
		return readValue(schema, value, where) as ValueOf<S>;
	},
});

const hintOf = (schema: Schema): string =>
	schema.examples === undefined ? '' : `, for example ${quote(schema.examples[0])}`;

/** A field for a value of the contract that may be left out. */
export const optionalField = <const S extends Schema>(
	schema: S,
	display: Display = {},
): Field<ValueOf<S> | undefined> => ({
	property: propertyOf(schema, display),
	read: (value, where) => (isBlank(value) ? undefined : (readValue(schema, value, where) as ValueOf<S>)),
});

/** The properties of an object of the contract, each added when it is wanted. */
export const objectField = <const S extends Schema>(
	schema: S,
	placeholderText: string,
	display: Display = {},
): Field<ValueOf<S>> => ({
	property: {
		displayName: display.displayName ?? schema.title ?? '',
		type: 'collection',
		placeholder: placeholderText,
		default: {},
		options: propertiesOf(schema).sort((a, b) => a.displayName.localeCompare(b.displayName, 'en')),
	},
	read: (value, where) => readObject(schema, value ?? {}, where) as ValueOf<S>,
});
