import type { Schema, ValueOf } from '../../contract/model/schema';
import { inputError, type Field } from './field';
import { isBlank } from '../base/json';
import { propertiesOf, propertyOf, type Display } from './display';
import { plainValue, quote, readObject, readValue } from './value';

/** Fields made from contract schemas, which define how values are shown and validated. */

/** A required field for a contract value. */
export const valueField = <const S extends Schema>(schema: S, display: Display = {}): Field<ValueOf<S>> => ({
	property: propertyOf(schema, { required: true, ...display }),
	read: (value, where) => {
		if (isBlank(plainValue(value)))
			throw inputError(where, 'is empty.', `Enter ${where.field}${hintOf(schema)}.`);
		return readValue(schema, value, where) as ValueOf<S>;
	},
});

const hintOf = (schema: Schema): string =>
	schema.examples === undefined ? '' : `, for example ${quote(schema.examples[0])}`;

/** An optional field for a contract value. */
export const optionalField = <const S extends Schema>(
	schema: S,
	display: Display = {},
): Field<ValueOf<S> | undefined> => ({
	property: propertyOf(schema, display),
	read: (value, where) =>
		isBlank(plainValue(value)) ? undefined : (readValue(schema, value, where) as ValueOf<S>),
});

/** A collection of the properties of a contract object, each added by the user. */
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
