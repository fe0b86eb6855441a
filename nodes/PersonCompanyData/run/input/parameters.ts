import type { IDataObject, IExecuteFunctions, INode, INodeExecutionData } from 'n8n-workflow';

import { fieldIn, isWholeItem, meantBy } from '../../../../core/form/fromItem';

/** `getNodeParameter` is slow: constants are read once, and references to the item from the item itself. */
export function parameterReader(
	context: IExecuteFunctions,
	parameters: INode['parameters'],
	items: readonly INodeExecutionData[],
) {
	const names = Object.keys(parameters);
	const constants = new Set(names.filter((name) => !JSON.stringify(parameters[name])?.includes('"=')));
	const fields = new Map(names.map((name) => [name, fieldIn(String(parameters[name]))] as const));
	const whole = new Set(names.filter((name) => isWholeItem(String(parameters[name]))));
	const valuesOfConstants = new Map<string, unknown>();
	return (name: string, item: number, fallback: unknown): unknown => {
		if (valuesOfConstants.has(name)) return valuesOfConstants.get(name);
		if (whole.has(name)) return items[item].json;
		const field = fields.get(name);
		if (field !== undefined) {
			const { json } = items[item];
			const value = plainValue(json, parameters[name] === fallback ? meantBy(field, json) : field);
			if (value !== undefined) return value;
		}
		const value: unknown = context.getNodeParameter(name, item, fallback, { extractValue: true });
		if (constants.has(name)) valuesOfConstants.set(name, value);
		return value;
	};
}

/** n8n resolves anything but text and numbers. */
function plainValue(json: IDataObject, field = ''): string | number | undefined {
	const value = Object.hasOwn(json, field) ? json[field] : undefined;
	return typeof value === 'string' || typeof value === 'number' ? value : undefined;
}
