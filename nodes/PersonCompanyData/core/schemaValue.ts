import type { Schema } from '../contract/schema';
import { inputError, type Where } from './field';
import { isBlank, isObject } from './read';

/** Reads values as the contract says: what n8n or the user hands over is checked before anything is sent. */

const isNumeric = (schema: Schema): boolean => schema.type === 'integer' || schema.type === 'number';

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

export const quote = (value: unknown): string => JSON.stringify(value)?.slice(0, 100) ?? String(value);

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

export function readObject(schema: Schema, value: unknown, where: Where): Record<string, unknown> {
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
