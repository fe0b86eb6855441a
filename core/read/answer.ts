import type { IDataObject } from 'n8n-workflow';

import type { endpoints } from '../../contract';
import { neutralNames, type LiveNames } from '../../contract/liveNames';
import type { Endpoint } from '../../contract/model/endpoint';
import type { ObjectSchema, Schema, ValueOf } from '../../contract/model/schema';
import { asFlag, asText, isFilled, isObject } from '../base/json';
import { fieldsOf, fits, oneOf, wholeRow } from './coerce';
import { failureIn } from './error';

/**
 * The one reader of answers: the only code that sees what the service has sent before anybody knows what it is. It is
 * driven by the schemas of the contract. What does not fit them is `unknown`, and comes out as it is.
 */

declare const BODY: unique symbol;

/** What came, before it is read: nothing can be done with it but to read it here. */
export interface Body {
	readonly [BODY]: never;
}

export const asBody = (kept: unknown): Body => kept as Body;

type FieldsOf<S> = S extends ObjectSchema ? ValueOf<S> : Readonly<Record<never, never>>;

/** An answer that is what the contract says. */
export interface Known<Fields = IDataObject> {
	/** `pending`: work goes on. `failed`: it has ended without a result. */
	readonly kind: 'ok' | 'pending' | 'failed';
	/** The records of a list, or the object of the answer itself; as the service sent them, with whole CPFs and CNPJs. */
	readonly rows: readonly IDataObject[];
	readonly fields: Fields;
	/** What stands beside the rows of a list; else the object of the answer. As the service sent it. */
	readonly raw: IDataObject;
}

export type Answer<Fields = IDataObject> =
	| Known<Fields>
	/** It holds nothing, or says that there is nothing. */
	| { readonly kind: 'notFound' }
	/** Words about an error, and nothing else. */
	| { readonly kind: 'error'; readonly reason?: string; readonly raw: IDataObject }
	/** Nobody knows its shape. */
	| { readonly kind: 'unknown'; readonly raw: IDataObject };

export type AnswerOf<E extends Endpoint> = Answer<FieldsOf<E['responses'][200]>>;

/** Fields that wrap the data of an answer (specification: `dados`, `data`; several: `results`). */
const WRAPPERS = ['dados', 'data', 'results'] as const;

/** States of work (specification: batches and events); those of the business context are the same (client). */
const STATES = new Map<string, Known['kind']>([
	...(['processing', 'requested'] as const).map((word) => [word, 'pending'] as const),
	...(['completed', 'done', 'ready'] as const).map((word) => [word, 'ok'] as const),
	...(['failed', 'error'] as const).map((word) => [word, 'failed'] as const),
]);

/** How work stands by its state, or by `concluido`; `undefined` when it says neither in words that are known. */
export function stateOf({ status, concluido }: IDataObject): Known['kind'] | undefined {
	const state = STATES.get(asText(status)?.trim().toLowerCase() ?? '');
	const isOver = asFlag(concluido);
	return state ?? (isOver === undefined ? undefined : isOver ? 'ok' : 'pending');
}

const asRaw = (body: unknown): IDataObject =>
	isObject(body) ? body : { answer: body as IDataObject[string] };

function others(body: unknown): Answer<never> {
	const failure = failureIn(body);
	if (failure !== undefined) return { kind: 'error', ...failure, raw: asRaw(body) };
	const holdsAnything = isFilled(body) && !(isObject(body) && !Object.values(body).some(isFilled));
	return holdsAnything ? { kind: 'unknown', raw: asRaw(body) } : { kind: 'notFound' };
}

function rowSchema(schema: Schema): Schema | undefined {
	if (schema.type === 'array') return schema.items;
	const lists = WRAPPERS.map((name) => schema.properties?.[name]);
	return lists.find((list) => list?.type === 'array')?.items;
}

const isAllOf = ({ properties = {} }: Schema, body: IDataObject): boolean =>
	Object.keys(body).every((name) => name in properties || !isFilled(body[name]));

function readList(schema: Schema, row: Schema, body: unknown): Answer {
	const about = isObject(body) ? body : {};
	const wrapper = WRAPPERS.find((name) => isFilled(about[name])) ?? WRAPPERS.find((name) => name in about);
	const inner: unknown = wrapper === undefined ? body : (about[wrapper] ?? []);
	const list = Array.isArray(inner) ? inner : fits(row, inner) ? [inner] : undefined;
	// A page may have no list, if it holds nothing else either.
	const isPage = list === undefined && fits(schema, body) && isAllOf(schema, body);
	if (isPage) return { kind: 'ok', rows: [], fields: fieldsOf(schema, body), raw: body };
	// A list of anything but records is none of records.
	if (list === undefined || !list.every((entry) => isObject(entry) || !isFilled(entry))) return others(body);
	const raw = wrapper === undefined ? {} : { ...about };
	delete raw[wrapper ?? ''];
	const rows = list.filter(isObject).map(wholeRow);
	return { kind: 'ok', rows, fields: fieldsOf(schema, raw), raw };
}

function readObject(schema: Schema, body: unknown, words: LiveNames): Answer {
	const whole = oneOf(body);
	const inner = isObject(whole) ? WRAPPERS.map((name) => whole[name]) : [];
	const found = [whole, ...inner].find((part) => fits(schema, part, words));
	if (found === undefined) return others(body);
	const raw = wholeRow(found);
	return { kind: stateOf(raw) ?? 'ok', rows: [raw], fields: fieldsOf(schema, raw, words), raw };
}

/** An answer of which the contract knows no shape: all that is certain is whether it is a list. */
function readAnything(body: unknown): Answer {
	if (Array.isArray(body) && body.every(isObject)) return { kind: 'ok', rows: body, fields: {}, raw: {} };
	const other = others(body);
	return other.kind !== 'unknown' || !isObject(body)
		? other
		: { kind: 'ok', rows: [body], fields: {}, raw: body };
}

/**
 * Reads the body of a successful response by the schema of its endpoint.
 * @param words those of the service in which fields of an object may come
 */
export function readAnswer<E extends Endpoint>(endpoint: E, body: unknown, words?: LiveNames): AnswerOf<E>;
export function readAnswer({ responses }: Endpoint, body: unknown, words = neutralNames): Answer {
	const schema = responses[200];
	const row = rowSchema(schema);
	if (row !== undefined) return readList(schema, row, body);
	return schema.type === 'object' ? readObject(schema, body, words) : readAnything(body);
}

/** An answer whose shape nobody knows: it is output as it is, with a hint. */
export class UnknownAnswer extends Error {
	constructor(
		readonly raw: IDataObject,
		/** The batch or job that it was asked for. */
		readonly about: IDataObject = {},
	) {
		super('The service gave an answer with a shape that is not known. It is output as it is.');
	}

	/** Whether it is about a batch or job, whose result may still come. */
	get isOfWork(): boolean {
		return Object.keys(this.about).length > 0;
	}
}

/**
 * An answer that is what the contract says; `undefined` when it holds nothing.
 * @throws UnknownAnswer for any other
 */
export function known<E extends Endpoint>(
	endpoint: E,
	body: unknown,
	words?: LiveNames,
): Known<FieldsOf<E['responses'][200]>> | undefined {
	const answer: AnswerOf<E> = readAnswer(endpoint, body, words);
	if (answer.kind === 'notFound') return undefined;
	if (answer.kind === 'error' || answer.kind === 'unknown') throw new UnknownAnswer(answer.raw);
	return answer;
}

/**
 * The records of an answer.
 * @throws UnknownAnswer
 */
export const recordsIn = (endpoint: Endpoint, body: unknown): readonly IDataObject[] =>
	(known(endpoint, body)?.rows ?? []).filter(isFilled);

/**
 * The records of an answer that is output as it is, also when it is empty.
 * @throws UnknownAnswer
 */
export function answerItems(endpoint: Endpoint, body: unknown): readonly IDataObject[] {
	const records = recordsIn(endpoint, body);
	return records.length === 0 ? [{}] : records;
}

/** What the service says of something that it has accepted, whatever its shape. */
export function acknowledged(endpoint: Endpoint, body: unknown): IDataObject {
	const answer = readAnswer(endpoint, body);
	if (answer.kind === 'notFound') return {};
	if (answer.kind !== 'ok') return answer.raw;
	return answer.rows.length === 1 ? answer.rows[0] : { results: [...answer.rows] };
}

export interface SearchPage {
	readonly rows: readonly IDataObject[];
	readonly total?: number;
	/** Makes further pages free, together with the total. */
	readonly key?: string;
}

/** @throws UnknownAnswer */
export function readPage(endpoint: Endpoint, body: unknown): SearchPage {
	const page = known(endpoint as typeof endpoints.b2bPersonSearch, body);
	const { total, chave_cache: key } = page?.fields ?? {};
	return { rows: (page?.rows ?? []).filter(isFilled), total, key };
}

/** The cache key that an answer gives for further pages of its search. */
export function cacheKeyIn(endpoint: Endpoint, body: unknown): string | undefined {
	const answer = readAnswer(endpoint, body);
	return 'fields' in answer ? asText((answer.fields as IDataObject).chave_cache) : undefined;
}
