import type { IExecuteFunctions, INode } from 'n8n-workflow';

import { optionsField, type Resources } from './describe';
import type { Fields, Where } from './field';
import type { GenericOptions } from './genericOptions';
import { operationError } from './nodeError';
import type { Operation, Prepared, Problem } from './operation';

/** An item's checked input, its options, and what it was turned into. */
export interface Request {
	readonly request: unknown;
	readonly options: GenericOptions;
}

/** The operation that the node is set to. */
export function chosenOperation(context: IExecuteFunctions, resources: Resources): Operation {
	const resource = context.getNodeParameter('resource', 0) as string;
	const name = context.getNodeParameter('operation', 0) as string;
	const operation = resources[resource]?.operations[name];
	if (operation === undefined) {
		throw operationError(context.getNode(), `The operation "${name}" of "${resource}" does not exist`, {
			description:
				'Choose another operation. For calls that this node does not have, use the HTTP Request node with this credential.',
		});
	}
	return operation;
}

/** Reads and checks every item before anything is sent. */
export function prepareAll(context: IExecuteFunctions, operation: Operation) {
	const prepared: Array<Prepared<Request>> = [];
	const problems: Problem[] = [];
	const fields: Fields = { ...operation.fields, options: optionsField(operation) };
	// n8n copies the node each time it is asked for it.
	const node = context.getNode();
	const parameter = parameterReader(context, node.parameters);
	for (const [item, data] of context.getInputData().entries()) {
		try {
			const input = readInput(parameter, fields, { node, item });
			const at = (field: string) => ({ node, item, field });
			const options = input.options as GenericOptions;
			prepared.push({ item, request: { request: operation.prepare(input, at, data), options } });
		} catch (error) {
			problems.push({ items: [item], error: error as Error });
		}
	}
	return { prepared, problems };
}

/**
 * Reads parameters of the node for each item; one without any expression is asked for once, since n8n takes
 * its time over each.
 */
function parameterReader(context: IExecuteFunctions, parameters: INode['parameters']) {
	const constant = new Set(
		Object.keys(parameters).filter((name) => !JSON.stringify(parameters[name])?.includes('"=')),
	);
	const known = new Map<string, unknown>();
	return (name: string, item: number, fallback: unknown): unknown => {
		if (known.has(name)) return known.get(name);
		const value: unknown = context.getNodeParameter(name, item, fallback, { extractValue: true });
		if (constant.has(name)) known.set(name, value);
		return value;
	};
}

function readInput(
	parameter: ReturnType<typeof parameterReader>,
	fields: Fields,
	{ node, item }: Omit<Where, 'field'>,
): Readonly<Record<string, unknown>> {
	const raw: Record<string, unknown> = {};
	const input: Record<string, unknown> = {};
	for (const [name, field] of Object.entries(fields)) {
		const hidden = Object.entries(field.show ?? {}).some(
			([other, values]) => !values.some((value) => value === raw[other]),
		);
		if (hidden) continue;
		raw[name] = parameter(name, item, field.property.default);
		input[name] = field.read(raw[name], { node, item, field: field.property.displayName });
	}
	return input;
}
