import type { ValueList } from './lists';

/**
 * Where a fact that the specification does not show was learnt:
 * `documented` on the service's public reference pages, `client` in the vendor's own automation client,
 * `several` or `one` in third-party clients, `measured` against the live service by one of them,
 * `contradictory` when sources disagree, `guess` when nothing shows it.
 */
export type Source = 'documented' | 'client' | 'several' | 'one' | 'measured' | 'contradictory' | 'guess';

/** An assumption of this package: something that the specification leaves "not shown". */
export interface Assumption {
	readonly sources: readonly Source[];
	readonly note?: string;
}

/** The keywords a field of the contract may carry beside its type: JSON Schema's own, and two of ours. */
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
	/** Labels of `enum` values for people, by value. */
	readonly 'x-labels'?: Readonly<Record<string, string>>;
	/**
	 * How a value must be written where the service itself does not complain: it would ignore a value of
	 * another form and charge all the same. Checked before sending; `hint` tells the user what to write.
	 */
	readonly 'x-written-as'?: { readonly pattern: string; readonly hint: string };
	/** The names of the lower and the upper bound of a range; either may be left out. */
	readonly 'x-range'?: readonly [lower: string, upper: string];
	/** The list that gives the values; one that is not in it can be sent all the same. */
	readonly 'x-list'?: ValueList;
	readonly 'x-assumed'?: Assumption;
	/** The forms of a value, or of an object beside its properties: at least one must hold. */
	readonly anyOf?: readonly Schema[];
}

/** A field of a request or response: JSON Schema 2020-12 with a title (the label that people see). */
export interface Schema extends Keywords {
	readonly type?: string | readonly string[];
	readonly title?: string;
	readonly items?: Schema;
	readonly properties?: Readonly<Record<string, Schema>>;
	readonly required?: readonly string[];
	readonly additionalProperties?: boolean | Schema;
}

/** An object of the contract, with named properties. */
export interface ObjectSchema extends Schema {
	readonly type: 'object';
	readonly properties: Readonly<Record<string, Schema>>;
}

/** The TypeScript type of the values that a schema of the contract describes; unknown names do not compile. */
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

/** A list whose entries all have one shape. */
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

/** An object; `required` names the properties without which the service refuses it. */
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

/** A value that may take several forms. */
export const anyOf = <const Forms extends readonly Schema[], const K extends Keywords = Record<never, never>>(
	title: string,
	forms: Forms,
	keywords?: K,
) => ({ title, anyOf: forms, ...keywords }) as { readonly title: string; readonly anyOf: Forms } & K;

/** An object or value whose inner shape nobody shows. */
export const anything = <const K extends Keywords = Record<never, never>>(title: string, keywords?: K) =>
	({ title, ...keywords }) as { readonly title: string } & K;

/** Marks a field as assumed; the one way to say so in the contract. */
export const assumed = <const S extends Schema>(sources: readonly Source[], schema: S, note?: string) =>
	({ ...schema, 'x-assumed': note === undefined ? { sources } : { sources, note } }) as S & {
		readonly 'x-assumed': Assumption;
	};
