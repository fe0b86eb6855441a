import Ajv, { type ValidateFunction } from 'ajv';
import { type EndpointName, endpoints } from '../../contract';
import { type BrandTerms, neutralNames, wireName } from '../../contract/brandTerms';
import type { Endpoint } from '../../contract/model/endpoint';
import type { ObjectSchema, Schema } from '../../contract/model/schema';
import { refusals } from '../base/refusals';
import { Refusal } from '../base/refusal';
import { rulesWithMessages } from '../prospecting/rules';
import type { LoggedRequest } from '../state/requestLog';
import type { Call } from '../world/call';
import type { World } from '../world/world';

/** The part of a request that the service knows, in the neutral spelling, and the paths of what it drops. */
export interface Recognised {
	readonly value: unknown;
	readonly unknownFields: readonly string[];
}

/** Drops the fields that the contract does not have, as the service does. */
export function recognise(value: unknown, schema: Schema, brandTerms: BrandTerms): Recognised {
	const unknownFields: string[] = [];
	return { value: known(value, schema, brandTerms, '', unknownFields), unknownFields };
}

type Properties = Readonly<Record<string, Schema>>;

/** The properties of an object, in whichever of its forms they stand; `undefined` when any are taken. */
function propertiesOf({ properties, anyOf = [] }: Schema): Properties | undefined {
	// Forms may only add rules to the object's own properties.
	const forms = [...anyOf.map(propertiesOf), properties].filter((form) => form !== undefined);
	return forms.length === 0 ? undefined : (Object.assign({}, ...forms) as Properties);
}

function known(
	value: unknown,
	schema: Schema,
	brandTerms: BrandTerms,
	path: string,
	dropped: string[],
): unknown {
	if (Array.isArray(value)) {
		const { items } = schema;
		if (items === undefined) return value;
		return value.map((entry, i) => known(entry, items, brandTerms, `${path}[${i}]`, dropped));
	}
	if (typeof value === 'object' && value !== null) {
		const properties = propertiesOf(schema);
		if (properties === undefined) return value;
		return Object.fromEntries(
			Object.entries(value).flatMap(([sent, inner]) => {
				const place = path === '' ? sent : `${path}.${sent}`;
				const name = neutralName(sent, properties, brandTerms);
				if (name === undefined) dropped.push(place);
				return name === undefined ? [] : [[name, known(inner, properties[name], brandTerms, place, dropped)]];
			}),
		);
	}
	return typeof value === 'string' ? neutralValue(value, schema, brandTerms) : value;
}

function neutralName(
	sent: string,
	properties: Readonly<Record<string, Schema>>,
	brandTerms: BrandTerms,
): string | undefined {
	if (Object.hasOwn(properties, sent)) return sent;
	if (brandTerms === neutralNames) return undefined;
	return Object.keys(properties).find((name) => wireName(name, brandTerms) === sent);
}

/** Values of closed lists in the neutral spelling. */
function neutralValue(value: string, schema: Schema, brandTerms: BrandTerms): string {
	for (const word of ['chatApp', 'spreadsheet'] as const) {
		if (value === brandTerms[word] && schema.enum?.includes(neutralNames[word])) return neutralNames[word];
	}
	return value;
}

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

/** The first thing that is wrong with a value, in brandTerms. */
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
	const { value, unknownFields } = recognise(raw, schema, world.config.brandTerms);
	request.unknownFields = unknownFields;
	rulesWithMessages[name]?.(value as Fields);
	const open = endpoint.stableOrder === true && world.settings.unknownFilterValues === 'matchNothing';
	check(`${name} body ${open}`, bodies, () => (open ? opened(schema) : schema), value);
	return value;
}

function readQuery(name: EndpointName, schema: ObjectSchema, world: World, request: LoggedRequest): unknown {
	const { value, unknownFields } = recognise(request.query, schema, world.config.brandTerms);
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
