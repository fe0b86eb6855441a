import type { IExecuteFunctions, INode, INodeExecutionData } from 'n8n-workflow';

import { inTurns } from '../../../core/base/async';
import { readForm } from '../../../core/form/form';
import { differenceIn, parametersWith, type GivenItem } from '../../../core/form/same';
import { formOf, type Resources } from './describe';
import type { ItemOptions, RunOptions } from './options';
import { operationError } from '../../../core/base/operationError';
import type { Operation, CheckedItem } from './operation';
import { checkSharedWork, notTheSame, unitOf } from './unit';
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
export async function checkItems(context: IExecuteFunctions, operation: Operation): Promise<Checked> {
	const checked: CheckedItem[] = [];
	const problems: Problem[] = [];
	let options: RunOptions = {};
	const form = formOf(operation);
	// Read once: n8n copies the node on every `getNode` call.
	const node = context.getNode();
	const inputs = context.getInputData();
	const read = parameterReader(context, node.parameters, inputs);
	const compared = new Set([...parametersWith(form, 'run'), ...parametersWith(form, 'work')]);
	const given = inputs.map((_, item): GivenItem => givenItem({ node, item }, read, compared));
	// Of all items, also of those that are not valid otherwise.
	const different = await differenceIn(form, 'run', given);
	for await (const [item, data] of inTurns(inputs.entries())) {
		try {
			const input = readForm(form, given[item].parameter, given[item].where);
			const at = (field: string) => ({ node, item, field });
			options = input.options as RunOptions;
			const work = {
				item,
				input: operation.prepare(input, at, data),
				options: input.options as ItemOptions,
			};
			checked.push({ ...work, unit: unitOf(operation, work) });
		} catch (error) {
			problems.push({ items: [item], error: error as Error });
		}
	}
	if (different !== undefined) {
		const all = inputs.map((_, item) => item);
		return { items: [], problems, options, difference: { items: all, error: notTheSame(node, different) } };
	}
	const { agreeing, disagreeing } = await checkSharedWork(node, operation, checked, given);
	return { items: agreeing, problems: [...problems, ...disagreeing], options };
}

/** The input of a run. */
interface Checked {
	/** The valid items. */
	readonly items: readonly CheckedItem[];
	/** Why other items are not valid. */
	readonly problems: readonly Problem[];
	/** What decides for the whole run. */
	readonly options: RunOptions;
	/** Why nothing may be sent at all: the items differ in what decides for the whole run. */
	readonly difference?: Problem;
}

/** The parameters of an item; those that are compared with other items are evaluated once. */
function givenItem(
	where: GivenItem['where'],
	read: ReturnType<typeof parameterReader>,
	compared: ReadonlySet<string>,
): GivenItem {
	const known = new Map<string, unknown>();
	return {
		where,
		parameter: (name, fallback) => {
			if (known.has(name)) return known.get(name);
			const value = read(name, where.item, fallback);
			if (compared.has(name)) known.set(name, value);
			return value;
		},
	};
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
