import omit from 'lodash/omit';
import type { IDataObject } from 'n8n-workflow';

import { neutralNames, type BrandTerms } from '../../contract/brandTerms';
import type { Endpoint } from '../../contract/model/endpoint';
import type { ObjectSchema, Schema, ValueOf } from '../../contract/model/schema';
import { AdvisedError } from '../base/errors';
import { asText, isFilled, isObject, type Json } from '../base/json';
import { fieldsOf, unwrapOne, stateOf, wholeRow, type State } from './coerce';
import { failureIn } from './error';

/** The only reader of answers. What does not fit the schemas of the contract is `unknown` and comes out as is. */

declare const BODY: unique symbol;

/** A body that is not read yet; only this folder can look inside. */
export interface Body {
	readonly [BODY]: never;
}

export const asBody = (kept: unknown): Body => kept as Body;

type FieldsOf<S> = S extends ObjectSchema ? ValueOf<S> : Readonly<Record<never, never>>;

export interface Answer<Fields = IDataObject> {
	/** `notFound`: it holds nothing, or says that there is nothing. `error`: it says only that something failed. */
	readonly kind: State | 'notFound' | 'error' | 'unknown';
	/** The records of a list, with whole CPFs and CNPJs, or the answer itself, as sent. */
	readonly rows: readonly IDataObject[];
	readonly fields: Fields;
	/** As sent: what stands beside the rows of a list, else the answer itself. */
	readonly raw: IDataObject;
	/** Of an error. */
	readonly reason?: string;
}

/** Fields that wrap the data of an answer (specification: `dados`, `data`; several: `results`). */
const WRAPPERS = ['dados', 'data', 'results'] as const;

const isAnyFilled = (fields: IDataObject): boolean => Object.values(fields).some(isFilled);

/** Of a body that does not fit the schema. */
function misfit(body: unknown): Answer {
	const raw = isObject(body) ? body : { answer: body as Json };
	const failure = failureIn(body);
	if (failure !== undefined) return { kind: 'error', rows: [], fields: {}, raw, ...failure };
	const holdsAnything = isObject(body) ? isAnyFilled(body) : isFilled(body);
	return {
		rows: [],
		fields: {},
		...(holdsAnything ? { kind: 'unknown', raw } : { kind: 'notFound', raw: {} }),
	};
}

function rowSchema(schema: Schema): Schema | undefined {
	if (schema.type === 'array') return schema.items;
	const lists = WRAPPERS.map((name) => schema.properties?.[name]);
	return lists.find((list) => list?.type === 'array')?.items;
}

function readList(schema: Schema, row: Schema, body: unknown): Answer {
	const about = isObject(body) ? body : {};
	const wrapper = WRAPPERS.find((name) => isFilled(about[name])) ?? WRAPPERS.find((name) => name in about);
	const inner: unknown = wrapper === undefined ? body : (about[wrapper] ?? []);
	const isRow = isObject(inner) && isAnyFilled(fieldsOf(row, inner));
	const list = isRow ? [inner] : inner;
	// A list that holds anything but records is of unknown shape.
	if (!Array.isArray(list) || !list.every((one) => isObject(one) || !isFilled(one))) return misfit(body);
	const raw: IDataObject = wrapper === undefined ? {} : omit(about, wrapper);
	const rows = list.filter(isObject).map((entry) => wholeRow(entry));
	return { kind: 'ok', rows, fields: fieldsOf(schema, raw), raw };
}

function readObject(schema: Schema, body: unknown, brandTerms: BrandTerms): Answer {
	const whole = unwrapOne(body);
	const inner = isObject(whole) ? WRAPPERS.map((name) => whole[name]) : [];
	for (const found of [whole, ...inner].filter(isObject)) {
		const fields = fieldsOf(schema, found, brandTerms);
		if (isAnyFilled(fields)) return { kind: stateOf(found) ?? 'ok', rows: [found], fields, raw: found };
	}
	return misfit(body);
}

function readAnything(body: unknown): Answer {
	if (Array.isArray(body) && body.every(isObject)) return { kind: 'ok', rows: body, fields: {}, raw: {} };
	const other = misfit(body);
	return other.kind === 'unknown' && isObject(body) ? { ...other, kind: 'ok', rows: [body] } : other;
}

export function readAnswer<E extends Endpoint>(endpoint: E, body: unknown, brandTerms = neutralNames) {
	const schema: Schema = endpoint.responses[200];
	const row = rowSchema(schema);
	const other = schema.type === 'object' ? readObject(schema, body, brandTerms) : readAnything(body);
	return (row ? readList(schema, row, body) : other) as Answer<FieldsOf<E['responses'][200]>>;
}

export class UnknownAnswer extends AdvisedError {
	constructor(
		readonly raw: IDataObject,
		/** The batch or job that was asked about. */
		readonly about: IDataObject = {},
	) {
		super('The service answered in an unknown format', 'The answer is output as it is.');
	}
}

/** `undefined` when the answer holds nothing. @throws UnknownAnswer for an error or unknown shape */
export function known<E extends Endpoint>(endpoint: E, body: unknown, brandTerms?: BrandTerms) {
	const answer = readAnswer(endpoint, body, brandTerms);
	if (answer.kind === 'notFound') return undefined;
	if (answer.kind === 'error' || answer.kind === 'unknown') throw new UnknownAnswer(answer.raw);
	return answer;
}

export const recordsIn = (endpoint: Endpoint, body: unknown): readonly IDataObject[] =>
	(known(endpoint, body)?.rows ?? []).filter(isFilled);

/** One empty record for an empty answer. @throws UnknownAnswer */
export function answerItems(endpoint: Endpoint, body: unknown): readonly IDataObject[] {
	const records = recordsIn(endpoint, body);
	return records.length === 0 ? [{}] : records;
}

/** What the service says of something it accepted, whatever its shape. */
export function acknowledged(endpoint: Endpoint, body: unknown): IDataObject {
	const { kind, rows, raw } = readAnswer(endpoint, body);
	if (kind !== 'ok') return raw;
	return rows.length === 1 ? rows[0] : { results: [...rows] };
}

/** Read by itself: it is wanted before the page is, and stands beside the rows. */
export const cacheKeyIn = (body: unknown): string | undefined =>
	isObject(body) ? asText(body.chave_cache) : undefined;
