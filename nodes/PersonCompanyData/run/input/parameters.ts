import type { IExecuteFunctions, INode, INodeExecutionData } from 'n8n-workflow';

import { fieldsIn, isWholeItem } from '../../../../core/form/fromItem';
import type { GivenItem } from '../../../../core/form/same';

/** The parameters of an item; those that are compared with other items are evaluated once. */
export function givenItem(
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

/**
 * Reads node parameters for each item. `getNodeParameter` is slow, so a parameter without expressions is read
 * once, and a reference to the item or plain fields of it is read from the item itself.
 */
export function parameterReader(
	context: IExecuteFunctions,
	parameters: INode['parameters'],
	items: readonly INodeExecutionData[],
) {
	const names = Object.keys(parameters);
	const constant = new Set(names.filter((name) => !JSON.stringify(parameters[name])?.includes('"=')));
	const fields = new Map(names.map((name) => [name, fieldsIn(String(parameters[name]))] as const));
	const whole = new Set(names.filter((name) => isWholeItem(String(parameters[name]))));
	const known = new Map<string, unknown>();
	return (name: string, item: number, fallback: unknown): unknown => {
		if (known.has(name)) return known.get(name);
		if (whole.has(name)) return items[item].json;
		const plain = plainValue(items[item], fields.get(name));
		if (plain !== undefined) return plain;
		const value: unknown = context.getNodeParameter(name, item, fallback, { extractValue: true });
		if (constant.has(name)) known.set(name, value);
		return value;
	};
}

/** The first of these fields that the item has, if it is text or a number; n8n resolves anything else. */
function plainValue(
	{ json }: INodeExecutionData,
	fields: readonly string[] = [],
): string | number | undefined {
	const field = fields.find((name) => Object.hasOwn(json, name) && json[name] != null);
	const value = field === undefined ? undefined : json[field];
	return typeof value === 'string' || typeof value === 'number' ? value : undefined;
}
