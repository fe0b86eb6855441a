import type { INode, INodeProperties, NodeOperationError, NodeParameterValue } from 'n8n-workflow';

import { operationError } from '../base/operationError';
import { isBlank } from '../base/json';
import { withoutPersonalData } from '../base/redact';

/** Where a value comes from, for error messages. */
export interface Where {
	readonly node: INode;
	/** Index of the input item, starting at 0. */
	readonly item: number;
	/** Label of the field. */
	readonly field: string;
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

/**
 * An error about one value: which field of which item, what is wrong and what to enter instead. Personal data is
 * removed, because a quoted name or value may be a CPF in the wrong place.
 */
export function inputError(where: Where, problem: string, advice?: string): NodeOperationError {
	const message = withoutPersonalData(`${where.field} of item ${where.item} ${problem}`);
	return operationError(where.node, message.slice(0, LONGEST_MESSAGE), {
		itemIndex: where.item,
		description: `${advice === undefined ? '' : `${advice} `}Nothing was sent for this item.`,
	});
}

/** A field shown only while other fields have certain values; `undefined` while hidden. */
export const showWhen = <T>(
	show: Readonly<Record<string, readonly NodeParameterValue[]>>,
	field: Field<T>,
): Field<T | undefined> => ({ ...field, show });

/** A field that decides for the whole run. */
export const forRun = <T>(field: Field<T>): Field<T> => ({
	...field,
	sameFor: 'run',
	...(field.property.type === 'boolean' && withoutExpression(field)),
	...(field.property.type === 'number' && notEmpty(field)),
});

/** A number that an expression must not leave empty: without it, a limit would not hold. */
const notEmpty = <T>({ read }: Field<T>): Pick<Field<T>, 'read'> => ({
	read: (value, where) => {
		if (!isBlank(value)) return read(value, where);
		throw inputError(where, 'is empty.', 'Enter a number or remove the option.');
	},
});

/** A switch that could only differ by item if it took expressions; imported JSON may still have one. */
const withoutExpression = <T>({ property, read }: Field<T>): Pick<Field<T>, 'property' | 'read'> => ({
	property: { ...property, noDataExpression: true },
	read: (value, where) => {
		// n8n passes it on as it is: taken for off, a preview would become a run that is charged.
		if (typeof value !== 'string' || !value.includes('{{')) return read(value, where);
		throw inputError(where, 'is an expression.', 'Turn it on or off: it decides for the whole run.');
	},
});

/** A field that decides for all items that share one piece of work. */
export const forWork = <T>(field: Field<T>): Field<T> => ({ ...field, sameFor: 'work' });

/** A toggle. */
export const toggle = (displayName: string, description: string, initially = false): Field<boolean> => ({
	property: { displayName, description, type: 'boolean', default: initially },
	read: (value) => value === true || value === 'true',
});

/** A dropdown; the first option is the default. */
export const choice = <const V extends string>(
	displayName: string,
	description: string,
	options: ReadonlyArray<{ readonly name: string; readonly value: V; readonly description?: string }>,
): Field<V> => ({
	property: {
		displayName,
		description,
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
		const given = (value ?? {}) as Readonly<Record<string, unknown>>;
		const read: Record<string, unknown> = {};
		for (const [name, field] of Object.entries(fields)) {
			// An expression without a result leaves a name without a value.
			if (given[name] === undefined && !(name in given && field.sameFor === 'run')) continue;
			read[name] = field.read(given[name], { ...where, field: field.property.displayName });
		}
		return read as Partial<Input<F>>;
	},
});
