import isEqual from 'lodash/isEqual';
import type { INodeProperties, NodeParameterValue } from 'n8n-workflow';

import { isObject } from '../base/json';
import type { Fields, Input, Where } from './field';

type Conditions = Readonly<Record<string, readonly NodeParameterValue[]>>;

export const showForm = (fields: Fields, when: Conditions = {}): INodeProperties[] =>
	Object.entries(fields).map(([name, { property, show }]) => {
		const conditions = Object.entries({ ...when, ...show }).map(([other, values]) => [other, [...values]]);
		return {
			...property,
			name,
			...(conditions.length > 0 && { displayOptions: { show: Object.fromEntries(conditions) } }),
		};
	});

/** What identifies an item, and how its parameters are read. */
export interface GivenItem {
	readonly where: Omit<Where, 'field' | 'entered'>;
	readonly parameter: (name: string, fallback: unknown) => unknown;
}

/** Hidden fields are `undefined`. @throws NodeOperationError for the first invalid value */
export function readForm<F extends Fields>(fields: F, { where, parameter }: GivenItem): Input<F> {
	const input: Record<string, unknown> = {};
	for (const [name, field] of Object.entries(fields)) {
		const isShown = Object.entries(field.show ?? {}).every(([other, values]) =>
			values.some((value) => value === input[other]),
		);
		if (!isShown) continue;
		const initially = field.property.default;
		const entered = where.node.parameters[name] ?? initially;
		input[name] = field.read(parameter(name, initially), {
			...where,
			field: field.property.displayName,
			entered,
		});
	}
	return input as Input<F>;
}

type Values = Readonly<Record<string, unknown>>;

/** What two items must have in common; the label of the first field in which they differ. */
export function differenceIn(fields: Fields, one: Values, other: Values): string | undefined {
	for (const [name, { property, isForRun, fields: inner = {} }] of Object.entries(fields)) {
		if (isForRun && !isEqual(one[name], other[name])) return property.displayName;
		const [a, b] = [one[name], other[name]].map((value) => (isObject(value) ? value : {}));
		const different = differenceIn(inner, a, b);
		if (different !== undefined) return different;
	}
	return undefined;
}
