import type { IDataObject } from 'n8n-workflow';

import { neutralNames, wireName, type LiveNames } from '../../contract/liveNames';
import type { Schema } from '../../contract/model/schema';
import { asFlag, asInteger, asText, isFilled, isObject } from '../base/json';

/** Values of an answer as their schema says: a number for a text, or a text for a number, is what it stands for. */

function asNumber(value: unknown): number | undefined {
	const number = typeof value === 'number' ? value : Number(asText(value)?.trim() || Number.NaN);
	return Number.isFinite(number) ? number : undefined;
}

function asWord(value: unknown, words: Schema['enum']): string | undefined {
	const text = asText(value);
	const word = text?.trim().toLowerCase() ?? '';
	return words === undefined ? text : words.includes(word) ? word : undefined;
}

/** A list of one for an object is that one (field notes: it never breaks a paid answer). */
export const oneOf = (value: unknown): unknown =>
	Array.isArray(value) && value.length === 1 ? value[0] : value;

export function coerce(schema: Schema, value: unknown): unknown {
	switch (schema.type) {
		case 'string':
			return asWord(value, schema.enum);
		case 'integer':
			return asInteger(value);
		case 'number':
			return asNumber(value);
		case 'boolean':
			return asFlag(value);
		case 'array':
			return Array.isArray(value) ? value.map((entry) => coerce(schema.items ?? {}, entry)) : undefined;
		case 'object': {
			const one = oneOf(value);
			return isObject(one) ? fieldsOf(schema, one) : undefined;
		}
		default:
			return value ?? undefined;
	}
}

/** The known fields of an object that have a value, by their own name or an alias. */
export function fieldsOf({ properties = {} }: Schema, from: IDataObject, words = neutralNames): IDataObject {
	const fields: IDataObject = {};
	for (const [name, schema] of Object.entries(properties)) {
		const values = [wireName(name, words), name, ...(schema['x-aliases'] ?? [])].map((key) =>
			coerce(schema, from[key]),
		);
		const value = values.find((found) => found !== undefined);
		if (value !== undefined) fields[name] = value as IDataObject[string];
	}
	return fields;
}

/** Whether an object is what its schema says: it has a value for one of its fields at least. */
export const fits = (schema: Schema, value: unknown, words?: LiveNames): value is IDataObject =>
	isObject(value) && Object.values(fieldsOf(schema, value, words)).some(isFilled);

/** The documents that may come as numbers, without their leading zeros (several), by their number of digits. */
const DOCUMENTS: ReadonlyMap<string, number> = new Map([
	['cpf', 11],
	['cnpj', 14],
]);

/** Levels of records that may have documents: details, and the lists in them. */
const DEEPEST = 8;

function withWholeDocuments(value: unknown, depth = 0): unknown {
	if (depth > DEEPEST) return value;
	if (Array.isArray(value)) return value.map((entry) => withWholeDocuments(entry, depth + 1));
	if (!isObject(value)) return value;
	return Object.fromEntries(
		Object.entries(value).map(([name, own]) => {
			const digits = DOCUMENTS.get(name.toLowerCase());
			if (digits === undefined) return [name, withWholeDocuments(own, depth + 1)];
			const text = asText(own) ?? '';
			return [name, /^\d+$/.test(text) && text.length <= digits ? text.padStart(digits, '0') : own];
		}),
	);
}

export const wholeRow = (row: IDataObject): IDataObject => withWholeDocuments(row) as IDataObject;
