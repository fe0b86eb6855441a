import type { IDataObject } from 'n8n-workflow';

import { neutralNames, wireName } from '../../contract/brandTerms';
import { limits } from '../../contract/model/limits';
import type { Schema } from '../../contract/model/schema';
import { asInteger, asText, isObject } from '../base/json';

/** Numbers may come as text, and texts as numbers. */

function asNumber(value: unknown): number | undefined {
	const number = typeof value === 'number' ? value : Number(asText(value)?.trim() || Number.NaN);
	return Number.isFinite(number) ? number : undefined;
}

function asWord(value: unknown, words: Schema['enum']): string | undefined {
	const text = asText(value);
	if (words === undefined) return text;
	const word = text?.trim().toLowerCase() ?? '';
	return words.includes(word) ? word : undefined;
}

function asFlag(value: unknown): boolean | undefined {
	const text = typeof value === 'boolean' ? String(value) : asText(value)?.trim().toLowerCase();
	return text === 'true' || text === 'false' ? text === 'true' : undefined;
}

/** Of work. `pending`: it goes on. `failed`: it ended without a result. */
export type State = 'ok' | 'pending' | 'failed';

/** Specification: batches and events; the words of the business context are the same (client). */
const STATE_WORDS: Readonly<Record<State, readonly string[]>> = {
	pending: ['processing', 'requested'],
	ok: ['completed', 'done', 'ready'],
	failed: ['failed', 'error'],
};

/** From `status`, else `concluido`; `undefined` when neither has a known value. */
export function stateOf({ status, concluido }: IDataObject): State | undefined {
	const word = asText(status)?.trim().toLowerCase() ?? '';
	const state = (['pending', 'ok', 'failed'] as const).find((each) => STATE_WORDS[each].includes(word));
	const isOver = asFlag(concluido);
	if (state !== undefined || isOver === undefined) return state;
	return isOver ? 'ok' : 'pending';
}

/** A list of one stands for its object (field notes: it never breaks a paid answer). */
export const unwrapOne = (value: unknown): unknown =>
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
			// A longer one is of unknown shape, and would take long.
			if (!Array.isArray(value) || value.length > limits.contactsPerBatch) return undefined;
			return value.map((entry) => coerce(schema.items ?? {}, entry));
		case 'object': {
			const one = unwrapOne(value);
			return isObject(one) ? fieldsOf(schema, one) : undefined;
		}
		default:
			return value ?? undefined;
	}
}

/** The fields of the schema that have a value, by name or alias. */
export function fieldsOf(
	{ properties = {} }: Schema,
	from: IDataObject,
	brandTerms = neutralNames,
): IDataObject {
	const fields: IDataObject = {};
	for (const name of Object.keys(properties)) {
		const schema = properties[name];
		for (const key of [wireName(name, brandTerms), name, ...(schema['x-aliases'] ?? [])]) {
			const value = coerce(schema, from[key]) as IDataObject[string];
			if (value === undefined) continue;
			fields[name] = value;
			break;
		}
	}
	return fields;
}

/** Documents that may come as numbers, without leading zeros (several), by their number of digits. */
const DOCUMENTS: ReadonlyMap<string, number> = new Map(Object.entries({ cpf: 11, cnpj: 14 }));

/** Levels that may have documents: details, and the lists in them. */
const DEEPEST = 8;

/** Completes documents in place: an answer has thousands of rows. */
export function wholeRow<T>(row: T, depth = 0): T {
	if (depth > DEEPEST || typeof row !== 'object' || row === null) return row;
	const fields = row as IDataObject;
	for (const name of Object.keys(fields)) {
		const digits = name.length > 4 ? undefined : DOCUMENTS.get(name.toLowerCase());
		if (digits === undefined) wholeRow(fields[name], depth + 1);
		else if (/^\d+$/.test(asText(fields[name]) ?? ''))
			fields[name] = String(fields[name]).padStart(digits, '0');
	}
	return row;
}
