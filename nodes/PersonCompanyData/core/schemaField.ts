import type { INodeProperties } from 'n8n-workflow';

import type { Schema, ValueOf } from '../contract/schema';
import { inputError, type Field, type Where } from './field';
import { isBlank, isObject } from './read';

/** Fields made from the contract: title, help, choices and checks stand there once. */

interface Display {
	/** What the field holds at first; an expression such as `={{ $json.id_pessoa }}` too. */
	readonly default?: string | number | boolean;
	readonly required?: boolean;
	/** Replaces the contract's title where the form needs another. */
	readonly displayName?: string;
	readonly description?: string;
}

const isNumeric = (schema: Schema): boolean => schema.type === 'integer' || schema.type === 'number';

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

/** Numbers, also from text; an integer must be whole and, as JSON can carry it, exact. */
function readNumber(schema: Schema, value: unknown, where: Where): number {
	const number = typeof value === 'string' ? Number(value.trim()) : value;
	const whole = schema.type === 'integer';
	if (typeof number !== 'number' || !Number.isFinite(number) || (whole && !Number.isSafeInteger(number))) {
		throw inputError(where, `is not a ${whole ? 'whole ' : ''}number: it is ${kindOf(value)}.`);
	}
	if (schema.minimum !== undefined && number < schema.minimum) {
		throw inputError(where, `is ${number}, but must be at least ${schema.minimum}.`);
	}
	if (schema.maximum !== undefined && number > schema.maximum) {
		throw inputError(where, `is ${number}, but must be at most ${schema.maximum}.`);
	}
	return listed(schema, number, where);
}

/**
 * Holds a value against its closed list: another one would match nothing and be charged.
 * @throws NodeOperationError for a value that is not in the list.
 */
function listed<V extends string | number>(schema: Schema, value: V, where: Where): V {
	if (schema.enum === undefined || schema.enum.includes(value)) return value;
	const values = schema.enum.length > 10 ? 'the values of its list' : schema.enum.map(quote).join(', ');
	throw inputError(
		where,
		`is ${quote(value)}, which is not one of its values.`,
		`Use ${values}. A value that is not listed here can be sent as JSON under Options > Additional Body Fields.`,
	);
}

const quote = (value: unknown): string => JSON.stringify(value)?.slice(0, 100) ?? String(value);

/** What a value is, without what it says: n8n logs messages, and it may be somebody's name or document. */
function kindOf(value: unknown): string {
	if (typeof value === 'number') return String(value);
	if (Array.isArray(value)) return 'a list';
	return { string: 'text', object: 'an object', boolean: 'true or false' }[String(typeof value)] ?? 'nothing';
}

function readText(schema: Schema, value: unknown, where: Where): string {
	if (typeof value !== 'string' && typeof value !== 'number') {
		throw inputError(where, `is not text: it is ${kindOf(value)}.`);
	}
	const text = String(value).trim();
	const form = schema['x-written-as'];
	if (form !== undefined && !new RegExp(form.pattern).test(text)) {
		throw inputError(
			where,
			`is written in a form that the service would ignore and charge: ${quote(text)}.`,
			`To have it recognised, ${form.hint}.`,
		);
	}
	if (schema.format !== undefined && !(FORMATS[schema.format]?.(text) ?? true)) {
		throw inputError(where, `is not ${NAMES[schema.format]}.`);
	}
	return listed(schema, text, where);
}

const FORMATS: Readonly<Record<string, (text: string) => boolean>> = {
	email: (text) => /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text),
	uri: (text) => /^https?:\/\//i.test(text) && URL.canParse(text),
};
const NAMES: Readonly<Record<string, string>> = { email: 'an email address', uri: 'a URL' };

function readFlag(value: unknown, where: Where): boolean {
	if (typeof value === 'boolean') return value;
	if (value === 'true' || value === 'false') return value === 'true';
	throw inputError(where, `is neither true nor false: it is ${kindOf(value)}.`);
}

/** Entries of a list; a single value is a list of one, and nothing is ever split at commas. */
function readList(schema: Schema, value: unknown, where: Where): unknown[] {
	const entries = (Array.isArray(value) ? value.flat() : [value]).filter((entry) => !isBlank(entry));
	return entries.map((entry) => readValue(schema.items ?? {}, entry, where));
}

function readObject(schema: Schema, value: unknown, where: Where): Record<string, unknown> {
	if (!isObject(value)) throw inputError(where, `is not an object: it is ${kindOf(value)}.`);
	// A fixed collection hands its fields over under the name of its one option.
	const given = isObject(value.values) && schema.properties?.values === undefined ? value.values : value;
	const unknown = Object.keys(given).find((name) => schema.properties?.[name] === undefined);
	if (unknown !== undefined) {
		throw inputError(
			where,
			`has "${unknown}", which is not one of its fields.`,
			'The service would ignore it and charge the call.',
		);
	}
	const read: Record<string, unknown> = {};
	for (const [name, inner] of Object.entries(schema.properties ?? {})) {
		if (isBlank(given[name])) continue;
		read[name] = readValue(inner, given[name], {
			...where,
			field: `${where.field} > ${inner.title ?? name}`,
		});
	}
	return read;
}

/**
 * Reads a value as the schema says; zero and false are values like any other.
 * @throws NodeOperationError for a value that the schema does not allow.
 */
export function readValue(schema: Schema, value: unknown, where: Where): unknown {
	if (isNumeric(schema)) return readNumber(schema, value, where);
	switch (schema.type) {
		case 'boolean':
			return readFlag(value, where);
		case 'string':
			return readText(schema, value, where);
		case 'array':
			return readList(schema, value, where);
		case 'object':
			return readObject(schema, value, where);
		default:
			return value;
	}
}

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
