import type { Schema, ValueOf } from '../../contract/model/schema';
import { inputError, type Field, type Where } from './field';
import { isMissing } from '../../contract/input';
import { isBlank } from '../base/json';
import { propertiesOf, propertyOf, type Display } from './display';
import { plainValue, readObject, readValue } from './value';

/** Fields made from contract schemas, which define how values are shown and validated. */

/** A required field for a contract value. */
export const valueField = <const S extends Schema>(schema: S, display: Display = {}): Field<ValueOf<S>> => {
	const property = propertyOf(schema, { required: true, ...display });
	return {
		property,
		read: (value, where) => {
			if (isMissing(plainValue(value))) throw emptyField(schema, where, property.default);
			return readValue(schema, value, where) as ValueOf<S>;
		},
	};
};

/** The error of a field without a value: that of its expression, if it has one, which only then is wrong. */
function emptyField(schema: Schema, where: Where, initially: unknown): Error {
	const { node, parameter = '' } = where;
	const given = plainValue(node.parameters[parameter] ?? initially);
	// What a model fills in has no columns.
	if (typeof given !== 'string' || !given.startsWith('=') || given.includes('$fromAI'))
		return inputError(where, 'is empty.', `Enter ${where.field}${hintOf(schema)}.`);
	const [example] = schema.examples ?? [];
	return inputError(
		where,
		'is empty: its expression has no value for this row. Check the name of the column in it.',
		example === undefined ? undefined : `It should give a value such as ${inQuotes(example)}.`,
	);
}

const hintOf = (schema: Schema): string =>
	schema.examples === undefined ? '' : `, for example ${inQuotes(schema.examples[0])}`;

/** An example as JSON, whole: it looks like personal data, but is nobody's. */
const inQuotes = (example: unknown): string => JSON.stringify(example);

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
