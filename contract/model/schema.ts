import type { ListName } from './lists';

/**
 * The source of a fact that the specification does not show: `documented` on the service's public reference
 * pages, `client` in the vendor's own automation client, `several` or `one` in third-party clients, `measured`
 * against the live service by one of them, `contradictory` when sources disagree, `guess` without any source.
 */
export type Source = 'documented' | 'client' | 'several' | 'one' | 'measured' | 'contradictory' | 'guess';

/** An assumption of this package: something the specification leaves "not shown". */
export interface Assumption {
	readonly sources: readonly Source[];
	readonly note?: string;
}

/** Keywords of a contract field besides its type: those of JSON Schema and our own `x-` keywords. */
interface Keywords {
	readonly description?: string;
	readonly examples?: readonly unknown[];
	readonly default?: unknown;
	readonly enum?: readonly (string | number)[];
	readonly const?: unknown;
	readonly minimum?: number;
	readonly exclusiveMinimum?: number;
	readonly maximum?: number;
	readonly minLength?: number;
	readonly maxLength?: number;
	readonly minItems?: number;
	readonly maxItems?: number;
	readonly pattern?: string;
	readonly format?: string;
	/** The length above `maxLength` is cut off, not refused. */
	readonly 'x-cut'?: true;
	/** User-facing labels of `enum` values, by value. */
	readonly 'x-labels'?: Readonly<Record<string, string>>;
	/**
	 * The required format of a value that the service does not validate: it would ignore a value in another
	 * format and charge anyway. Checked before sending; `hint` tells the user what to write.
	 */
	readonly 'x-written-as'?: { readonly pattern: string; readonly hint: string };
	/** Other names under which the service sends the same field: only those that a source shows. */
	readonly 'x-aliases'?: readonly string[];
	/** Names of the lower and upper bound of a range; either may be omitted. */
	readonly 'x-range'?: readonly [lower: string, upper: string];
	/** Only one of these may be filled; the service does not refuse the others, but then matches nothing (assumed). */
	readonly 'x-either'?: readonly string[];
	/** The list of values; an unlisted value can be sent too. */
	readonly 'x-list'?: { readonly name: ListName };
	readonly 'x-assumed'?: Assumption;
	/** Alternative shapes of a value, or extra rules of an object: at least one must match. */
	readonly anyOf?: readonly Schema[];
	readonly not?: Schema;
}

/** A request or response field: JSON Schema 2020-12 with a title (the label that users see). */
export interface Schema extends Keywords {
	readonly type?: string | readonly string[];
	readonly title?: string;
	readonly items?: Schema;
	readonly properties?: Readonly<Record<string, Schema>>;
	readonly required?: readonly string[];
	readonly additionalProperties?: boolean | Schema;
}

export interface ObjectSchema extends Schema {
	readonly type: 'object';
	readonly properties: Readonly<Record<string, Schema>>;
}

/** TypeScript type of the values a contract schema describes; unknown names do not compile. */
export type ValueOf<S> = S extends { readonly type: 'string' }
	? string
	: S extends { readonly type: 'integer' | 'number' }
		? number
		: S extends { readonly type: 'boolean' }
			? boolean
			: S extends { readonly type: 'array'; readonly items: infer Items }
				? ValueOf<Items>[]
				: S extends { readonly type: 'object'; readonly properties: infer P; readonly required: infer R }
					? ObjectOf<P, R extends readonly string[] ? R[number] : never>
					: S extends { readonly anyOf: readonly (infer Form)[] }
						? ValueOf<Form>
						: unknown;

type ObjectOf<P, Required> = { -readonly [K in keyof P as K extends Required ? K : never]: ValueOf<P[K]> } & {
	-readonly [K in keyof P as K extends Required ? never : K]?: ValueOf<P[K]>;
};

const typed =
	<const Type extends string>(type: Type) =>
	<const K extends Keywords = Record<never, never>>(title: string, keywords?: K) =>
		({ type, title, ...keywords }) as { readonly type: Type; readonly title: string } & K;

export const text = typed('string');
export const integer = typed('integer');
export const decimal = typed('number');
export const flag = typed('boolean');

export const list = <const Items extends Schema, const K extends Keywords = Record<never, never>>(
	title: string,
	items: Items,
	keywords?: K,
) =>
	({ type: 'array', title, items, ...keywords }) as {
		readonly type: 'array';
		readonly title: string;
		readonly items: NoInfer<Items>;
	} & NoInfer<K>;

/** An object; the service rejects it without the properties in `required`. */
export const object = <
	const P extends Readonly<Record<string, Schema>>,
	const R extends readonly (keyof P & string)[] = readonly [],
	const K extends Keywords = Record<never, never>,
>(
	title: string,
	properties: P,
	required?: R,
	keywords?: K,
) =>
	({ type: 'object', title, properties, required: required ?? [], ...keywords }) as {
		readonly type: 'object';
		readonly title: string;
		readonly properties: NoInfer<P>;
		readonly required: NoInfer<R>;
	} & NoInfer<K>;

export const anyOf = <const Forms extends readonly Schema[], const K extends Keywords = Record<never, never>>(
	title: string,
	forms: Forms,
	keywords?: K,
) => ({ title, anyOf: forms, ...keywords }) as { readonly title: string; readonly anyOf: Forms } & K;

export const anything = <const K extends Keywords = Record<never, never>>(title: string, keywords?: K) =>
	({ title, ...keywords }) as { readonly title: string } & K;

/** The rule of an object that at least one of these is there, as schema keywords. */
export const oneOf = <const Names extends readonly string[]>(names: Names) => ({
	anyOf: names.map((name) => ({ required: [name] })),
});

/** Marks a contract field as assumed. Use nothing else for this. */
export const assumed = <const S extends Schema>(sources: readonly Source[], schema: S, note?: string) =>
	({ ...schema, 'x-assumed': note === undefined ? { sources } : { sources, note } }) as S & {
		readonly 'x-assumed': Assumption;
	};
