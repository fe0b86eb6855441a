import type { INodeProperties, NodeParameterValue } from 'n8n-workflow';

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

/** Hidden fields are `undefined`. @throws NodeOperationError for the first invalid value */
export function readForm<F extends Fields>(
	fields: F,
	parameter: (name: string, fallback: unknown) => unknown,
	place: Omit<Where, 'field' | 'entered'>,
): Input<F> {
	const input: Record<string, unknown> = {};
	for (const [name, field] of Object.entries(fields)) {
		const isShown = Object.entries(field.show ?? {}).every(([other, values]) =>
			values.some((value) => value === input[other]),
		);
		if (!isShown) continue;
		const initially = field.property.default;
		const entered = place.node.parameters[name] ?? initially;
		input[name] = field.read(parameter(name, initially), {
			...place,
			field: field.property.displayName,
			entered,
		});
	}
	return input as Input<F>;
}
