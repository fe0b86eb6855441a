import type { IDataObject } from 'n8n-workflow';

/**
 * Tolerant readers of the service's responses: a missing field, another spelling, a number instead of text or
 * a list instead of an object never breaks a response that was charged.
 */

export const isObject = (value: unknown): value is IDataObject =>
	typeof value === 'object' && value !== null && !Array.isArray(value);

/** The value as an object: a list's first entry, or an empty object for anything else. */
export function asObject(value: unknown): IDataObject {
	if (Array.isArray(value)) return asObject(value[0]);
	return isObject(value) ? value : {};
}

/** The value as a list of objects: those of a list, or a single object unless it is empty. */
export function asRows(value: unknown): IDataObject[] {
	if (Array.isArray(value)) return value.filter(isObject);
	return isObject(value) && Object.keys(value).length > 0 ? [value] : [];
}

/** Fields that may hold the data of a response (assumed: several; the specification shows the first and second). */
export const WRAPPERS = ['dados', 'data', 'results', 'resultados', 'result', 'resultado'] as const;

/** Fields that say something about a response; its data has others (guesses, but for those of the search). */
const ABOUT = new Set([
	...[
		'status',
		'status_code',
		'statusCode',
		'state',
		'success',
		'sucesso',
		'code',
		'codigo',
		'timestamp',
		'path',
	],
	...[
		'error',
		'erro',
		'errors',
		'erros',
		'message',
		'mensagem',
		'msg',
		'detail',
		'description',
		'motivo',
		'reason',
	],
	...[
		'count',
		'total',
		'page',
		'pagina',
		'per_page',
		'por_pagina',
		'next',
		'previous',
		'chave_cache',
		'request_id',
	],
]);

/** Whether a field says something about the response that it is in, and is not data. */
export const isAboutAnswer = (name: string): boolean => ABOUT.has(name);

/** Wrappers within wrappers that are looked into. */
export const DEEPEST_WRAPPER = 5;

/** A response and the objects that wrap its data, outermost first. */
export function layersOf(body: unknown): readonly IDataObject[] {
	const layers: IDataObject[] = [];
	let depth: readonly unknown[] = [body];
	for (let i = 0; i < DEEPEST_WRAPPER; i++) {
		const found = depth.filter(isObject);
		layers.push(...found);
		depth = found.flatMap((layer) => WRAPPERS.map((name) => layer[name]));
	}
	return layers;
}

/** The list of a response: the response itself or a list in its wrappers; `undefined` without one. */
export function listOf(body: unknown): readonly unknown[] | undefined {
	if (Array.isArray(body)) return body;
	return layersOf(body)
		.flatMap((layer) => WRAPPERS.map((name): unknown => layer[name]))
		.find(Array.isArray);
}

/**
 * Whether a response holds neither a record nor a list of records, such as a text or lists within a list. An empty list
 * says that there are none.
 */
export function holdsNoRecords(body: unknown): boolean {
	if (typeof body !== 'object' || body === null) return true;
	const list = listOf(body) ?? [];
	return list.some(isFilled) && !list.some(isObject);
}

/** The single record of a response: the response itself, or the object that is all it wraps. */
export function recordOf(body: unknown, depth = 0): unknown {
	if (!isObject(body) || depth === DEEPEST_WRAPPER) return body;
	const wrapper = WRAPPERS.find((name) => isObject(body[name]));
	const others = Object.keys(body).filter((name) => name !== wrapper);
	if (wrapper === undefined || !others.every(isAboutAnswer)) return body;
	return recordOf(body[wrapper], depth + 1);
}

/** The ID of what the service has accepted. It stands nowhere else, so fields beside a wrapper must not hide it. */
export const acceptedId = (body: unknown, ...names: string[]): string | undefined =>
	[asObject(recordOf(body)), ...layersOf(body)]
		.map((layer) => asId(firstOf(layer, ...names)))
		.find((id) => id !== undefined);

/** The rows of a response, whatever wraps them; an object without a list is a row itself. */
export const rowsOf = (body: unknown): IDataObject[] => asRows(listOf(body) ?? recordOf(body));

/** The fields that have a value. */
export const filledOf = (fields: IDataObject): IDataObject =>
	Object.fromEntries(Object.entries(fields).filter(([, value]) => isFilled(value)));

/** The names of the fields of a response or record that hold data, not words about the response. */
const dataIn = (record: IDataObject): string[] =>
	Object.keys(record).filter((name) => !isAboutAnswer(name) && isFilled(record[name]));

/** Whether an object is a record: a response that found none may be one with counts, words or empty fields. */
export const isRecord = (value: IDataObject): boolean => dataIn(value).length > 0;

/**
 * The list of a search: the one of its wrappers, or the only list of objects under any other name, as long as nothing
 * but words about the response stands beside it. A record of its own has other fields.
 */
export function searchListOf(body: unknown): readonly unknown[] | undefined {
	const list = listOf(body);
	if (list !== undefined) return list;
	for (const layer of layersOf(body)) {
		const [only, ...more] = dataIn(layer);
		const other = only === undefined ? undefined : layer[only];
		if (more.length === 0 && Array.isArray(other) && other.some(isObject)) return other;
	}
	return undefined;
}

/** The rows of a search: those of its list, or what it wraps. */
export function searchRowsOf(body: unknown): IDataObject[] {
	const list = searchListOf(body);
	if (list !== undefined) return asRows(list);
	const layers = layersOf(body);
	// Without a list, what is wrapped is a row; the response itself only tells about the search.
	return layers.length > 1 ? asRows(layers[layers.length - 1]) : [];
}

/** The first of the named fields that a response or one of its wrappers has. */
export const saidIn = (body: unknown, name: string): unknown =>
	layersOf(body)
		.map((layer) => layer[name])
		.find((value) => value !== undefined && value !== null);

/** Text, or a number as text; `undefined` for anything else, including empty text. */
export function asText(value: unknown): string | undefined {
	if (typeof value === 'number' || typeof value === 'bigint') return String(value);
	return typeof value === 'string' && value !== '' ? value : undefined;
}

/** A whole number, or text that holds one; `undefined` for anything else. */
export function asInteger(value: unknown): number | undefined {
	const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
	return typeof number === 'number' && Number.isSafeInteger(number) ? number : undefined;
}

/** A flag, or text that is one; `undefined` for anything else. */
export function asFlag(value: unknown): boolean | undefined {
	const text = typeof value === 'boolean' ? String(value) : asText(value)?.trim().toLowerCase();
	return text === 'true' || text === 'false' ? text === 'true' : undefined;
}

/** The first of the named fields that is neither undefined nor null. */
export const firstOf = (record: IDataObject, ...names: string[]): unknown =>
	names.map((name) => record[name]).find((value) => value !== undefined && value !== null);

/** Whether a value is empty: undefined, null, blank text or an empty list. */
export const isBlank = (value: unknown): boolean =>
	value === undefined ||
	value === null ||
	(typeof value === 'string' && value.trim() === '') ||
	(Array.isArray(value) && value.length === 0);

/** Whether a value is not empty. Zero and false count as filled; an empty object does not. */
export const isFilled = (value: unknown): boolean =>
	!isBlank(value) && !(isObject(value) && Object.keys(value).length === 0);

/** The object without its `undefined` fields, to be sent or stored. */
export const defined = <T extends object>(fields: T): T =>
	Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as T;

const LONGEST_ID = 200;

/** An ID of the service, which is sent back to it; `undefined` for what cannot be one, such as a whole page. */
export function asId(value: unknown): string | undefined {
	const id = asText(value);
	return id !== undefined && id.length <= LONGEST_ID ? id : undefined;
}

/** Levels of JSON that n8n can store. */
const DEEPEST = 500;

const isDeeper = (value: unknown, levels: number): boolean =>
	typeof value === 'object' &&
	value !== null &&
	(levels === 0 || Object.values(value).some((inner) => isDeeper(inner, levels - 1)));

/**
 * The value of JSON.
 * @throws SyntaxError when the text is not JSON, or nested endlessly
 */
export function parseJson(text: string): unknown {
	const value: unknown = JSON.parse(text);
	if (isDeeper(value, DEEPEST)) throw new SyntaxError('nested too deeply');
	return value;
}

/** A value of JSON with each of its texts and names changed; without what is nested deeper than anything useful. */
export function eachText(value: unknown, change: (text: string) => string, depth = 0): unknown {
	if (typeof value === 'string') return change(value);
	if (typeof value !== 'object' || value === null) return value;
	if (depth === DEEPEST) return undefined;
	if (Array.isArray(value)) return value.map((inner) => eachText(inner, change, depth + 1));
	return Object.fromEntries(
		Object.entries(value).map(([name, inner]) => [change(name), eachText(inner, change, depth + 1)]),
	);
}
