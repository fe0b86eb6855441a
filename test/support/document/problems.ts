import { refusals, type WrongPart } from '../../../sandbox/base/refusals';
import type { Schema } from '../../../contract/model/schema';
import { service } from '../../../tools/openapi/document/service';
import type { ApiDocument, Documented } from './document';
import { unlike } from './unlike';

/** A call as it goes over the wire. */
export interface SentCall {
	readonly method: string;
	/** With the version, without the query. */
	readonly path: string;
	readonly query: Readonly<Record<string, string>>;
	/** By lower-case name. */
	readonly headers: Readonly<Record<string, string | undefined>>;
	readonly text: string;
}

/** What of a call is not as the document has it, without any value of the call. */
export interface Problem {
	readonly part: WrongPart;
	/** As in `body filtros_pessoa.estados[0]`. */
	readonly place: string;
	readonly what: string;
	/** Whether the service refuses it; it drops or ignores the other things and charges the call. */
	readonly isRefused: boolean;
}

/** The same path with the slash at its end or without. */
export const otherSlash = (path: string): string => (path.endsWith('/') ? path.slice(0, -1) : `${path}/`);

/** All that is wrong with a call by the document; of a body, what is wrong with the form that it comes closest to. */
export function problemsOf(document: ApiDocument, call: SentCall): readonly Problem[] {
	const { operation, values, isPath } = document.find(call.method, call.path);
	if (operation === undefined) {
		const { operation: other } = document.find(call.method, otherSlash(call.path));
		const part = isPath ? 'method' : other === undefined ? 'path' : 'slash';
		return [{ part, place: part, what: 'is not in the document', isRefused: true }];
	}
	return [
		...keyProblems(call),
		...ofPath(document, operation, values),
		...ofQuery(document, operation, call),
		...ofHeaders(document, operation, call),
		...ofBody(document, operation, call),
	];
}

function keyProblems({ headers }: SentCall): Problem[] {
	const { header, scheme } = service.authorization;
	const isThere = new RegExp(`^${scheme} \\S+$`).test(headers[header.toLowerCase()] ?? '');
	const what = `is not "${scheme}", a space and a key`;
	return isThere ? [] : [{ part: 'key', place: `header ${header}`, what, isRefused: true }];
}

/** A text in the type that its schema has, where it can be read as such. */
function typed(schema: Schema | undefined, text: string): unknown {
	const isNumber = schema?.type === 'integer' || schema?.type === 'number';
	return isNumber && /^-?\d+(\.\d+)?$/.test(text) ? Number(text) : text;
}

const typedAll = (schema: Schema, texts: Readonly<Record<string, string>>): Record<string, unknown> =>
	Object.fromEntries(
		Object.entries(texts).map(([name, text]) => [name, typed(schema.properties?.[name], text)]),
	);

const inPart = (part: WrongPart, place: string, found: ReturnType<typeof unlike>): Problem[] =>
	found.map(({ at, what, isRefused }) => ({ part, place: `${place} ${at}`.trim(), what, isRefused }));

function ofPath(
	document: ApiDocument,
	{ parameters }: Documented,
	values: Record<string, string>,
): Problem[] {
	const found = unlike(document, parameters.path, typedAll(parameters.path, values));
	return inPart('pathValue', 'path', found);
}

function ofQuery(document: ApiDocument, { parameters }: Documented, { query }: SentCall): Problem[] {
	const found = unlike(document, parameters.query, typedAll(parameters.query, query));
	return inPart('field', 'query', found);
}

/** Headers that some operation has are known; of others the document says nothing. */
function ofHeaders(document: ApiDocument, { parameters }: Documented, { headers }: SentCall): Problem[] {
	const known = document.operations.flatMap((each) => Object.keys(each.parameters.header.properties ?? {}));
	const sent = known.flatMap((name) => {
		const text = headers[name.toLowerCase()];
		return text === undefined ? [] : [[name, text] as const];
	});
	return inPart('field', 'header', unlike(document, parameters.header, Object.fromEntries(sent)));
}

function ofBody(document: ApiDocument, { bodies }: Documented, { headers, text }: SentCall): Problem[] {
	const problem = (part: WrongPart, what: string, isRefused = true): Problem[] => [
		{ part, place: part === 'contentType' ? 'header Content-Type' : 'body', what, isRefused },
	];
	if (bodies.length === 0) return text === '' ? [] : problem('field', 'is sent where none is taken', false);
	if (text === '') return problem('field', 'is missing');
	const [type] = (headers['content-type'] ?? '').split(';');
	if (type.trim().toLowerCase() !== 'application/json') {
		return problem('contentType', 'is not application/json');
	}
	let value: unknown;
	try {
		value = JSON.parse(text);
	} catch {
		return problem('field', 'is not JSON');
	}
	const byForm = bodies.map((form) => inPart('field', 'body', unlike(document, form, value)));
	const weight = (problems: readonly Problem[]): number =>
		problems.reduce((sum, { isRefused }) => sum + (isRefused ? 1000 : 1), 0);
	return byForm.reduce((best, next) => (weight(next) < weight(best) ? next : best));
}

/** The status with which the service answers a call, or `undefined` when it takes it. */
export const refusedWith = (problems: readonly Problem[]): number | undefined => {
	const first = problems.find(({ isRefused }) => isRefused);
	return first && refusals[first.part].status;
};
