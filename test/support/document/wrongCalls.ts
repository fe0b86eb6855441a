import type { Schema } from '../../../contract/model/schema';
import { isObject } from '../../../tools/openapi/differences';
import type { Documented } from './document';
import { otherSlash, type SentCall } from './problems';
import { written, type Call } from './validCalls';

/** A call with one thing changed. */
export interface Changed {
	/** What was changed, as in `body filtros_pessoa.estados[0]: another type`. */
	readonly change: string;
	readonly sent: SentCall;
}

/** A value with one thing in it changed. */
type Variant = readonly [change: string, value: unknown];

const OF_EACH_TYPE: readonly unknown[] = ['x', 0.5, true, null, ['x'], { x: 1 }];

const typeOf = (value: unknown): string =>
	value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value;

/** Methods that no operation has, and the two that one may not have. */
const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];

/** Every call that differs from one by a single thing; whether the document allows it is another question. */
export function changedCalls(operation: Documented, call: Call, apiKey: string): readonly Changed[] {
	const { body } = call;
	const sent = written(operation, call, apiKey);
	const withHeaders = (headers: SentCall['headers']): SentCall => ({
		...sent,
		headers: { ...sent.headers, ...headers },
	});
	const inPlace = (place: 'path' | 'query' | 'header'): Changed[] =>
		variantsOf(operation.parameters[place], call[place])
			// What is empty in a path makes another path; only texts and numbers can stand in these places.
			.filter(([, value]) => isObject(value) && Object.values(value).every(isShort(place)))
			.map(([change, value]) => ({
				change: `${place} ${change}`,
				sent: written(operation, { ...call, [place]: value }, apiKey),
			}));
	const inBody = operation.bodies.flatMap((form) => variantsOf(form, body));
	return [
		...METHODS.filter((method) => method !== sent.method).map((method) => ({
			change: `method ${method}`,
			sent: { ...sent, method, ...(method === 'GET' && { text: '' }) },
		})),
		{ change: 'path: the other slash', sent: { ...sent, path: otherSlash(sent.path) } },
		{
			change: 'path: another one',
			sent: { ...sent, path: `${sent.path}${sent.path.endsWith('/') ? '' : '/'}x` },
		},
		{ change: 'key: missing', sent: withHeaders({ authorization: undefined }) },
		{ change: 'key: without its word', sent: withHeaders({ authorization: apiKey }) },
		{ change: 'key: another word', sent: withHeaders({ authorization: `Bearer ${apiKey}` }) },
		...(['path', 'query', 'header'] as const).flatMap(inPlace),
		...(body === undefined
			? []
			: [
					{
						change: 'content type: form',
						sent: withHeaders({ 'content-type': 'application/x-www-form-urlencoded' }),
					},
					{ change: 'content type: missing', sent: withHeaders({ 'content-type': undefined }) },
					{ change: 'content type: text', sent: withHeaders({ 'content-type': 'text/plain' }) },
					{ change: 'body: missing', sent: { ...sent, text: '' } },
					{ change: 'body: cut', sent: { ...sent, text: sent.text.slice(0, -1) } },
					{ change: 'body: a list', sent: { ...sent, text: `[${sent.text}]` } },
					...inBody.map(([change, value]) => ({
						change: `body ${change}`,
						sent: { ...sent, text: JSON.stringify(value) },
					})),
				]),
	];
}

const isShort =
	(place: string) =>
	(value: unknown): boolean =>
		['string', 'number'].includes(typeof value) && (place !== 'path' || /^\w+$/.test(String(value)));

/** Every value that differs from one by a single thing. */
function variantsOf(schema: Schema, value: unknown, at = ''): readonly Variant[] {
	return [
		...ownVariants(schema, value).map(([change, other]): Variant => [`${at}: ${change}`, other]),
		...(isObject(value) ? inObject(schema, value, at) : []),
		...(Array.isArray(value) ? inList(schema, value, at) : []),
	];
}

/** The value itself, changed. */
function ownVariants(schema: Schema, value: unknown): readonly Variant[] {
	const { type, minimum, exclusiveMinimum, maximum, minItems, maxItems, minLength, maxLength } = schema;
	const variants: Array<Variant | false | undefined> = [
		schema.enum && ['a value outside the list', typeof value === 'number' ? 999 : 'none of them'],
		schema.const !== undefined && ['another value', `${String(schema.const)}x`],
		minimum !== undefined && ['below the least', minimum - 1],
		exclusiveMinimum !== undefined && ['the least', exclusiveMinimum],
		maximum !== undefined && ['above the most', maximum + 1],
		type === 'integer' && ['between two numbers', Number(value) + 0.5],
		minItems !== undefined && Array.isArray(value) && ['too short', value.slice(0, minItems - 1)],
		maxItems !== undefined &&
			Array.isArray(value) && ['too long', Array<unknown>(maxItems + 1).fill(value[0])],
		minLength !== undefined && ['too short', ''],
		maxLength !== undefined && ['too long', 'x'.repeat(maxLength + 1)],
		schema.pattern !== undefined && ['another form', 'one - two'],
	];
	const others = OF_EACH_TYPE.filter((other) => typeOf(other) !== typeOf(value));
	const types = type === undefined ? [] : others.map((other): Variant => ['another type', other]);
	return [...variants.filter((variant) => variant !== undefined && variant !== false), ...types];
}

/** An object with a field changed, left out or added. */
function inObject(
	{ properties = {}, required = [], anyOf = [] }: Schema,
	value: Readonly<Record<string, unknown>>,
	at: string,
): readonly Variant[] {
	const own = Object.assign({}, ...anyOf.map((form) => form.properties), properties) as typeof properties;
	const place = (name: string): string => (at === '' ? name : `${at}.${name}`);
	const without = (...names: string[]): Record<string, unknown> =>
		Object.fromEntries(Object.entries(value).filter(([name]) => !names.includes(name)));
	const alternatives = anyOf.flatMap((form) => form.required ?? []);
	return [
		...required.map((name): Variant => [`${place(name)}: missing`, without(name)]),
		...(alternatives.length > 0
			? [[`${at}: none of ${alternatives.join(', ')}`, without(...alternatives)] as const]
			: []),
		[`${place('not_in_the_document')}: added`, { ...value, not_in_the_document: 1 }],
		...Object.entries(value)
			.filter(([name]) => name in own)
			.flatMap(([name, inner]) =>
				variantsOf(own[name], inner, place(name)).map(([change, other]): Variant => [
					change,
					{ ...value, [name]: other },
				]),
			),
	];
}

/** A list with its first entry changed. */
const inList = ({ items }: Schema, [first, ...rest]: readonly unknown[], at: string): readonly Variant[] =>
	items === undefined || first === undefined
		? []
		: variantsOf(items, first, `${at}[0]`).map(([change, other]) => [change, [other, ...rest]]);
