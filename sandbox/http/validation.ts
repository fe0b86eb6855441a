import Ajv from 'ajv';
import { type EndpointName, endpoints } from '../../contract';
import type { Endpoint } from '../../contract/model/endpoint';
import type { Schema } from '../../contract/model/schema';
import { refusals } from '../base/refusals';
import { Refusal } from '../base/refusal';
import { rulesWithMessages } from '../prospecting/rules';
import type { LoggedRequest } from '../state/requestLog';
import type { Call } from '../world/call';
import type { World } from '../world/world';

type Fields = Readonly<Record<string, unknown>>;

/** The properties of an object, in whichever of its forms they stand; `undefined` when any are taken. */
function propertiesOf({ properties, anyOf = [] }: Schema): Readonly<Record<string, Schema>> | undefined {
	// Forms may only add rules to the object's own properties.
	const forms = [...anyOf.map(propertiesOf), properties].filter((form) => form !== undefined);
	return forms.length === 0 ? undefined : Object.assign({}, ...forms);
}

/** Drops the fields that the contract does not have, as the service does, and notes their paths. */
function known(value: unknown, schema: Schema, dropped: string[], path = ''): unknown {
	if (Array.isArray(value)) {
		const { items } = schema;
		if (items === undefined) return value;
		return value.map((entry, i) => known(entry, items, dropped, `${path}[${i}]`));
	}
	const properties = propertiesOf(schema);
	if (typeof value !== 'object' || value === null || properties === undefined) return value;
	const entries = Object.entries(value).flatMap(([name, inner]) => {
		const place = path === '' ? name : `${path}.${name}`;
		if (Object.hasOwn(properties, name)) return [[name, known(inner, properties[name], dropped, place)]];
		dropped.push(place);
		return [];
	});
	return Object.fromEntries(entries);
}

const options = { strict: false, validateFormats: false } as const;
const bodies = new Ajv(options);
/** For what is sent as text: path and query. */
const texts = new Ajv({ ...options, coerceTypes: 'array' });

/** The first thing that is wrong with a value, in words. */
function wrongIn(ajv: Ajv, schema: Schema, value: unknown): string | undefined {
	const validate = ajv.compile(schema);
	if (validate(value)) return undefined;
	const first = validate.errors?.[0];
	const field = (first?.instancePath ?? '').slice(1).replaceAll('/', '.');
	return `${field} ${first?.message ?? 'is wrong'}`.trim();
}

/** The body of a synchronous enrichment: the identifiers may stand at the root, in `contato` or in `contact`. */
function gathered(body: Fields): Fields {
	const { contato, contact, ...root } = body;
	const inner = contato ?? contact;
	return { contato: typeof inner === 'object' && inner !== null ? { ...root, ...inner } : root };
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
	const unknownFields: string[] = [];
	request.unknownFields = unknownFields;
	const { pathParameters } = endpoint;
	if (pathParameters !== undefined && wrongIn(texts, pathParameters, { ...path }) !== undefined) {
		throw new Refusal(refusals.pathValue.status, 'not_found', 'Nothing has this ID.');
	}
	const read = (
		ajv: Ajv,
		schema: Schema | undefined,
		part: Fields,
		rule?: (part: Fields) => void,
	): unknown => {
		if (schema === undefined) return undefined;
		const value = known(part, schema, unknownFields);
		rule?.(value as Fields);
		const wrong = wrongIn(ajv, schema, value);
		if (wrong !== undefined) throw new Refusal(refusals.field.status, 'invalid_parameters', wrong);
		return value;
	};
	const body = read(
		bodies,
		endpoint.body,
		endpoint.idempotent ? gathered(sent) : sent,
		rulesWithMessages[name],
	);
	const query = read(texts, endpoint.query, request.query);
	// The schemas have just been checked, and the types follow from the same schemas.
	return { name, endpoint, world, path, request, body, query } as unknown as Call<N>;
}
