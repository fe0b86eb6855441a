import type { ListName } from './lists';

/**
 * Source of a fact that the specification does not show: `documented` on the public reference pages, `client` in
 * the vendor's automation client, `several` or `one` in third-party clients, `measured` against the live service
 * by one of them, `contradictory` if sources disagree, `guess` without any source.
 */
export type Source = 'documented' | 'client' | 'several' | 'one' | 'measured' | 'contradictory' | 'guess';

/** Something the specification leaves "not shown". */
export interface Assumption {
	readonly sources: readonly Source[];
	readonly note?: string;
}

/** JSON Schema keywords and our own `x-` keywords. */
interface Keywords {
	readonly description?: string;
	readonly examples?: readonly unknown[];
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
	/** What exceeds `maxLength` is cut off, not refused. */
	readonly 'x-cut'?: true;
	/** Labels by `enum` value. */
	readonly 'x-labels'?: Readonly<Record<string, string>>;
	/**
	 * Format that the service needs but does not validate: it would ignore another one and charge anyway. Checked
	 * before sending; `hint` tells the user what to write.
	 */
	readonly 'x-written-as'?: { readonly pattern: string; readonly hint: string };
	/** Other names of the same field in responses: only those that a source shows. */
	readonly 'x-aliases'?: readonly string[];
	/** Only one may be filled; the service accepts several, but then matches nothing (assumed). */
	readonly 'x-either'?: readonly string[];
	/** Unlisted values can be sent too. */
	readonly 'x-list'?: { readonly name: ListName };
	readonly 'x-assumed'?: Assumption;
	readonly anyOf?: readonly Schema[];
	readonly not?: Schema;
}

/** JSON Schema 2020-12; `title` is the label that users see. */
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

/** TypeScript type of the values that a schema describes; unknown names do not compile. */
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

/** The service rejects an object without its `required` properties. */
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

/** Keywords that require at least one of these properties. */
export const someOf = <const Names extends readonly string[]>(names: Names) => ({
	anyOf: names.map((name) => ({ required: [name] })),
});

/** The only way to mark a contract field as assumed. */
export const assumed = <const S extends Schema>(sources: readonly Source[], schema: S, note?: string) =>
	({ ...schema, 'x-assumed': note === undefined ? { sources } : { sources, note } }) as S & {
		readonly 'x-assumed': Assumption;
	};

export const allAssumed = <const P extends Readonly<Record<string, Schema>>>(
	sources: readonly Source[],
	properties: P,
	note?: string,
) =>
	Object.fromEntries(
		Object.entries(properties).map(([name, schema]) => [name, assumed(sources, schema, note)]),
	) as unknown as { readonly [K in keyof P]: P[K] & { readonly 'x-assumed': Assumption } };
