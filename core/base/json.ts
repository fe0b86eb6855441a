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

export const merge = (base: IDataObject = {}, added: IDataObject = {}): IDataObject => ({
	...base,
	...mapValues(added, (value, name) =>
		isObject(value) && isObject(base[name]) ? merge(base[name], value) : value,
	),
});

const DEEPEST = 500;

const isDeeper = (value: unknown, levels: number): boolean =>
	typeof value === 'object' &&
	value !== null &&
	(levels === 0 || Object.values(value).some((inner) => isDeeper(inner, levels - 1)));

/** @throws SyntaxError when the text is not JSON, or nested deeper than n8n can store */
export function parseJson(text: string): unknown {
	const value: unknown = JSON.parse(text);
	if (isDeeper(value, DEEPEST)) throw new SyntaxError('nested too deeply');
	return value;
}
