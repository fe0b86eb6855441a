import type { ErrorObject } from 'ajv';
import Ajv2020 from 'ajv/dist/2020';

import { neutralNames, type BrandTerms } from '../../../contract/brandTerms';
import { service } from '../../../tools/openapi/document/service';
import type { Schema } from '../../../contract/model/schema';
import { openApiDocument } from '../../../tools/openapi/document/document';
import { isObject } from '../../../tools/openapi/differences';
import type {
	JsonObject,
	OpenApiDocument,
	Operation,
	Parameter,
} from '../../../tools/openapi/document/types';

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

interface Content {
	readonly content?: Readonly<Record<string, { readonly schema?: Schema }>>;
}

const JSON_TYPE = 'application/json';

/** What a method and a path lead to. */
export interface Found {
	readonly operation?: Documented;
	/** What stands in the placeholders of its path. */
	readonly values: Record<string, string>;
	/** Whether some method has this path. */
	readonly isPath: boolean;
}

/**
 * The OpenAPI document, read as a caller reads it. docs/dev/openapi.json is this document in the neutral words, as
 * generated.spec.ts holds; a sandbox that speaks the live words is held to the same in these.
 */
export class ApiDocument {
	readonly operations: readonly Documented[];
	private readonly ajv = new Ajv2020({ strict: false, validateFormats: false, allErrors: true });

	constructor(brandTerms: BrandTerms = neutralNames) {
		const { paths } = withoutReferences(openApiDocument(brandTerms));
		this.operations = Object.entries(paths).flatMap(([path, methods]) =>
			Object.entries(methods).map(([method, operation]) => read(method, path, operation)),
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

	/** What a value has against a schema; nothing when it fits. */
	complaints(schema: Schema, value: unknown): readonly Complaint[] {
		const validate = this.ajv.compile(schema);
		return validate(value) ? [] : (validate.errors ?? []);
	}

	/** The schema of an answer with a status; `undefined` when the operation has none. */
	answer({ responses }: Documented, status: number): Schema | undefined {
		const response = responses[status] ?? responses[`${Math.floor(status / 100)}XX`];
		return (response as Content | undefined)?.content?.[JSON_TYPE]?.schema;
	}
}

/** The document with what it refers to in each place. */
function withoutReferences(document: OpenApiDocument): OpenApiDocument {
	const whole = (value: unknown): unknown => {
		if (Array.isArray(value)) return value.map(whole);
		if (!isObject(value)) return value;
		const { $ref: reference, ...rest } = value;
		const target = String(reference ?? '#')
			.split('/')
			.slice(1)
			.reduce<unknown>((inner, name) => (inner as JsonObject)[name], document);
		const own = reference === undefined ? {} : (whole(target) as JsonObject);
		return {
			...own,
			...Object.fromEntries(Object.entries(rest).map(([name, inner]) => [name, whole(inner)])),
		};
	};
	return whole(document) as OpenApiDocument;
}

function read(method: string, path: string, operation: Operation): Documented {
	const { parameters = [], responses } = operation;
	const inPlace = (place: Parameter['in']): Schema => {
		const here = parameters.filter((parameter) => parameter.in === place);
		return {
			type: 'object',
			properties: Object.fromEntries(here.map(({ name, schema }) => [name, schema])),
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
