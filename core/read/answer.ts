import type { IDataObject } from 'n8n-workflow';

import { messageIn } from '../../contract/errors';
import type { Endpoint } from '../../contract/model/endpoint';
import type { ObjectSchema, Schema, ValueOf } from '../../contract/model/schema';
import { isFilled, isObject } from '../base/json';
import { fieldsOf, fits, withWholeDocuments } from './coerce';

/**
 * The one reader of answers: the only code that sees what the service has sent before anybody knows what it is. It is
 * driven by the schemas of the contract. What does not fit them is `unknown`, and comes out as it is.
 */

type FieldsOf<S> = S extends ObjectSchema ? ValueOf<S> : Readonly<Record<never, never>>;

/** An answer that is what the contract says. */
export interface Known<Fields = IDataObject> {
	/** `pending`: work goes on. `failed`: it has ended without a result. */
	readonly kind: 'ok' | 'pending' | 'failed';
	/** The records of a list, or the object of the answer itself; as the service sent them, with whole CPFs and CNPJs. */
	readonly rows: readonly IDataObject[];
	/** The known fields of the answer, in the types of the contract. */
	readonly fields: Fields;
	/** What stands beside the rows of a list; else the object of the answer. As the service sent it. */
	readonly raw: IDataObject;
}

export type Answer<Fields = IDataObject> =
	| Known<Fields>
	/** It holds nothing, or says that there is nothing. */
	| { readonly kind: 'notFound' }
	/** Words about an error, and nothing else. */
	| { readonly kind: 'error'; readonly reason: string }
	/** Nobody knows its shape. */
	| { readonly kind: 'unknown'; readonly raw: IDataObject };

export type AnswerOf<E extends Endpoint> = Answer<FieldsOf<E['responses'][200]>>;

/** Fields that wrap the data of an answer (specification: `dados`, `data`; several: `results`). */
const WRAPPERS = ['dados', 'data', 'results'] as const;

/** States of work (specification: batches and events); those of the business context are the same (client). */
const STATES: Readonly<Record<string, 'pending' | 'failed'>> = {
	processing: 'pending',
	requested: 'pending',
	failed: 'failed',
	error: 'failed',
};

/** The kind of an answer about work, by its state or by `concluido`. */
function kindOf({ status, concluido }: IDataObject): Known['kind'] {
	if (typeof status === 'string') return STATES[status.trim().toLowerCase()] ?? 'ok';
	return concluido === false ? 'pending' : 'ok';
}

/** Names of an error body (several), and what stands beside the words. */
const ERROR_NAMES = ['error', 'detail', 'message'];
const BESIDE_ERROR = [...ERROR_NAMES, 'success', 'sucesso', 'status', 'code'];

/** The words of an answer that says that something went wrong, and nothing else. */
function errorIn(body: unknown): string | undefined {
	if (!isObject(body) || !ERROR_NAMES.some((name) => isFilled(body[name]))) return undefined;
	const isAll = Object.keys(body).every((name) => BESIDE_ERROR.includes(name) || !isFilled(body[name]));
	return isAll && body.success !== true && body.sucesso !== true ? messageIn(body) : undefined;
}

/** An answer as one object, to be output. */
const asRaw = (body: unknown): IDataObject =>
	isObject(body) ? body : { answer: body as IDataObject[string] };

const isEmpty = (body: unknown): boolean =>
	!isFilled(body) || (isObject(body) && !Object.values(body).some(isFilled));

/** What is no answer of the contract. */
function others(body: unknown): Answer<never> {
	const reason = errorIn(body);
	if (reason !== undefined) return { kind: 'error', reason };
	return isEmpty(body) ? { kind: 'notFound' } : { kind: 'unknown', raw: asRaw(body) };
}

/** The schema of the rows of an answer that is a list, or has one. */
function rowSchema(schema: Schema): Schema | undefined {
	if (schema.type === 'array') return schema.items;
	const wrapper = WRAPPERS.find((name) => schema.properties?.[name]?.type === 'array');
	return wrapper && schema.properties?.[wrapper].items;
}

const rowsIn = (schema: Schema, list: readonly unknown[]): IDataObject[] =>
	list.filter(isObject).map((row) => withWholeDocuments(schema, row) as IDataObject);

function readList(schema: Schema, row: Schema, body: unknown): Answer {
	const about = isObject(body) ? body : {};
	const wrapper = WRAPPERS.find((name) => isFilled(about[name])) ?? WRAPPERS.find((name) => name in about);
	const inner: unknown = wrapper === undefined ? body : about[wrapper];
	const list = Array.isArray(inner) ? inner : fits(row, inner) ? [inner] : undefined;
	const rows = rowsIn(row, list ?? []);
	// A list of anything but records is none of records.
	if (list === undefined || rows.length < list.filter(isFilled).length) return others(body);
	const raw = wrapper === undefined ? {} : { ...about };
	delete raw[wrapper ?? ''];
	return { kind: 'ok', rows, fields: fieldsOf(schema, raw), raw };
}

function readObject(schema: Schema, body: unknown): Answer {
	const whole: unknown = Array.isArray(body) && body.length === 1 ? body[0] : body;
	const inner = isObject(whole) ? WRAPPERS.map((name) => whole[name]) : [];
	const found = [whole, ...inner].find((part) => fits(schema, part));
	if (found === undefined) return others(body);
	const raw = withWholeDocuments(schema, found) as IDataObject;
	return { kind: kindOf(raw), rows: [raw], fields: fieldsOf(schema, raw), raw };
}

/** An answer of which the contract knows no shape: all that is certain is whether it is a list. */
function readAnything(body: unknown): Answer {
	if (Array.isArray(body) && body.every(isObject)) return { kind: 'ok', rows: body, fields: {}, raw: {} };
	if (!isObject(body) || errorIn(body) !== undefined || !isFilled(body)) return others(body);
	return { kind: 'ok', rows: [body], fields: {}, raw: body };
}

/** Reads the body of a successful response by the schema of its endpoint. */
export function readAnswer<E extends Endpoint>(endpoint: E, body: unknown): AnswerOf<E>;
export function readAnswer({ responses }: Endpoint, body: unknown): Answer {
	const schema = responses[200];
	const row = rowSchema(schema);
	if (row !== undefined) return readList(schema, row, body);
	return schema.type === 'object' ? readObject(schema, body) : readAnything(body);
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
}

/** @throws UnknownAnswer for an answer whose shape nobody knows */
export function known<A extends Answer<unknown>>(
	answer: A,
	about?: IDataObject,
): Exclude<A, { readonly kind: 'unknown' }> {
	if (answer.kind === 'unknown') throw new UnknownAnswer(answer.raw, about);
	return answer as Exclude<A, { readonly kind: 'unknown' }>;
}
