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

/** The value as a list of objects: a bare list, a single object, or a list under one of the usual wrappers. */
export function asRows(value: unknown, ...wrappers: string[]): IDataObject[] {
	if (Array.isArray(value)) return value.filter(isObject);
	if (!isObject(value)) return [];
	for (const wrapper of wrappers) {
		if (Array.isArray(value[wrapper])) return value[wrapper].filter(isObject);
	}
	return Object.keys(value).length === 0 ? [] : [value];
}

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
