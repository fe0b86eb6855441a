import truncate from 'lodash/truncate';
import type {
	IDataObject,
	INode,
	INodeProperties,
	NodeOperationError,
	NodeParameterValue,
} from 'n8n-workflow';

import { operationError } from '../base/errors';
import { isObject } from '../base/json';
import { withoutPersonalData } from '../base/redact';

export interface Where {
	readonly node: INode;
	/** Index of the input item, from 0. */
	readonly item: number;
	readonly field: string;
	/** What the user entered: the value, or the expression for it. */
	readonly entered?: unknown;
}

export type At = (field: string) => Where;

export type Conditions = Readonly<Record<string, readonly NodeParameterValue[]>>;

/** How n8n shows a form field and how its value is read. Its key in the form is its parameter name. */
export interface Field<T = unknown> {
	readonly property: Omit<INodeProperties, 'name'>;
	/** @throws NodeOperationError naming the field and the item */
	readonly read: (value: unknown, where: Where) => T;
	/** Shown and read only while the named fields have one of these values. */
	readonly show?: Conditions;
	/** Must be the same for all items, checked before anything is sent. */
	readonly isForRun?: true;
	readonly fields?: Fields;
}

export type Fields = Readonly<Record<string, Field>>;

export type Input<F extends Fields> = { readonly [K in keyof F]: F[K] extends Field<infer T> ? T : never };

/** A title holds names and values of any length. */
const TITLE = { length: 120, omission: '…' };

export const NOTHING_SENT = 'Nothing was sent for this item.';

/**
 * Without personal data: a quoted name or value may be a CPF in the wrong place.
 * @param problem what follows the name of the field in the title
 */
export function inputError(where: Where, problem: string, advice?: string): NodeOperationError {
	return operationError(where.node, truncate(withoutPersonalData(`'${where.field}' ${problem}`), TITLE), {
		itemIndex: where.item,
		description: `${advice === undefined ? '' : `${advice} `}${NOTHING_SENT}`,
	});
}

export const showWhen = <T>(show: Conditions, field: Field<T>): Field<T | undefined> => ({ ...field, show });

/** Switches take no expressions, the only way in which they could differ by item. */
export const forRun = <T>(field: Field<T>): Field<T> => ({
	...field,
	isForRun: true,
	...(field.property.type === 'boolean' && { property: { ...field.property, noDataExpression: true } }),
});

export const toggle = (displayName: string, description: string, initially = false): Field<boolean> => ({
	property: { displayName, description, type: 'boolean', default: initially },
	read: readFlag,
});

/** The type only: the content may be personal data, and n8n logs messages. */
export function typeInWords(value: unknown): string {
	if (typeof value === 'number') return String(value);
	if (Array.isArray(value)) return 'a list';
	if (value === null) return 'nothing';
	return { string: 'text', object: 'an object', boolean: 'true or false' }[String(typeof value)] ?? 'nothing';
}

/** @throws NodeOperationError for anything else: taken as off, a preview would become a charged run */
export function readFlag(value: unknown, where: Where): boolean {
	if (typeof value === 'boolean') return value;
	if (value === 'true' || value === 'false') return value === 'true';
	throw inputError(
		where,
		`is not true or false but ${typeInWords(value)}`,
		'Turn it on or off; an expression must result in true or false.',
	);
}

interface Option<V extends string> {
	readonly name: string;
	readonly value: V;
	readonly description?: string;
	readonly action?: string;
}

const notAnOption = (where: Where): NodeOperationError =>
	inputError(where, 'is not one of the available options', 'Choose one from the list.');

export const choice = <const V extends string>(
	displayName: string,
	description: string | undefined,
	options: ReadonlyArray<Option<V>>,
): Field<V> => ({
	property: {
		displayName,
		...(description !== undefined && { description }),
		type: 'options',
		noDataExpression: true,
		options: [...options],
		default: options[0].value,
	},
	read: (value, where) => {
		const chosen = options.find((option) => option.value === value);
		if (chosen === undefined) throw notAnOption(where);
		return chosen.value;
	},
});

/** Values that are not among the options are ignored. */
export const choices = <const V extends string>(
	displayName: string,
	description: string | undefined,
	options: ReadonlyArray<Option<V>>,
	initially: readonly V[],
): Field<readonly V[]> => ({
	property: {
		...choice(displayName, description, options).property,
		type: 'multiOptions',
		default: [...initially],
	},
	read: (value, where) => {
		if (!Array.isArray(value)) throw notAnOption(where);
		return options.map((option) => option.value).filter((each) => value.includes(each));
	},
});

export const collectionField = <F extends Fields>(
	displayName: string,
	placeholder: string,
	fields: F,
): Field<Partial<Input<F>>> => ({
	property: {
		displayName,
		placeholder,
		type: 'collection',
		default: {},
		options: Object.entries(fields)
			.map(([name, { property }]) => ({ ...property, name }))
			.sort((a, b) => a.displayName.localeCompare(b.displayName, 'en')),
	},
	fields,
	// n8n passes nothing but an object of names that the form has.
	read: (value, where) => readGiven(fields, isObject(value) ? value : {}, where),
});

export function readGiven<F extends Fields>(fields: F, given: IDataObject, where: Where): Partial<Input<F>> {
	const read: Record<string, unknown> = {};
	for (const [name, field] of Object.entries(fields)) {
		// An expression without a result leaves a name without a value.
		if (!(name in given)) continue;
		const entered = isObject(where.entered) ? where.entered[name] : undefined;
		read[name] = field.read(given[name], { ...where, field: field.property.displayName, entered });
	}
	return read as Partial<Input<F>>;
}

/** A default that takes the item's field of that name; see `meantBy`. */
export const fromItem = (name: string): string => `={{ $json.${name} }}`;

export const WHOLE_ITEM = '={{ $json }}';
