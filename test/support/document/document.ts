import type { ErrorObject, ValidateFunction } from 'ajv';
import Ajv2020 from 'ajv/dist/2020';

import { neutralNames, type BrandTerms } from '../../../contract/brandTerms';
import { service } from '../../../contract/model/service';
import type { Schema } from '../../../contract/model/schema';
import { openApiDocument } from '../../../tools/openapi/document/document';
import type { JsonObject, Operation, Parameter } from '../../../tools/openapi/document/types';

/** An operation of the document, with what it says in the places where callers look. */
export interface Documented {
	/** Method and path with its placeholders. */
	readonly name: string;
	readonly method: string;
	readonly path: string;
	/** The schema of all parameters in one place. */
	readonly parameters: Readonly<Record<Parameter['in'], Schema>>;
	/** The forms of the body; none when it takes no body. */
	readonly bodies: readonly Schema[];
	readonly responses: Operation['responses'];
}

/** What is wrong with a value, by JSON pointer. */
export type Complaint = Pick<ErrorObject, 'instancePath' | 'message'>;

/** Of alternatives that only differ in what they require, the names that all would do. */
function alternatives(errors: readonly ErrorObject[]): readonly Complaint[] {
	const groups = errors.filter(({ keyword }) => keyword === 'anyOf');
	const isIn = (error: ErrorObject, group: ErrorObject): boolean =>
		error.schemaPath.startsWith(`${group.schemaPath}/`) && error.instancePath === group.instancePath;
	return errors.flatMap((error): readonly Complaint[] => {
		if (groups.some((group) => error.keyword === 'required' && isIn(error, group))) return [];
		if (error.keyword !== 'anyOf') return [error];
		const missing = errors.filter((each) => each.keyword === 'required' && isIn(each, error));
		const names = missing.map(({ params }) => String(params.missingProperty));
		const message = names.length > 0 ? `needs one of ${[...new Set(names)].join(', ')}` : 'has no known form';
		return [{ instancePath: error.instancePath, message }];
	});
}

interface Content {
	readonly content?: Readonly<Record<string, { readonly schema?: Schema }>>;
}

const JSON_TYPE = 'application/json';

/** The name under which the validator knows the document, so that it compiles a component once for all schemas. */
const ROOT = 'document';

/** What a method and a path lead to. */
export interface Found {
	readonly operation?: Documented;
	/** What stands in the placeholders of its path. */
	readonly values: Record<string, string>;
	/** Whether some method has this path. */
	readonly isPath: boolean;
}

/**
 * The OpenAPI document, read as a caller reads it. docs/openapi.json is this document in the neutral words, as
 * generated.spec.ts holds; a sandbox that speaks the live words is held to the same in these.
 */
export class ApiDocument {
	readonly operations: readonly Documented[];
	private readonly root: JsonObject;
	private readonly ajv = new Ajv2020({
		strict: false,
		validateFormats: false,
		allErrors: true,
		inlineRefs: false,
	});
	private readonly compiled = new WeakMap<Schema, ValidateFunction>();

	constructor(brandTerms: BrandTerms = neutralNames) {
		const document = openApiDocument(brandTerms);
		this.root = JSON.parse(JSON.stringify(document)) as JsonObject;
		this.ajv.addSchema({ $id: ROOT, components: this.root.components });
		this.operations = Object.entries(document.paths).flatMap(([path, methods]) =>
			Object.entries(methods).map(([method, operation]) => this.read(method, path, operation)),
		);
	}

	/** The operation of a method and a path with the version. */
	find(method: string, path: string): Found {
		const below = path.startsWith(`${service.basePathEnd}/`) ? path.slice(service.basePathEnd.length) : '';
		const fitting = this.operations.flatMap((operation) => {
			const values = valuesIn(operation.path, below);
			return values === undefined ? [] : [{ operation, values }];
		});
		// A path without placeholders goes before one with them.
		fitting.sort((a, b) => Object.keys(a.values).length - Object.keys(b.values).length);
		const found = fitting.find(({ operation }) => operation.method === method);
		return { ...(found ?? { values: {} }), isPath: fitting.length > 0 };
	}

	/** A schema with what it refers to in it. */
	resolve(schema: Schema & { readonly $ref?: string }): Schema {
		const { $ref: reference, ...rest } = schema;
		return reference === undefined ? schema : { ...(this.at(reference) as Schema), ...rest };
	}

	/** What a value has against a schema; nothing when it fits. */
	complaints(schema: Schema, value: unknown): readonly Complaint[] {
		const validate = this.compiled.get(schema) ?? this.ajv.compile(withRoot(schema) as Schema);
		this.compiled.set(schema, validate);
		return validate(value) ? [] : alternatives(validate.errors ?? []);
	}

	/** The schema of an answer with a status; `undefined` when the operation has none. */
	answer({ responses }: Documented, status: number): Schema | undefined {
		const response = responses[status] ?? responses[`${Math.floor(status / 100)}XX`];
		if (response === undefined) return undefined;
		const { content } = ('$ref' in response ? this.at(String(response.$ref)) : response) as Content;
		return content?.[JSON_TYPE]?.schema;
	}

	private at(reference: string): unknown {
		return reference
			.slice('#/'.length)
			.split('/')
			.reduce<unknown>((value, name) => (value as JsonObject)[name], this.root);
	}

	private read(method: string, path: string, operation: Operation): Documented {
		const { parameters = [], responses } = operation;
		const inPlace = (place: Parameter['in']): Schema => {
			const here = parameters.filter((parameter) => parameter.in === place);
			return {
				type: 'object',
				properties: Object.fromEntries(here.map(({ name, schema }) => [name, this.resolve(schema)])),
				required: here.filter(({ required }) => required).map(({ name }) => name),
			};
		};
		const body = (operation.requestBody as Content | undefined)?.content?.[JSON_TYPE]?.schema;
		return {
			name: `${method.toUpperCase()} ${path}`,
			method: method.toUpperCase(),
			path,
			parameters: {
				path: inPlace('path'),
				query: { ...inPlace('query'), ...operation['x-query'] },
				header: inPlace('header'),
			},
			bodies: body === undefined ? [] : body.type === undefined && body.anyOf ? body.anyOf : [body],
			responses,
		};
	}
}

/** A schema whose references name the document. */
const withRoot = (schema: Schema): unknown =>
	JSON.parse(JSON.stringify(schema), (name, value: unknown) =>
		name === '$ref' && typeof value === 'string' ? `${ROOT}${value}` : value,
	);

/** The values that a path has in the place of placeholders; `undefined` when it is another path. */
function valuesIn(template: string, path: string): Record<string, string> | undefined {
	const wanted = template.split('/');
	const given = path.split('/');
	if (wanted.length !== given.length) return undefined;
	const values: Record<string, string> = {};
	for (const [i, segment] of wanted.entries()) {
		if (segment.startsWith('{') && given[i] !== '') values[segment.slice(1, -1)] = decoded(given[i]);
		else if (segment !== given[i]) return undefined;
	}
	return values;
}

function decoded(segment: string): string {
	try {
		return decodeURIComponent(segment);
	} catch {
		return segment;
	}
}
