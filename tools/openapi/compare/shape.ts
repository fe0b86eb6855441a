import type { JsonObject } from '../document/types';
import { isObject, resolveReference } from './readDocument';

/** What a schema says of a value, whichever way it is written. No types means any. */
export interface Shape {
	readonly types: ReadonlySet<string>;
	/** The values of a closed list. */
	readonly values?: ReadonlySet<string>;
	readonly properties: ReadonlyMap<string, Shape>;
	/** Names of the properties that must be there. */
	readonly required: ReadonlySet<string>;
	readonly items?: Shape;
	readonly assumed: boolean;
}

const ANYTHING: Shape = { types: new Set(), properties: new Map(), required: new Set(), assumed: false };

const union = (a: ReadonlySet<string>, b: ReadonlySet<string>): ReadonlySet<string> => new Set([...a, ...b]);
const common = (a: ReadonlySet<string>, b: ReadonlySet<string>): ReadonlySet<string> =>
	new Set([...a].filter((value) => b.has(value)));

/** What two shapes have inside them, joined in the way that they themselves are. */
function joined(a: Shape, b: Shape, join: (a: Shape, b: Shape) => Shape) {
	const properties = new Map([...a.properties, ...b.properties]);
	for (const [name, shape] of a.properties) {
		const other = b.properties.get(name);
		properties.set(name, other === undefined ? shape : join(shape, other));
	}
	const items = a.items && b.items ? join(a.items, b.items) : (a.items ?? b.items);
	return { properties, items, assumed: a.assumed || b.assumed };
}

/** A value to which both shapes apply. */
function both(a: Shape, b: Shape): Shape {
	const shared = common(a.types, b.types);
	const types = a.types.size > 0 && b.types.size > 0 && shared.size > 0 ? shared : union(a.types, b.types);
	const values = a.values && b.values ? common(a.values, b.values) : (a.values ?? b.values);
	return { ...joined(a, b, both), types, values, required: union(a.required, b.required) };
}

/** A value to which one of two shapes applies. */
function either(a: Shape, b: Shape): Shape {
	const types = a.types.size > 0 && b.types.size > 0 ? union(a.types, b.types) : new Set<string>();
	const values = a.values && b.values ? union(a.values, b.values) : undefined;
	return { ...joined(a, b, either), types, values, required: common(a.required, b.required) };
}

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

function ownTypes(schema: JsonObject): ReadonlySet<string> {
	const declared = Array.isArray(schema.type) ? schema.type : [schema.type];
	const types = declared.filter(
		(type): type is string => typeof type === 'string' && type !== 'null' && type !== 'file',
	);
	if (types.length > 0) return new Set(types);
	if (isObject(schema.properties)) return new Set(['object']);
	if (schema.items !== undefined) return new Set(['array']);
	return new Set();
}

function ownValues(schema: JsonObject): ReadonlySet<string> | undefined {
	if (schema.const !== undefined) return new Set([String(schema.const)]);
	const values = listOf(schema.enum).filter((value) => value !== null);
	return values.length === 0 ? undefined : new Set(values.map(String));
}

/** Reads schemas of one document; references are followed, endless ones cut. */
export function shapeReader(document: JsonObject): (schema: unknown) => Shape {
	function read(schema: unknown, above: readonly JsonObject[]): Shape {
		if (!isObject(schema) || above.includes(schema)) return ANYTHING;
		const path = [...above, schema];
		const { $ref: reference, ...rest } = schema;
		if (typeof reference === 'string') {
			return both(read(resolveReference(document, reference), path), read(rest, path));
		}
		const properties = Object.entries(isObject(schema.properties) ? schema.properties : {});
		let shape: Shape = {
			types: ownTypes(schema),
			values: ownValues(schema),
			properties: new Map(properties.map(([name, property]) => [name, read(property, path)])),
			required: new Set(listOf(schema.required).map(String)),
			items: schema.items === undefined ? undefined : read(schema.items, path),
			assumed: schema['x-assumed'] !== undefined,
		};
		for (const part of listOf(schema.allOf)) shape = both(shape, read(part, path));
		for (const forms of [listOf(schema.anyOf), listOf(schema.oneOf)]) {
			const shapes = forms
				.filter((form) => !isObject(form) || form.type !== 'null')
				.map((form) => read(form, path));
			if (shapes.length > 0) shape = both(shape, shapes.reduce(either));
		}
		return shape;
	}
	return (schema) => read(schema, []);
}
