import type { Schema, ValueOf } from '../../contract/model/schema';
import { isMissing } from '../../contract/input';
import type { Field } from './field';
import { isBlank } from '../base/json';
import { propertiesOf, propertyOf, type Display } from './display';
import { emptyError, plainValue, readFilter, readFilters, readValue } from './value';

/** Fields made from contract schemas, which define how values are shown and validated. */

/** A required field for a contract value. */
export const valueField = <const S extends Schema>(schema: S, display: Display = {}): Field<ValueOf<S>> => ({
	property: propertyOf(schema, { required: true, ...display }),
	read: (value, where) => {
		if (!isMissing(plainValue(value))) return readValue(schema, value, where) as ValueOf<S>;
		// As JSON, whole: it looks like personal data, but is nobody's.
		const [example] = schema.examples ?? [];
		const such = example === undefined ? '' : `, for example ${JSON.stringify(example)}`;
		throw emptyError(where, `Enter ${where.field}${such}.`);
	},
});

/** An optional field for a contract value. */
export const optionalField = <const S extends Schema>(
	schema: S,
	display: Display = {},
): Field<ValueOf<S> | undefined> => ({
	property: propertyOf(schema, display),
	read: (value, where) =>
		isBlank(plainValue(value)) ? undefined : (readValue(schema, value, where) as ValueOf<S>),
});

/** A filter that the user may add: without a value, it is refused. */
export const filterField = <const S extends Schema>(schema: S, display: Display = {}): Field<ValueOf<S>> => ({
	property: propertyOf(schema, display),
	read: (value, where) => readFilter(schema, value, where) as ValueOf<S>,
});

/** A collection of the properties of a contract object, each a filter added by the user. */
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
	read: (value, where) => readFilters(schema, value ?? {}, where) as ValueOf<S>,
});
