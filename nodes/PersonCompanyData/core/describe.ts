import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { isCharged, priceInWords } from '../contract/billing';
import { optional, type Field, type Fields } from './field';
import { genericOptions } from './genericOptions';
import type { Operation, Resource } from './operation';

/** Turns resources and operations into what n8n shows. */

export type Resources = Readonly<Record<string, Resource>>;

/** What an operation costs, from the contract, in words. */
export function priceOf({ calls }: Operation): string {
	const charged = calls.find(({ billing }) => isCharged(billing)) ?? calls[0];
	return priceInWords(charged.billing, charged.wallet);
}

/** The options collection of an operation: its own options and those of every operation. */
export const optionsField = (operation: Operation): Field<Record<string, unknown>> => {
	const hasBody = operation.calls[0].method === 'POST';
	const generic = Object.entries(genericOptions).filter(
		([name]) =>
			(name !== 'additionalBodyFields' || hasBody) &&
			(name !== 'maxConcurrentRequests' || operation.run !== undefined) &&
			(name !== 'ifSomeItemsFail' || operation.calls.some(({ billing }) => isCharged(billing))),
	);
	const fields: Fields = { ...Object.fromEntries(generic), ...operation.options };
	return optional('Options', 'Add option', fields);
};

const properties = (resource: string, name: string, fields: Fields): INodeProperties[] =>
	Object.entries(fields).map(([key, field]) => ({
		...field.property,
		name: key,
		displayOptions: {
			show: {
				resource: [resource],
				operation: [name],
				...Object.fromEntries(
					Object.entries(field.show ?? {}).map(([other, values]) => [other, [...values]]),
				),
			},
		},
	}));

const operationMenu = (resource: string, operations: Resource['operations']): INodeProperties => ({
	displayName: 'Operation',
	name: 'operation',
	type: 'options',
	noDataExpression: true,
	displayOptions: { show: { resource: [resource] } },
	options: Object.entries(operations).map(([value, operation]): INodePropertyOptions => ({
		name: operation.name,
		value,
		action: operation.action,
		description: `${operation.description}. ${priceOf(operation)}.`,
	})),
	default: Object.keys(operations)[0],
});

/** All properties of the node: the menu of resources, of their operations, and each operation's form. */
export function describeResources(resources: Resources): INodeProperties[] {
	const entries = Object.entries(resources);
	return [
		{
			displayName: 'Resource',
			name: 'resource',
			type: 'options',
			noDataExpression: true,
			options: entries.map(([value, { name }]) => ({ name, value })),
			default: entries[0][0],
		},
		...entries.map(([value, { operations }]) => operationMenu(value, operations)),
		...entries.flatMap(([resource, { operations }]) =>
			Object.entries(operations).flatMap(([name, operation]) =>
				properties(resource, name, { ...operation.fields, options: optionsField(operation) }),
			),
		),
	];
}
