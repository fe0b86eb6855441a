import mapValues from 'lodash/mapValues';
import pickBy from 'lodash/pickBy';
import type { IDataObject } from 'n8n-workflow';

export type Json = IDataObject[string];

export const isObject = (value: unknown): value is IDataObject =>
	typeof value === 'object' && value !== null && !Array.isArray(value);

export const filledOf = (fields: IDataObject): IDataObject => pickBy(fields, isFilled);

/** Text, or a number as text; `undefined` for anything else, including empty text. */
export function asText(value: unknown): string | undefined {
	if (typeof value === 'number' || typeof value === 'bigint') return String(value);
	return typeof value === 'string' && value !== '' ? value : undefined;
}

export function asInteger(value: unknown): number | undefined {
	const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
	return typeof number === 'number' && Number.isSafeInteger(number) ? number : undefined;
}

export const isBlank = (value: unknown): boolean =>
	value === undefined ||
	value === null ||
	(typeof value === 'string' && value.trim() === '') ||
	(Array.isArray(value) && value.length === 0);

/** Zero and false count as filled; an empty object does not. */
export const isFilled = (value: unknown): boolean =>
	!isBlank(value) && !(isObject(value) && Object.keys(value).length === 0);

export const defined = <T extends object>(fields: T): T =>
	pickBy(fields, (value) => value !== undefined) as T;

/** Objects are merged at every level; any other value is replaced. */
export const merge = (base: IDataObject = {}, added: IDataObject = {}): IDataObject => ({
	...base,
	...mapValues(added, (value, name) =>
		isObject(value) && isObject(base[name]) ? merge(base[name], value) : value,
	),
});

/** Ways in which JSON may write a printable sign. */
const NOTATION = /\\(?:u00[2-7]|["\\/])/;

/** Cleans texts and names in place. @throws SyntaxError when it is not JSON */
export function parseJson(text: string, clean: (text: string) => string): unknown {
	const value: unknown = JSON.parse(text);
	return clean(text) === text && !NOTATION.test(text) ? value : cleaned(value, clean);
}

function cleaned(value: unknown, clean: (text: string) => string): unknown {
	if (typeof value !== 'object' || value === null) {
		const text = clean(String(value));
		return text === String(value) ? value : text;
	}
	const fields = value as IDataObject;
	for (const name of Object.keys(fields)) {
		const inner = cleaned(fields[name], clean);
		const shown = Array.isArray(value) ? name : clean(name);
		if (shown !== name) delete fields[name];
		if (inner !== fields[name]) fields[shown] = inner as Json;
	}
	return value;
}
