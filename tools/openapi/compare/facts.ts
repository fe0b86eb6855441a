import type { JsonObject } from '../document/types';
import { follow, isObject } from './readDocument';
import { shapeReader, type Shape } from './shape';

/** What a document says of one parameter or field. */
export interface Fact {
	readonly types: readonly string[];
	readonly values?: readonly string[];
	readonly required: boolean;
	readonly assumed: boolean;
	/** The name of a path parameter, which is found by its place. */
	readonly name?: string;
}

export type Facts = ReadonlyMap<string, Fact>;

/** What a document says of one operation. */
export interface OperationFacts {
	readonly method: string;
	readonly path: string;
	/** Something about the whole operation is assumed. */
	readonly assumed: boolean;
	/** The operation stands outside the specification. */
	readonly extra: boolean;
	readonly parameters: Facts;
	/** Dotted names; absent when there is no body. */
	readonly body?: Facts;
	readonly answer?: Facts;
}

/** The name of the fact about a body or answer as a whole. */
export const WHOLE = '(whole)';

const METHODS = ['get', 'post', 'put', 'patch', 'delete', 'head', 'options'];
/** Headers that OpenAPI describes elsewhere. */
const OTHER_HEADERS = ['accept', 'authorization', 'content-type'];

function factOf(shape: Shape, required: boolean, assumedAbove: boolean): Fact {
	const types = [...shape.types].sort();
	const values = shape.values && [...shape.values].sort();
	const anyFlag = types.join() === 'boolean' && values?.length === 2;
	return {
		types,
		...(values && !anyFlag && { values }),
		required,
		assumed: assumedAbove || shape.assumed,
	};
}

/** The fields of a shape by dotted name, parents first; `[]` stands for the entries of a list. */
function fieldsOf(root: Shape): Facts {
	const facts = new Map<string, Fact>();
	const add = (shape: Shape, path: string, required: boolean, assumedAbove: boolean): void => {
		const fact = factOf(shape, required, assumedAbove);
		facts.set(path === '' ? WHOLE : path, fact);
		for (const [name, property] of shape.properties) {
			const inner = path === '' ? name : `${path}.${name}`;
			add(property, inner, shape.required.has(name), fact.assumed);
		}
		if (shape.items) add(shape.items, `${path}[]`, false, fact.assumed);
	};
	add(root, '', true, false);
	return facts;
}

/** The JSON schema of a body or an answer, of OpenAPI 3 or 2. */
function schemaIn(holder: JsonObject): unknown {
	if (!isObject(holder.content)) return holder.schema;
	const [name] = Object.keys(holder.content).sort((a, b) => Number(/json/.test(b)) - Number(/json/.test(a)));
	const media = name === undefined ? undefined : holder.content[name];
	return isObject(media) ? media.schema : undefined;
}

function successOf(document: JsonObject, operation: JsonObject): unknown {
	const responses = isObject(operation.responses) ? operation.responses : {};
	const status = Object.keys(responses)
		.sort()
		.find((key) => key.startsWith('2'));
	return status === undefined ? undefined : schemaIn(follow(document, responses[status]));
}

/** The body of OpenAPI 2: a parameter with a schema, or the fields of a form. */
function oldBody(parameters: readonly JsonObject[]): unknown {
	const body = parameters.find((parameter) => parameter.in === 'body');
	if (body) return body.schema;
	const fields = parameters.filter((parameter) => parameter.in === 'formData');
	if (fields.length === 0) return undefined;
	return {
		type: 'object',
		properties: Object.fromEntries(fields.map((field) => [String(field.name), field])),
		required: fields.filter((field) => field.required === true).map((field) => String(field.name)),
	};
}

/** Reads all operations of a document, each under its method. */
export function operationFacts(document: JsonObject): readonly OperationFacts[] {
	const shapeOf = shapeReader(document);
	const facts: OperationFacts[] = [];
	const paths = isObject(document.paths) ? document.paths : {};
	for (const [path, pathItem] of Object.entries(paths)) {
		const item = follow(document, pathItem);
		for (const method of METHODS) {
			const operation = item[method];
			if (!isObject(operation)) continue;
			const declared = [item.parameters, operation.parameters]
				.flatMap((list) => (Array.isArray(list) ? list : []))
				.map((parameter) => follow(document, parameter));
			const bodySchema = isObject(operation.requestBody)
				? schemaIn(follow(document, operation.requestBody))
				: oldBody(declared);
			const answerSchema = successOf(document, operation);
			facts.push({
				method: method.toUpperCase(),
				path,
				assumed: operation['x-assumed'] !== undefined,
				extra: Array.isArray(operation.tags) && operation.tags.includes('beyondSpecification'),
				parameters: parametersOf(path, declared, shapeOf),
				...(bodySchema !== undefined && { body: fieldsOf(shapeOf(bodySchema)) }),
				...(answerSchema !== undefined && { answer: fieldsOf(shapeOf(answerSchema)) }),
			});
		}
	}
	return facts;
}

function parametersOf(
	path: string,
	declared: readonly JsonObject[],
	shapeOf: (schema: unknown) => Shape,
): Facts {
	const places = [...path.matchAll(/\{([^}]*)\}/g)].map((match) => match[1]);
	const facts = new Map<string, Fact>();
	for (const parameter of declared) {
		const name = String(parameter.name);
		const place = String(parameter.in);
		if (place === 'header' && OTHER_HEADERS.includes(name.toLowerCase())) continue;
		if (!['path', 'query', 'header'].includes(place)) continue;
		const assumed = parameter['x-assumed'] !== undefined;
		const fact = factOf(shapeOf(parameter.schema ?? parameter), parameter.required === true, assumed);
		if (place === 'path') facts.set(`path parameter ${places.indexOf(name) + 1}`, { ...fact, name });
		else facts.set(`${place} ${place === 'header' ? name.toLowerCase() : name}`, fact);
	}
	return facts;
}
