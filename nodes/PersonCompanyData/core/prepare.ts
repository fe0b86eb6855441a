import type { IExecuteFunctions } from 'n8n-workflow';

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
	for (const [item, { json }] of context.getInputData().entries()) {
		try {
			const input = readInput(context, fields, { node, item });
			const at = (field: string) => ({ node, item, field });
			const options = input.options as GenericOptions;
			prepared.push({ item, request: { request: operation.prepare(input, at, json), options } });
		} catch (error) {
			problems.push({ items: [item], error: error as Error });
		}
	}
	return { prepared, problems };
}

function readInput(
	context: IExecuteFunctions,
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
		raw[name] = context.getNodeParameter(name, item, field.property.default, { extractValue: true });
		input[name] = field.read(raw[name], { node, item, field: field.property.displayName });
	}
	return input;
}
