import { readFileSync } from 'node:fs';
import { parse } from 'yaml';

import type { JsonObject } from './document/types';

export const isObject = (value: unknown): value is JsonObject =>
	typeof value === 'object' && value !== null && !Array.isArray(value);
const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/** The OpenAPI 3 document in a file of JSON or YAML. */
export function readDocument(path: string): JsonObject {
	const content: unknown = parse(readFileSync(path, 'utf8'), { logLevel: 'error' });
	if (!isObject(content) || !/^3\./.test(String(content.openapi)) || !isObject(content.paths))
		throw new Error(`${path}: not an OpenAPI 3 document`);
	return content;
}

/** What a document says of an endpoint, a parameter or a field. */
interface Fact {
	/** Types, values of a closed list, and whether it is required: of all forms that it may have. */
	readonly said: Set<string>;
	readonly assumed: boolean;
}

const METHODS = ['get', 'post', 'put', 'patch', 'delete'];
/** Headers that OpenAPI describes elsewhere. */
const ELSEWHERE = /^(cookie .*|header (accept|authorization|content-type))$/i;
/** Nothing lies deeper; schemas may contain themselves. */
const DEEPEST = 8;

/** Follows local references. */
function resolved(document: JsonObject, value: unknown): JsonObject {
	if (!isObject(value)) return {};
	if (typeof value.$ref !== 'string') return value;
	const [, ...steps] = value.$ref.split('/').map((step) => step.replaceAll('~1', '/'));
	const target = steps.reduce<unknown>(
		(inner, step) => (isObject(inner) ? inner[step] : undefined),
		document,
	);
	return { ...value, ...resolved(document, target) };
}

/** By method and path, in which IDs have no name, and what leads to the field, between ` > `. */
function factsOf(document: JsonObject): ReadonlyMap<string, Fact> {
	const facts = new Map<string, Fact>();
	const of = (value: unknown): JsonObject => resolved(document, value);
	/** The forms that a value may have or has at once. */
	const formsOf = (schema: unknown, depth = 0): JsonObject[] => {
		const own = of(schema);
		const others = ['allOf', 'anyOf', 'oneOf'].flatMap((name) => listOf(own[name]));
		return [own, ...(depth > DEEPEST ? [] : others.flatMap((form) => formsOf(form, depth + 1)))];
	};
	const add = (key: string, schema: unknown, isRequired: boolean, above = false, depth = 0): void => {
		const forms = formsOf(schema);
		const assumed = above || forms.some((form) => 'x-assumed' in form);
		const said = facts.get(key)?.said ?? new Set();
		if (isRequired) said.add('required');
		for (const { type, const: value, enum: values } of forms) {
			for (const each of [type].flat()) if (typeof each === 'string' && each !== 'null') said.add(each);
			for (const each of [value ?? values ?? []].flat()) said.add(`"${String(each)}"`);
		}
		facts.set(key, { said, assumed });
		if (depth === DEEPEST) return;
		for (const { properties, required, items } of forms) {
			for (const [inner, property] of Object.entries(of(properties)))
				add(`${key} > ${inner}`, property, listOf(required).includes(inner), assumed, depth + 1);
			if (items !== undefined) add(`${key} > []`, items, false, assumed, depth + 1);
		}
	};

	for (const [written, item] of Object.entries(of(document.paths))) {
		// `/v1` may belong to the base address or to the paths.
		const path = written.replace(/^(?:\/[^/{}]+)*?\/v1(?=\/|$)/, '').replace(/\{[^}]*\}/g, '{}');
		for (const method of METHODS.filter((name) => isObject(of(item)[name]))) {
			const operation = of(of(item)[method]);
			const endpoint = `${method.toUpperCase()} ${path.replace(/\/$/, '')}`;
			const assumed = 'x-assumed' in operation;
			facts.set(endpoint, { said: new Set(path.endsWith('/') ? ['a slash at the end'] : []), assumed });
			for (const each of [...listOf(of(item).parameters), ...listOf(operation.parameters)]) {
				const { name, in: place, schema, required, ...more } = of(each);
				const called = `${String(place)} ${place === 'header' ? String(name).toLowerCase() : String(name)}`;
				if (!ELSEWHERE.test(called))
					add(`${endpoint} > ${called}`, schema, required === true, 'x-assumed' in more);
			}
			const codes = Object.keys(of(operation.responses)).filter((code) => code.startsWith('2'));
			const answer = of(operation.responses)[codes.sort()[0]];
			for (const [name, holder] of Object.entries({ body: operation.requestBody, answer })) {
				const media = Object.entries(of(of(holder).content)).find(([type]) => type.includes('json'));
				if (media !== undefined) add(`${endpoint} > ${name}`, of(media[1]).schema, true);
			}
		}
	}
	return facts;
}

/**
 * Every difference between our document ("here") and another one ("there"), and whether our side is assumed; of what one
 * side lacks, only the outermost.
 */
export function differences(ours: JsonObject, theirs: JsonObject): readonly string[] {
	const [here, there] = [factsOf(ours), factsOf(theirs)];
	const text = ({ said }: Fact): string => [...said].sort().join(', ') || 'nothing';
	return [...new Set([...here.keys(), ...there.keys()])].flatMap((key) => {
		const [own, other] = [here.get(key), there.get(key)];
		const outer = key.split(' > ').slice(0, -1).join(' > ');
		if (own === undefined || other === undefined) {
			if (outer !== '' && !(own === undefined ? here : there).has(outer)) return [];
			if (own !== undefined) return [`${key}: only here [${own.assumed ? 'assumed' : 'specified'}]`];
			return [`${key}: only there: ${text(other as Fact)}`];
		}
		if (text(own) === text(other)) return [];
		// The slashes of the paths are assumed throughout.
		const side = own.assumed || outer === '' ? 'assumed' : 'specified';
		return [`${key}: ${text(own)} here [${side}], ${text(other)} there`];
	});
}
