import type { INodeProperties, NodeParameterValue } from 'n8n-workflow';

import type { Fields, Input, Where } from './field';

/** A form is shown, and read, by its fields alone: a field that is not shown is not read either. */

type Conditions = Readonly<Record<string, readonly NodeParameterValue[]>>;

/**
 * The properties that n8n shows for a form.
 * @param when conditions that hold for the whole form, such as the operation it belongs to
 */
export const showForm = (fields: Fields, when: Conditions = {}): INodeProperties[] =>
	Object.entries(fields).map(([name, { property, show }]) => {
		const conditions = Object.entries({ ...when, ...show }).map(([other, values]) => [other, [...values]]);
		return {
			...property,
			name,
			...(conditions.length > 0 && { displayOptions: { show: Object.fromEntries(conditions) } }),
		};
	});

/**
 * The checked values of a form; hidden fields are `undefined`.
 * @param parameter reads a parameter of the node
 * @throws NodeOperationError for the first value that a field refuses
 */
export function readForm<F extends Fields>(
	fields: F,
	parameter: (name: string, fallback: unknown) => unknown,
	place: Omit<Where, 'field'>,
): Input<F> {
	const input: Record<string, unknown> = {};
	for (const [name, field] of Object.entries(fields)) {
		const isShown = Object.entries(field.show ?? {}).every(([other, values]) =>
			values.some((value) => value === input[other]),
		);
		if (!isShown) continue;
		const value = parameter(name, field.property.default);
		input[name] = field.read(value, { ...place, field: field.property.displayName });
	}
	return input as Input<F>;
}
