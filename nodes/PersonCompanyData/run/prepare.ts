import type { IExecuteFunctions, INode, INodeExecutionData } from 'n8n-workflow';

import { readForm } from '../../../core/form/form';
import { formOf, type Resources } from './describe';
import type { GenericOptions } from './options';
import { operationError } from '../../../core/base/operationError';
import type { Operation, CheckedItem } from './operation';
import type { Problem } from '../../../core/output/outcome';

/**
 * The operation selected in the node.
 * @throws NodeOperationError when it does not exist.
 */
export function chosenOperation(context: IExecuteFunctions, resources: Resources): Operation {
	const resource = context.getNodeParameter('resource', 0) as string;
	const name = context.getNodeParameter('operation', 0) as string;
	const operation = resources[resource]?.operations[name];
	if (operation === undefined) {
		throw operationError(context.getNode(), `The operation "${name}" of "${resource}" does not exist`, {
			description:
				'Choose another operation. For calls that this node does not support, use the HTTP Request node with this credential.',
		});
	}
	return operation;
}

/** Reads and validates every item before anything is sent. */
export function checkItems(context: IExecuteFunctions, operation: Operation) {
	const checked: CheckedItem[] = [];
	const problems: Problem[] = [];
	const form = formOf(operation);
	// Read once: n8n copies the node on every `getNode` call.
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

/** The expression n8n writes when a field of the item is dragged into a parameter. */
const FIELD_OF_ITEM = /^=\{\{ *\$json\.([A-Za-z_]\w*) *\}\}$/;

/**
 * Reads node parameters for each item. `getNodeParameter` is slow, so a parameter without expressions is read
 * once, and a reference to a plain field of the item is read from the item itself.
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

/** A string or number field of the item; n8n resolves anything else. */
function plainValue({ json }: INodeExecutionData, field: string | undefined): string | number | undefined {
	const value = field !== undefined && Object.hasOwn(json, field) ? json[field] : undefined;
	return typeof value === 'string' || typeof value === 'number' ? value : undefined;
}
