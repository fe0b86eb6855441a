import isEqual from 'lodash/isEqual';
import type { INodeProperties } from 'n8n-workflow';

import { isObject } from '../base/json';
import type { Conditions, Fields, Input, Where } from './field';

type Values = Record<string, unknown>;

export const showForm = (fields: Fields, when: Conditions = {}): INodeProperties[] =>
	Object.entries(fields).map(([name, { property, show }]) => {
		const conditions = Object.entries({ ...when, ...show }).map(([other, values]) => [other, [...values]]);
		return {
			...property,
			name,
			...(conditions.length > 0 && { displayOptions: { show: Object.fromEntries(conditions) } }),
		};
	});

export interface GivenItem {
	readonly where: Omit<Where, 'field' | 'entered'>;
	readonly parameter: (name: string, fallback: unknown) => unknown;
}

/** What was read of the item before: most fields are the same for all items. */
export type LastRead = Map<string, { readonly given: unknown; readonly value: unknown }>;

/** Hidden fields are `undefined`. @throws NodeOperationError for the first invalid value */
export function readForm<F extends Fields>(
	fields: F,
	{ where, parameter }: GivenItem,
	before: LastRead = new Map(),
): Input<F> {
	const input: Values = {};
	for (const name of Object.keys(fields)) {
		const { property, read, show } = fields[name];
		if (show !== undefined && !isShown(show, input)) continue;
		const initially = property.default;
		const given = parameter(name, initially);
		let known = before.get(name);
		if (known === undefined || known.given !== given) {
			const entered = where.node.parameters[name] ?? initially;
			known = { given, value: read(given, { ...where, field: property.displayName, entered }) };
			before.set(name, known);
		}
		input[name] = known.value;
	}
	return input as Input<F>;
}

const isShown = (show: Conditions, input: Values): boolean =>
	Object.keys(show).every((other) => show[other].some((value) => value === input[other]));

/** What two items must have in common; the label of the first field in which they differ. */
export function differenceIn(
	fields: Fields,
	one: Readonly<Values>,
	other: Readonly<Values>,
): string | undefined {
	for (const name of Object.keys(fields)) {
		// Most fields are read once for all items.
		if (one[name] === other[name]) continue;
		const { property, isForRun, fields: inner = {} } = fields[name];
		if (isForRun && !isEqual(one[name], other[name])) return property.displayName;
		const [a, b] = [one[name], other[name]].map((value) => (isObject(value) ? value : {}));
		const different = differenceIn(inner, a, b);
		if (different !== undefined) return different;
	}
	return undefined;
}
