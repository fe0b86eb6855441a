import Ajv, { type ValidateFunction } from 'ajv';
import { endpoints, type EndpointName } from '../../contract';
import type { Endpoint } from '../../contract/model/endpoint';
import type { ObjectSchema, Schema } from '../../contract/model/schema';
import { refusals } from '../base/refusals';
import { Refusal } from '../base/refusal';
import { rulesWithMessages } from '../prospecting/rules';
import type { LoggedRequest } from '../state/requestLog';
import type { Call } from '../world/call';
import type { World } from '../world/world';
import { recognise } from './recognise';

type Fields = Readonly<Record<string, unknown>>;

const options = { strict: false, validateFormats: false } as const;
const bodies = new Ajv(options);
/** For what is sent as text: path and query. */
const texts = new Ajv({ ...options, coerceTypes: 'array' });
const compiled = new Map<string, ValidateFunction>();

/** A schema whose closed lists are open: filters with other values match nothing, but are accepted. */
function opened(schema: Schema): Schema {
	const { items, properties } = schema;
	return {
		...schema,
		enum: undefined,
		...(items === undefined ? {} : { items: opened(items) }),
		...(properties === undefined
			? {}
			: {
					properties: Object.fromEntries(
						Object.entries(properties).map(([name, inner]) => [name, opened(inner)]),
					),
				}),
	};
}

/** The first thing that is wrong with a value, in words. */
function wrongIn(key: string, ajv: Ajv, schema: () => Schema, value: unknown): string | undefined {
	const validate = compiled.get(key) ?? ajv.compile(schema());
	compiled.set(key, validate);
	if (validate(value)) return undefined;
	const first = validate.errors?.[0];
	const field = (first?.instancePath ?? '').slice(1).replaceAll('/', '.');
	return `${field} ${first?.message ?? 'is wrong'}`.trim();
}

function check(...checked: Parameters<typeof wrongIn>): void {
	const wrong = wrongIn(...checked);
	if (wrong !== undefined) throw new Refusal(refusals.field.status, 'invalid_parameters', wrong);
}

/** The body of a synchronous enrichment: the identifiers may stand at the root, in `contato` or in `contact`. */
function gathered(body: Fields): Fields {
	const { contato, contact, ...root } = body;
	const inner = contato ?? contact;
	return { contato: typeof inner === 'object' && inner !== null ? { ...root, ...inner } : root };
}

function readBody(
	name: EndpointName,
	schema: ObjectSchema,
	sent: Fields,
	world: World,
	request: LoggedRequest,
): unknown {
	const endpoint: Endpoint = endpoints[name];
	const raw = endpoint.idempotent ? gathered(sent) : sent;
	const { value, unknownFields } = recognise(raw, schema, world.config.words);
	request.unknownFields = unknownFields;
	rulesWithMessages[name]?.(value as Fields, world.settings);
	const open = endpoint.stableOrder === true && world.settings.unknownFilterValues === 'matchNothing';
	check(`${name} body ${open}`, bodies, () => (open ? opened(schema) : schema), value);
	return value;
}

function readQuery(name: EndpointName, schema: ObjectSchema, world: World, request: LoggedRequest): unknown {
	const { value, unknownFields } = recognise(request.query, schema, world.config.words);
	request.unknownFields = [...request.unknownFields, ...unknownFields];
	check(`${name} query`, texts, () => schema, value);
	return value;
}

function checkPath(name: EndpointName, schema: ObjectSchema, path: Readonly<Record<string, string>>): void {
	if (wrongIn(`${name} path`, texts, () => schema, { ...path }) === undefined) return;
	throw new Refusal(refusals.pathValue.status, 'not_found', 'Nothing has this ID.');
}

/** Checks a request against the contract and drops what the service does not know; refuses it as the contract says. */
export function validated<N extends EndpointName>(
	name: N,
	sent: Fields,
	path: Readonly<Record<string, string>>,
	world: World,
	request: LoggedRequest,
): Call<N> {
	const endpoint: Endpoint = endpoints[name];
	if (endpoint.pathParameters !== undefined) checkPath(name, endpoint.pathParameters, path);
	const body = endpoint.body === undefined ? undefined : readBody(name, endpoint.body, sent, world, request);
	const query = endpoint.query === undefined ? undefined : readQuery(name, endpoint.query, world, request);
	// The schemas have just been checked, and the types follow from the same schemas.
	return { name, endpoint, world, path, request, body, query } as unknown as Call<N>;
}
