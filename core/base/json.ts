import type { IDataObject } from 'n8n-workflow';

/**
 * Tolerant readers of the service's answers: a missing field, another spelling, a number for a text or a
 * list for an object never breaks an answer that was paid for.
 */

export const isObject = (value: unknown): value is IDataObject =>
	typeof value === 'object' && value !== null && !Array.isArray(value);

/** The value as an object; of a list its first object; else an empty one. */
export function asObject(value: unknown): IDataObject {
	if (Array.isArray(value)) return asObject(value[0]);
	return isObject(value) ? value : {};
}

/** The value as a list of objects: those of a list, or a single object, unless it is empty. */
export function asRows(value: unknown): IDataObject[] {
	if (Array.isArray(value)) return value.filter(isObject);
	return isObject(value) && Object.keys(value).length > 0 ? [value] : [];
}

/** Fields under which an answer may hold its list (assumed: several; the specification shows the first). */
export const WRAPPERS = ['dados', 'data', 'results'] as const;

/** The list of an answer: the answer itself, or a list in one of the wrappers; `undefined` without any. */
export function listOf(body: unknown): readonly unknown[] | undefined {
	if (Array.isArray(body)) return body;
	return isObject(body) ? WRAPPERS.map((name) => body[name]).find(Array.isArray) : undefined;
}

/** The rows of an answer in whatever wrapper; an object that holds no list is a row itself. */
export const rowsOf = (body: unknown): IDataObject[] => asRows(listOf(body) ?? body);

/** Text, also of a number; `undefined` for anything else and for empty text. */
export function asText(value: unknown): string | undefined {
	if (typeof value === 'number' || typeof value === 'bigint') return String(value);
	return typeof value === 'string' && value !== '' ? value : undefined;
}

/** A whole number, also of digits in text; `undefined` for anything else. */
export function asInteger(value: unknown): number | undefined {
	const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
	return typeof number === 'number' && Number.isSafeInteger(number) ? number : undefined;
}

/** The first of the named fields that holds something. */
export const firstOf = (record: IDataObject, ...names: string[]): unknown =>
	names.map((name) => record[name]).find((value) => value !== undefined && value !== null);

/** Whether there is nothing in a value: no text but spaces, no entries, nothing at all. */
export const isBlank = (value: unknown): boolean =>
	value === undefined ||
	value === null ||
	(typeof value === 'string' && value.trim() === '') ||
	(Array.isArray(value) && value.length === 0);

/** Whether there is something in a value; zero and false are something, an empty object is not. */
export const isFilled = (value: unknown): boolean =>
	!isBlank(value) && !(isObject(value) && Object.keys(value).length === 0);

/** An object without those of its fields that are `undefined`, for what is sent or stored. */
export const defined = <T extends object>(fields: T): T =>
	Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as T;
