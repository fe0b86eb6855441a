import type { INode, INodeProperties, NodeOperationError, NodeParameterValue } from 'n8n-workflow';

import { operationError } from '../base/operationError';
import { isBlank, isObject } from '../base/json';
import { withoutPersonalData } from '../base/redact';

/** Where a value comes from, for error messages. */
export interface Where {
	readonly node: INode;
	/** Index of the input item, starting at 0. */
	readonly item: number;
	/** Label of the field. */
	readonly field: string;
	/** What the user has entered: the value, or the expression for it. */
	readonly entered?: unknown;
}

/** Returns the place of a field of the current item, for error messages. */
export type At = (field: string) => Where;

/** A form field: how n8n shows it and how its value is read. Its key in the form is its parameter name. */
export interface Field<T = unknown> {
	readonly property: Omit<INodeProperties, 'name'>;
	/**
	 * Validates and converts the parameter value from n8n.
	 * @throws NodeOperationError naming the field and the item.
	 */
	readonly read: (value: unknown, where: Where) => T;
	/** Shown and read only while the named fields have one of these values. */
	readonly show?: Readonly<Record<string, readonly NodeParameterValue[]>>;
	/** Whose value must be the same; without it, each item has its own. Checked before anything is sent. */
	readonly sameFor?: SameFor;
	/** The fields of a collection. */
	readonly fields?: Fields;
}

/**
 * The items for which a field decides at once: all items of the run, or those that share one piece of work, such as a
 * job or a batch.
 */
export type SameFor = 'run' | 'work';

export type Fields = Readonly<Record<string, Field>>;

/** The values of a form's fields. */
export type Input<F extends Fields> = { readonly [K in keyof F]: F[K] extends Field<infer T> ? T : never };

/** A name of a field that is quoted may be of any length. */
const LONGEST_MESSAGE = 1000;

/** How the advice of such an error ends. */
export const NOTHING_SENT = 'Nothing was sent for this item.';

/**
 * An error about one value of an item: which field, what is wrong and what to enter instead. Personal data is removed,
 * because a quoted name or value may be a CPF in the wrong place.
 */
export function inputError(where: Where, problem: string, advice?: string): NodeOperationError {
	const message = withoutPersonalData(`${where.field} ${problem}`);
	return operationError(where.node, message.slice(0, LONGEST_MESSAGE), {
		itemIndex: where.item,
		description: `${advice === undefined ? '' : `${advice} `}${NOTHING_SENT}`,
	});
}

/** A field shown only while other fields have certain values; `undefined` while hidden. */
export const showWhen = <T>(
	show: Readonly<Record<string, readonly NodeParameterValue[]>>,
	field: Field<T>,
): Field<T | undefined> => ({ ...field, show });

/** A field that decides for the whole run; as a switch, it could only differ by item if it took expressions. */
export const forRun = <T>(field: Field<T>): Field<T> => ({
	...field,
	sameFor: 'run',
	...(field.property.type === 'boolean' && {
		property: { ...field.property, noDataExpression: true },
	}),
	...(field.property.type === 'number' && notEmpty(field)),
});

/** A number that an expression must not leave empty: without it, a limit would not hold. */
const notEmpty = <T>({ read }: Field<T>): Pick<Field<T>, 'read'> => ({
	read: (value, where) => {
		if (!isBlank(value)) return read(value, where);
		throw inputError(where, 'is empty.', 'Enter a number or remove the option.');
	},
});

/** A field that decides for all items that share one piece of work. */
export const forWork = <T>(field: Field<T>): Field<T> => ({ ...field, sameFor: 'work' });

/** A toggle. */
export const toggle = (displayName: string, description: string, initially = false): Field<boolean> => ({
	property: { displayName, description, type: 'boolean', default: initially },
	read: readFlag,
});

/** The type of a value without its content, which may be personal data: n8n logs messages. */
export function kindOf(value: unknown): string {
	if (typeof value === 'number') return String(value);
	if (Array.isArray(value)) return 'a list';
	if (value === null) return 'nothing';
	return { string: 'text', object: 'an object', boolean: 'true or false' }[String(typeof value)] ?? 'nothing';
}

/**
 * A value that is true or false, also as its text.
 * @throws NodeOperationError for anything else: taken for off, a preview would become a run that is charged
 */
export function readFlag(value: unknown, where: Where): boolean {
	if (typeof value === 'boolean') return value;
	if (value === 'true' || value === 'false') return value === 'true';
	throw inputError(
		where,
		`is not true or false but ${kindOf(value)}.`,
		'Turn it on or off; an expression must result in true or false.',
	);
}

/** A dropdown; the first option is the default. */
export const choice = <const V extends string>(
	displayName: string,
	description: string | undefined,
	options: ReadonlyArray<{ readonly name: string; readonly value: V; readonly description?: string }>,
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
		if (chosen === undefined) throw inputError(where, 'is not one of the available options.');
		return chosen.value;
	},
});

/** A multi-select field; values that are not among its options are ignored. */
export const choices = <const V extends string>(
	displayName: string,
	description: string | undefined,
	options: ReadonlyArray<{
		readonly name: string;
		readonly value: V;
		readonly description?: string;
		readonly action?: string;
	}>,
	initially: readonly V[],
): Field<readonly V[]> => ({
	property: {
		displayName,
		...(description !== undefined && { description }),
		type: 'multiOptions',
		noDataExpression: true,
		options: [...options],
		default: [...initially],
	},
	read: (value, where) => {
		if (!Array.isArray(value)) throw inputError(where, 'is not one of the available options.');
		return options.map((option) => option.value).filter((each) => value.includes(each));
	},
});

/** A collection of optional fields; only fields that the user added are read. */
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
	read: (value, where) => {
		// n8n hands over nothing but an object of names that the form has.
		const given = isObject(value) ? value : {};
		const read: Record<string, unknown> = {};
		for (const [name, field] of Object.entries(fields)) {
			// An expression without a result leaves a name without a value.
			if (!(name in given)) continue;
			const entered = isObject(where.entered) ? where.entered[name] : undefined;
			read[name] = field.read(given[name], { ...where, field: field.property.displayName, entered });
		}
		return read as Partial<Input<F>>;
	},
});
