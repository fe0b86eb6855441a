import type { Schema, ValueOf } from '../../contract/model/schema';
import { isMissing } from '../../contract/input';
import type { Field } from './field';
import { isBlank } from '../base/json';
import { propertiesOf, propertyOf, type Display } from './display';
import { emptyError, plainValue, readFilter, readFilters, readValue } from './value';

export const valueField = <const S extends Schema>(schema: S, display: Display = {}): Field<ValueOf<S>> => ({
	property: propertyOf(schema, { required: true, ...display }),
	read: (value, where) => {
		if (!isMissing(plainValue(value))) return readValue(schema, value, where) as ValueOf<S>;
		// As JSON, and whole: it looks like personal data, but is nobody's.
		const [example] = schema.examples ?? [];
		const such = example === undefined ? '' : `, for example ${JSON.stringify(example)}`;
		throw emptyError(where, `Enter ${where.field}${such}.`);
	},
});

export const optionalField = <const S extends Schema>(
	schema: S,
	display: Display = {},
): Field<ValueOf<S> | undefined> => ({
	property: propertyOf(schema, display),
	read: (value, where) =>
		isBlank(plainValue(value)) ? undefined : (readValue(schema, value, where) as ValueOf<S>),
});

/** For a filter that the user may add: refused without a value. */
export const filterField = <const S extends Schema>(schema: S, display: Display = {}): Field<ValueOf<S>> => ({
	property: propertyOf(schema, display),
	read: (value, where) => readFilter(schema, value, where) as ValueOf<S>,
});

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
