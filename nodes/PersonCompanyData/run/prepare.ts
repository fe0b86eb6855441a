import type { IExecuteFunctions, INode, INodeExecutionData } from 'n8n-workflow';

import { readForm } from '../../../core/form/form';
import { formOf, type Resources } from './describe';
import type { GenericOptions } from './options';
import { operationError } from '../../../core/base/operationError';
import type { Operation, CheckedItem } from './operation';
import type { Problem } from '../../../core/output/outcome';

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
export function checkItems(context: IExecuteFunctions, operation: Operation) {
	const checked: CheckedItem[] = [];
	const problems: Problem[] = [];
	const form = formOf(operation);
	// n8n copies the node each time it is asked for it.
	const node = context.getNode();
	const inputs = context.getInputData();
	const parameter = parameterReader(context, node.parameters, inputs);
	for (const [item, data] of inputs.entries()) {
		try {
			const input = readForm(form, (name, fallback) => parameter(name, item, fallback), { node, item });
			const at = (field: string) => ({ node, item, field });
			const options = input.options as GenericOptions;
			checked.push({ item, input: operation.prepare(input, at, data), options });
		} catch (error) {
			problems.push({ items: [item], error: error as Error });
		}
	}
	return { items: checked, problems };
}

/** The expression for a field of the item itself, as n8n writes it when a field is dragged into a parameter. */
const FIELD_OF_ITEM = /^=\{\{ *\$json\.([A-Za-z_]\w*) *\}\}$/;

/**
 * Reads parameters of the node for each item. n8n takes its time over each, so one without any expression is
 * asked for once, and a plain value of a field of the item is taken from there.
 */
function parameterReader(
	context: IExecuteFunctions,
	parameters: INode['parameters'],
	items: readonly INodeExecutionData[],
) {
	const names = Object.keys(parameters);
	const constant = new Set(names.filter((name) => !JSON.stringify(parameters[name])?.includes('"=')));
	const fields = new Map(
		names.map((name) => [name, FIELD_OF_ITEM.exec(String(parameters[name]))?.[1]] as const),
	);
	const known = new Map<string, unknown>();
	return (name: string, item: number, fallback: unknown): unknown => {
		if (known.has(name)) return known.get(name);
		const plain = plainValue(items[item], fields.get(name));
		if (plain !== undefined) return plain;
		const value: unknown = context.getNodeParameter(name, item, fallback, { extractValue: true });
		if (constant.has(name)) known.set(name, value);
		return value;
	};
}

/** A text or number of the item; anything else is left to n8n. */
function plainValue({ json }: INodeExecutionData, field: string | undefined): string | number | undefined {
	const value = field !== undefined && Object.hasOwn(json, field) ? json[field] : undefined;
	return typeof value === 'string' || typeof value === 'number' ? value : undefined;
}
