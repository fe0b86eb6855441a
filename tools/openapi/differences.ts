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
	/** Method and path. */
	readonly endpoint: string;
	/** The part of the call and the dotted name in it; `[]` stands for the entries of a list; '' for the endpoint. */
	readonly name: string;
	/** Types, values of a closed list, and whether it is required: of all forms that it may have. */
	readonly said: Set<string>;
	readonly assumed: boolean;
}

/** By method, path and name, whichever way the path is written. */
type Facts = ReadonlyMap<string, Fact>;

const METHODS = ['get', 'post', 'put', 'patch', 'delete'];
/** Headers that OpenAPI describes elsewhere. */
const OTHER_HEADERS = ['accept', 'authorization', 'content-type'];
/** Nothing lies deeper; schemas may contain themselves. */
const DEEPEST = 8;

/** Follows local references. */
function resolved(document: JsonObject, value: unknown): JsonObject {
	if (!isObject(value)) return {};
	if (typeof value.$ref !== 'string') return value;
	const target = value.$ref
		.replace(/^#\//, '')
		.split('/')
		.map((step) => step.replace(/~1/g, '/').replace(/~0/g, '~'))
		.reduce<unknown>((inner, step) => (isObject(inner) ? inner[step] : undefined), document);
	return { ...resolved(document, target), ...(value['x-assumed'] !== undefined && { 'x-assumed': true }) };
}

function factsOf(document: JsonObject): Facts {
	const facts = new Map<string, Fact>();
	const of = (value: unknown): JsonObject => resolved(document, value);

	for (const [written, item] of Object.entries(of(document.paths))) {
		// `/v1` may belong to the base address or to the paths.
		const path = written.replace(/^(?:\/[^/{}]+)*?\/v1(?=\/|$)/, '');
		for (const method of METHODS.filter((name) => isObject(of(item)[name]))) {
			const operation = of(of(item)[method]);
			const endpoint = `${method.toUpperCase()} ${path}`;
			const key = `${method} ${path.replace(/\/$/, '').replace(/\{[^}]*\}/g, '{}')}`;
			const add = (name: string, schema: unknown, required: boolean, above: boolean, depth = 0): void => {
				const forms = formsOf(schema);
				const assumed = above || forms.some((form) => form['x-assumed'] !== undefined);
				const types = forms.flatMap(({ type }) => type).filter((type) => typeof type === 'string');
				const values = forms
					.flatMap((form) => form.const ?? listOf(form.enum))
					.map((value) => `"${String(value)}"`);
				const said = facts.get(`${key} ${name}`)?.said ?? new Set();
				for (const each of [...types, ...values, ...(required ? ['required'] : [])])
					if (each !== 'null') said.add(each);
				facts.set(`${key} ${name}`, { endpoint, name, said, assumed });
				if (depth === DEEPEST) return;
				for (const form of forms) {
					for (const [inner, property] of Object.entries(of(form.properties)))
						add(`${name}.${inner}`, property, listOf(form.required).includes(inner), assumed, depth + 1);
					if (form.items !== undefined) add(`${name}[]`, form.items, false, assumed, depth + 1);
				}
			};
			const assumed =
				operation['x-assumed'] !== undefined || listOf(operation.tags).includes('beyondSpecification');
			const said = new Set(path.endsWith('/') ? ['a slash at the end'] : []);
			facts.set(key, { endpoint, name: '', said, assumed });
			for (const each of [...listOf(of(item).parameters), ...listOf(operation.parameters)]) {
				const { name, in: place, schema, required, ...more } = of(each);
				const called = place === 'header' ? String(name).toLowerCase() : String(name);
				if (place === 'cookie' || (place === 'header' && OTHER_HEADERS.includes(called))) continue;
				add(`${String(place)} ${called}`, schema, required === true, 'x-assumed' in more);
			}
			const answers = Object.entries(of(operation.responses)).filter(([code]) => code.startsWith('2'));
			const [answer] = answers.sort(([a], [b]) => a.localeCompare(b));
			for (const [name, holder] of Object.entries({ body: operation.requestBody, answer: answer?.[1] })) {
				const media = Object.entries(of(of(holder).content)).find(([type]) => type.includes('json'));
				if (media !== undefined) add(name, of(media[1]).schema, true, false);
			}
		}
	}

	/** The forms that a value may have or has at once. */
	function formsOf(schema: unknown, depth = 0): JsonObject[] {
		const own = of(schema);
		if (depth > DEEPEST) return [own];
		const others = ['allOf', 'anyOf', 'oneOf'].flatMap((name) => listOf(own[name]));
		return [own, ...others.flatMap((form) => formsOf(form, depth + 1))];
	}
	return facts;
}

/** One way in which two documents differ. "Here" is our document, "there" the given one. */
export interface Difference {
	readonly endpoint: string;
	readonly text: string;
	/** Our side is assumed: it may be wrong. Otherwise the specification says it. */
	readonly assumed: boolean;
}

/** Every difference between our document and another one; of what one side lacks, only the outermost. */
export function differences(ours: JsonObject, theirs: JsonObject): readonly Difference[] {
	const [here, there] = [factsOf(ours), factsOf(theirs)];
	const isOutermost = (key: string, { name }: Fact, among: Facts): boolean => {
		const outer = key.replace(/(?:\.[^.[\]/{} ]+|\[\])$/, '');
		return among.has(outer === key ? key.slice(0, key.length - name.length).trim() : outer) || name === '';
	};
	const at = ({ endpoint, name }: Fact, text: string, assumed: boolean): Difference => ({
		endpoint,
		text: name === '' ? text : `${name}: ${text}`,
		assumed,
	});
	const text = ({ said }: Fact): string => [...said].sort().join(', ') || 'nothing';
	const ofOurs = [...here].flatMap(([key, fact]) => {
		const other = there.get(key);
		if (other === undefined)
			return isOutermost(key, fact, there) ? [at(fact, 'only here', fact.assumed)] : [];
		// The slashes of the paths are assumed throughout.
		const assumed = fact.assumed || fact.name === '';
		return text(fact) === text(other) ? [] : [at(fact, `${text(fact)} here, ${text(other)} there`, assumed)];
	});
	const ofTheirs = [...there].flatMap(([key, fact]) =>
		here.has(key) || !isOutermost(key, fact, here) ? [] : [at(fact, `only there: ${text(fact)}`, true)],
	);
	return [...ofOurs, ...ofTheirs];
}
