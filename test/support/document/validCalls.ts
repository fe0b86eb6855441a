import fc from 'fast-check';

import type { Schema } from '../../../contract/model/schema';
import { service } from '../../../tools/openapi/document/service';
import type { ApiDocument, Documented } from './document';
import type { SentCall } from './problems';

/** A call by its parts, before it is written down. */
export interface Call {
	readonly path: Readonly<Record<string, unknown>>;
	readonly query: Readonly<Record<string, unknown>>;
	readonly header: Readonly<Record<string, unknown>>;
	readonly body?: unknown;
}

/** Values of fields, by name, that no schema can tell, such as the ID of a batch that exists. */
export type Known = Readonly<Record<string, fc.Arbitrary<unknown>>>;

/** A call as the wire has it. */
export function written(
	operation: Documented,
	{ path, query, header, body }: Call,
	apiKey: string,
): SentCall {
	const fill = (_: string, name: string): string => encodeURIComponent(String(path[name]));
	const texts = (values: Readonly<Record<string, unknown>>): Array<readonly [string, string]> =>
		Object.entries(values).map(([name, value]) => [name, String(value)] as const);
	const { header: keyHeader, scheme } = service.authorization;
	return {
		method: operation.method,
		path: `${service.basePathEnd}${operation.path.replace(/\{(\w+)\}/g, fill)}`,
		query: Object.fromEntries(texts(query)),
		headers: {
			[keyHeader.toLowerCase()]: `${scheme} ${apiKey}`,
			...(body !== undefined && { 'content-type': 'application/json' }),
			...Object.fromEntries(texts(header).map(([name, text]) => [name.toLowerCase(), text])),
		},
		text: body === undefined ? '' : JSON.stringify(body),
	};
}

/** Any call of an operation that the document allows. */
export function validCall(document: ApiDocument, operation: Documented, known: Known): fc.Arbitrary<Call> {
	const values = new Values(document, known);
	const { path, query, header } = operation.parameters;
	return fc.record({
		path: values.of(path) as fc.Arbitrary<Call['path']>,
		query: values.of(query) as fc.Arbitrary<Call['query']>,
		header: values.of(header, true) as fc.Arbitrary<Call['header']>,
		body:
			operation.bodies.length === 0
				? fc.constant(undefined)
				: fc.oneof(...operation.bodies.map((form) => values.of(form))),
	});
}

/** Most optional fields of an object at once: with all of them no filter would ever match anything. */
const MOST_OPTIONAL = 4;
/** Longest list beyond what is required. */
const MOST_MORE = 3;

/** Values that fit schemas. */
class Values {
	constructor(
		private readonly document: ApiDocument,
		private readonly known: Known,
	) {}

	/** @param isAscii whether texts go where no other characters can stand */
	of(schema: Schema, isAscii = false): fc.Arbitrary<unknown> {
		if (schema.const !== undefined) return fc.constant(schema.const);
		if (schema.enum) return fc.constantFrom(...schema.enum);
		switch (schema.type) {
			case 'string':
				return text(schema, isAscii);
			case 'integer':
				return fc.integer({ min: schema.minimum ?? -5, max: schema.maximum ?? 10_000 });
			case 'number':
				return number(schema);
			case 'boolean':
				return fc.boolean();
			case 'array':
				return this.list(schema);
			case 'object':
				return this.object(schema, isAscii);
			default:
				return schema.anyOf ? fc.oneof(...schema.anyOf.map((form) => this.of(form))) : fc.jsonValue();
		}
	}

	private list({ items = {}, minItems = 0 }: Schema): fc.Arbitrary<unknown> {
		return fc.array(this.of(items), { minLength: minItems, maxLength: minItems + MOST_MORE });
	}

	private object(schema: Schema, isAscii: boolean): fc.Arbitrary<unknown> {
		const { anyOf: forms = [{}] } = schema;
		return fc.oneof(...forms.map((form) => this.form(schema, form, isAscii)));
	}

	/** An object that keeps to one of the rules of which one must hold. */
	private form(schema: Schema, form: Schema, isAscii: boolean): fc.Arbitrary<unknown> {
		const required = [...(schema.required ?? []), ...(form.required ?? [])];
		const optional = Object.keys(schema.properties ?? {}).filter((name) => !required.includes(name));
		const field = (name: string): fc.Arbitrary<unknown> =>
			this.known[name] ?? this.of({ ...schema.properties?.[name], ...form.properties?.[name] }, isAscii);
		const fields = Object.fromEntries([...required, ...optional].map((name) => [name, field(name)]));
		return fc
			.subarray(optional, { maxLength: Math.min(MOST_OPTIONAL, optional.length) })
			.chain((names) =>
				fc.record(Object.fromEntries([...required, ...names].map((name) => [name, fields[name]]))),
			)
			.filter((value) => this.document.complaints(form, value).length === 0);
	}
}

function text({ examples = [], minLength = 0, maxLength = 30, pattern }: Schema, isAscii: boolean) {
	const unit = isAscii ? ('grapheme-ascii' as const) : ('grapheme' as const);
	const length = { minLength: Math.max(minLength, isAscii ? 1 : 0), maxLength: Math.min(maxLength, 30) };
	const any = fc.string({ unit, ...length }).filter((value) => !isAscii || value.trim() === value);
	const fitting = pattern === undefined ? any : any.filter((value) => new RegExp(pattern, 'u').test(value));
	if (examples.length === 0) return fitting;
	const example = fc.constantFrom(...examples);
	// Of all texts hardly any fits a pattern.
	return pattern === undefined ? fc.oneof(example, fitting) : example;
}

function number({ minimum, exclusiveMinimum, maximum }: Schema): fc.Arbitrary<number> {
	const min = exclusiveMinimum ?? minimum ?? -1e6;
	return fc
		.double({ min, max: maximum ?? 1e6, noNaN: true })
		.filter((value) => exclusiveMinimum === undefined || value > exclusiveMinimum);
}
