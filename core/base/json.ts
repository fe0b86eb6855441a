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

/** Cleans texts and names in place. @throws SyntaxError when it is not JSON, or nested deeper than n8n can store */
export const parseJson = (text: string, clean: (said: string) => string): unknown =>
	cleaned(JSON.parse(text), clean, DEEPEST);

function cleaned(value: unknown, clean: (said: string) => string, levels: number): unknown {
	if (typeof value !== 'object' || value === null) {
		const text = clean(String(value));
		return text === String(value) ? value : text;
	}
	if (levels === 0) throw new SyntaxError('nested too deeply');
	const fields = value as IDataObject;
	for (const name of Object.keys(fields)) {
		const inner = cleaned(fields[name], clean, levels - 1);
		const shown = Array.isArray(value) ? name : clean(name);
		if (shown !== name) delete fields[name];
		if (inner !== fields[name]) fields[shown] = inner as Json;
	}
	return value;
}
