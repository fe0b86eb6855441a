import { readFileSync } from 'node:fs';
import { parse } from 'yaml';

import type { JsonObject } from './document/types';

/** The file cannot be used; the message says why, in one line. */
export class InputError extends Error {}

export const isObject = (value: unknown): value is JsonObject =>
	typeof value === 'object' && value !== null && !Array.isArray(value);
const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/** The OpenAPI 3 document in a file of JSON or YAML. */
export function readDocument(path: string): JsonObject {
	let content: unknown;
	try {
		content = parse(readFileSync(path, 'utf8'), { logLevel: 'error' });
	} catch (error) {
		throw new InputError(`${path}: ${(error as Error).message.split('\n')[0]}`);
	}
	if (!isObject(content) || !/^3\./.test(String(content.openapi)) || !isObject(content.paths)) {
		throw new InputError(`${path}: not an OpenAPI 3 document`);
	}
	return content;
}

/** What a document says of one parameter or field. */
interface Fact {
	readonly types: Set<string>;
	/** Values of a closed list. */
	readonly values: Set<string>;
	required: boolean;
	assumed: boolean;
}

type Facts = Map<string, Fact>;

/** An operation, whichever way its path is written. */
interface Operation {
	readonly name: string;
	readonly hasSlash: boolean;
	readonly assumed: boolean;
	/** By the part of the call and the dotted name in it; `[]` stands for the entries of a list. */
	readonly facts: Facts;
}

const METHODS = ['get', 'post', 'put', 'patch', 'delete'];
/** Headers that OpenAPI describes elsewhere. */
const OTHER_HEADERS = ['accept', 'authorization', 'content-type'];
/** Nothing lies deeper; schemas may contain themselves. */
const DEEPEST = 8;

/** Follows local references. */
function resolved(document: JsonObject, value: unknown): JsonObject {
	let target = value;
	for (let hops = 0; isObject(target) && typeof target.$ref === 'string'; hops++) {
		const reference: string = target.$ref;
		target = reference
			.replace(/^#\//, '')
			.split('/')
			.map((step) => step.replace(/~1/g, '/').replace(/~0/g, '~'))
			.reduce<unknown>((inner, step) => (isObject(inner) ? inner[step] : undefined), document);
		if (target === undefined || hops > 20) throw new InputError(`the reference ${reference} leads nowhere`);
	}
	return isObject(target) ? target : {};
}

/** Collects the facts of one document. */
class Reader {
	constructor(private readonly document: JsonObject) {}

	operations(): Map<string, Operation> {
		const found = new Map<string, Operation>();
		for (const [written, item] of Object.entries(resolved(this.document, this.document.paths))) {
			// `/v1` may belong to the base address or to the paths.
			const path = written.replace(/^(?:\/[^/{}]+)*?\/v1(?=\/|$)/, '');
			const shared = resolved(this.document, item);
			for (const method of METHODS.filter((name) => isObject(shared[name]))) {
				const operation = resolved(this.document, shared[method]);
				const key = `${method} ${path.replace(/\/$/, '').replace(/\{[^}]*\}/g, '{}')}`;
				found.set(key, {
					name: `${method.toUpperCase()} ${path}`,
					hasSlash: path.endsWith('/'),
					assumed:
						operation['x-assumed'] !== undefined || listOf(operation.tags).includes('beyondSpecification'),
					facts: this.factsOf([...listOf(shared.parameters), ...listOf(operation.parameters)], operation),
				});
			}
		}
		return found;
	}

	private factsOf(parameters: readonly unknown[], operation: JsonObject): Facts {
		const facts: Facts = new Map();
		for (const each of parameters) {
			const { name, in: place, schema, required, ...more } = resolved(this.document, each);
			const lower = String(name).toLowerCase();
			if (place === 'cookie' || (place === 'header' && OTHER_HEADERS.includes(lower))) continue;
			const called = place === 'header' ? lower : String(name);
			this.add(facts, `${String(place)} ${called}`, schema, required === true, 'x-assumed' in more);
		}
		const body = this.schemaIn(operation.requestBody);
		if (body !== undefined) this.add(facts, 'body', body, true, false);
		const responses = resolved(this.document, operation.responses);
		const [status] = Object.keys(responses)
			.filter((code) => code.startsWith('2'))
			.sort();
		const answer = this.schemaIn(responses[status]);
		if (answer !== undefined) this.add(facts, 'answer', answer, true, false);
		return facts;
	}

	private schemaIn(holder: unknown): unknown {
		const media = Object.entries(resolved(this.document, resolved(this.document, holder).content));
		const [, found] = media.find(([type]) => type.includes('json')) ?? [];
		return isObject(found) ? found.schema : undefined;
	}

	/** The forms that a value may have or has at once. */
	private formsOf(schema: unknown, depth = 0): JsonObject[] {
		const own = resolved(this.document, schema);
		if (depth > DEEPEST) return [own];
		const others = ['allOf', 'anyOf', 'oneOf'].flatMap((name) => listOf(own[name]));
		return [own, ...others.flatMap((form) => this.formsOf(form, depth + 1))];
	}

	private requiredIn(schema: unknown): ReadonlySet<unknown> {
		const own = resolved(this.document, schema);
		const alternatives = [...listOf(own.anyOf), ...listOf(own.oneOf)].map((form) => this.requiredIn(form));
		const inEach = [...(alternatives[0] ?? [])].filter((name) => alternatives.every((set) => set.has(name)));
		const inAll = listOf(own.allOf).flatMap((form) => [...this.requiredIn(form)]);
		return new Set([...listOf(own.required), ...inAll, ...inEach]);
	}

	private add(
		facts: Facts,
		name: string,
		schema: unknown,
		required: boolean,
		above: boolean,
		depth = 0,
	): void {
		const forms = this.formsOf(schema);
		const fact = facts.get(name) ?? { types: new Set(), values: new Set(), required: false, assumed: false };
		facts.set(name, fact);
		fact.required ||= required;
		fact.assumed ||= above || forms.some((form) => form['x-assumed'] !== undefined);
		const mandatory = this.requiredIn(schema);
		for (const form of forms) {
			for (const type of [form.type].flat())
				if (typeof type === 'string' && type !== 'null') fact.types.add(type);
			const values = form.const === undefined ? listOf(form.enum) : [form.const];
			for (const value of values) if (typeof value !== 'boolean') fact.values.add(String(value));
			if (depth === DEEPEST) continue;
			for (const [inner, property] of Object.entries(isObject(form.properties) ? form.properties : {})) {
				this.add(facts, `${name}.${inner}`, property, mandatory.has(inner), fact.assumed, depth + 1);
			}
			if (form.items !== undefined) this.add(facts, `${name}[]`, form.items, false, fact.assumed, depth + 1);
		}
	}
}

/** One way in which two documents differ. "Here" is our document, "there" the given one. */
export interface Difference {
	/** Method and path. */
	readonly endpoint: string;
	readonly text: string;
	/** Our side is assumed: it may be wrong. Otherwise the specification says it. */
	readonly assumed: boolean;
}

const written = (values: ReadonlySet<string>, none: string): string => [...values].sort().join(', ') || none;

function factDifferences(here: Fact, there: Fact): string[] {
	const [types, otherTypes] = [here, there].map((fact) => written(fact.types, 'anything'));
	const [values, otherValues] = [here, there].map((fact) => written(fact.values, 'any value'));
	return [
		...(types === otherTypes ? [] : [`${types} here, ${otherTypes} there`]),
		...(values === otherValues ? [] : [`values ${values} here, ${otherValues} there`]),
		...(here.required === there.required
			? []
			: [here.required ? 'required here, optional there' : 'optional here, required there']),
	];
}

function inOperation(here: Operation, there: Operation): Difference[] {
	const at = (text: string, assumed: boolean): Difference => ({ endpoint: here.name, text, assumed });
	/** Only the outermost field that one side lacks is reported, not all within it. */
	const isOutermost = (name: string, among: Facts): boolean => {
		const outer = name.replace(/(?:\.[^.[\]]+|\[\])$/, '');
		return outer === name || among.has(outer);
	};
	const ours = [...here.facts].flatMap(([name, fact]) => {
		const other = there.facts.get(name);
		if (other !== undefined)
			return factDifferences(fact, other).map((text) => at(`${name}: ${text}`, fact.assumed));
		return isOutermost(name, there.facts) ? [at(`${name}: only here`, fact.assumed)] : [];
	});
	const theirs = [...there.facts].flatMap(([name, { types, required }]) =>
		here.facts.has(name) || !isOutermost(name, here.facts)
			? []
			: [at(`${name}: only there (${written(types, 'anything')}${required ? ', required' : ''})`, true)],
	);
	const slash = here.hasSlash === there.hasSlash ? [] : [at(`a slash at the end only ${here.hasSlash ? 'here' : 'there'}`, true)]; // prettier-ignore
	return [...slash, ...ours, ...theirs];
}

/** Every difference between our document and another one. */
export function differences(ours: JsonObject, theirs: JsonObject): readonly Difference[] {
	const here = new Reader(ours).operations();
	const there = new Reader(theirs).operations();
	const onlyIn = (side: string, own: typeof here, other: typeof here): Difference[] =>
		[...own].flatMap(([key, { name, assumed }]) =>
			other.has(key) ? [] : [{ endpoint: name, text: `only ${side}`, assumed }],
		);
	return [
		...onlyIn('here', here, there),
		...onlyIn('there', there, here),
		...[...here].flatMap(([key, operation]) => {
			const other = there.get(key);
			return other === undefined ? [] : inOperation(operation, other);
		}),
	];
}
