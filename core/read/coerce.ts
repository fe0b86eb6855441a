import type { IDataObject } from 'n8n-workflow';

import { neutralNames, wireName, type LiveNames } from '../../contract/liveNames';
import type { Schema } from '../../contract/model/schema';
import { asFlag, asInteger, asText, isFilled, isObject } from '../base/json';

/** Values of an answer as their schema says: a number for a text, or a text for a number, is what it stands for. */

/** The documents that may come as numbers, without their leading zeros (several), by their number of digits. */
const DOCUMENTS: Readonly<Record<string, number>> = { cpf: 11, cnpj: 14 };

function asNumber(value: unknown): number | undefined {
	const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
	return typeof number === 'number' && Number.isFinite(number) ? number : undefined;
}

function asWord(value: unknown, { enum: words }: Schema): string | undefined {
	const text = asText(value);
	if (words === undefined) return text;
	const word = text?.trim().toLowerCase();
	return words.includes(word ?? '') ? word : undefined;
}

/** The value of a field as its schema says; `undefined` for what is no such value. */
export function coerce(schema: Schema, value: unknown): unknown {
	switch (schema.type) {
		case 'string':
			return asWord(value, schema);
		case 'integer':
			return asInteger(value);
		case 'number':
			return asNumber(value);
		case 'boolean':
			return asFlag(value);
		case 'array':
			return Array.isArray(value) ? value.map((entry) => coerce(schema.items ?? {}, entry)) : undefined;
		case 'object':
			return fieldsOfOne(schema, value);
		default:
			return value ?? undefined;
	}
}

/** A list of one for an object is that one (field notes: it never breaks a paid answer). */
function fieldsOfOne(schema: Schema, value: unknown): IDataObject | undefined {
	const one: unknown = Array.isArray(value) && value.length === 1 ? value[0] : value;
	return isObject(one) ? fieldsOf(schema, one) : undefined;
}

/** The known fields of an object that have a value, by their own name or an alias. */
export function fieldsOf({ properties = {} }: Schema, from: IDataObject, words = neutralNames): IDataObject {
	const fields: IDataObject = {};
	for (const [name, schema] of Object.entries(properties)) {
		for (const key of [wireName(name, words), name, ...(schema['x-aliases'] ?? [])]) {
			const value = coerce(schema, from[key]) as IDataObject[string];
			if (value === undefined) continue;
			fields[name] = value;
			break;
		}
	}
	return fields;
}

/** Whether an object is what its schema says: it has a value for one of its fields at least. */
export const fits = (schema: Schema, value: unknown, words?: LiveNames): value is IDataObject =>
	isObject(value) && Object.values(fieldsOf(schema, value, words)).some(isFilled);

/** A CPF or CNPJ with the leading zeros that it has lost. */
function whole(name: string, value: unknown): unknown {
	const digits = DOCUMENTS[name];
	const text = asText(value);
	return text !== undefined && /^\d+$/.test(text) && text.length <= digits
		? text.padStart(digits, '0')
		: value;
}

/** Levels of records that may have documents: details, and the lists in them. */
const DEEPEST = 4;

/** The same with whole CPFs and CNPJs in the fields of that name; nothing else changes, nor is it copied without need. */
export function withWholeDocuments(value: unknown, depth = 0): unknown {
	if (typeof value !== 'object' || value === null || depth > DEEPEST) return value;
	const changed = Object.entries(value).flatMap(([name, own]: [string, unknown]) => {
		const document = name.toLowerCase();
		const now = Object.hasOwn(DOCUMENTS, document)
			? whole(document, own)
			: withWholeDocuments(own, Array.isArray(value) ? depth : depth + 1);
		return now === own ? [] : [[name, now] as const];
	});
	if (changed.length === 0) return value;
	const all = Object.fromEntries([...Object.entries(value), ...changed]);
	return Array.isArray(value) ? Object.values(all) : all;
}

/** A row with whole CPFs and CNPJs. */
export const wholeRow = (row: IDataObject): IDataObject => withWholeDocuments(row) as IDataObject;
