import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { isCharged, priceInWords, repeatAfterLoss } from '../../../contract/model/billing';
import { collectionField, type Field, type Fields } from '../../../core/form/field';
import { showForm } from '../../../core/form/form';
import { costOptions, genericOptions, onceOptions } from './options';
import type { Operation, Resource } from './operation';

/** Converts resources and operations to n8n node properties. */

export type Resources = Readonly<Record<string, Resource>>;

/** Price of an operation in words, from the contract. */
export function priceOf({ calls }: Operation): string {
	const charged = calls.find(({ billing }) => isCharged(billing)) ?? calls[0];
	return priceInWords(charged.billing, charged.wallet);
}

/** Whether the service's specification lacks this operation. */
export const isBeyond = ({ calls }: Operation): boolean => calls[0].section === 'beyondSpecification';

/** Menu description of an operation: what it does, what it costs, and whether it is specified. */
export const descriptionOf = (operation: Operation): string =>
	`${operation.description}. ${priceOf(operation)}.${isBeyond(operation) ? " Not in the service's specification." : ''}`;

/** The Options collection of an operation: its own options plus the generic ones. */
export const optionsField = (operation: Operation): Field<Record<string, unknown>> => {
	const hasBody = operation.calls[0].method === 'POST';
	const generic = Object.entries(genericOptions).filter(
		([name]) => name !== 'additionalBodyFields' || hasBody,
	);
	const cost = operation.calls.some(({ billing }) => isCharged(billing)) ? costOptions : {};
	const isRecorded = operation.calls.some(
		(call) => isCharged(call.billing) && repeatAfterLoss(call) === 'never',
	);
	const once = isRecorded ? onceOptions : {};
	const fields: Fields = { ...Object.fromEntries(generic), ...cost, ...once, ...operation.options };
	return collectionField('Options', 'Add option', fields);
};

/** The form of an operation: its fields, then its options. */
export const formOf = (operation: Operation): Fields => ({
	...operation.fields,
	options: optionsField(operation),
});

/** A menu sorted by label. */
function menu(
	displayName: string,
	name: string,
	options: INodePropertyOptions[],
	first: string,
): INodeProperties {
	const sorted = [...options].sort((a, b) => a.name.localeCompare(b.name, 'en'));
	return { displayName, name, type: 'options', noDataExpression: true, options: sorted, default: first };
}

const operationMenu = (resource: string, { operations, first }: Resource): INodeProperties => ({
	...menu(
		'Operation',
		'operation',
		Object.entries(operations).map(([value, operation]): INodePropertyOptions => ({
			name: operation.name,
			value,
			action: operation.action,
			description: descriptionOf(operation),
		})),
		first,
	),
	displayOptions: { show: { resource: [resource] } },
});

/** All node properties: the resource menu, the operation menus and the form of each operation. */
export function describeResources(resources: Resources): INodeProperties[] {
	const entries = Object.entries(resources);
	return [
		menu(
			'Resource',
			'resource',
			entries.map(([value, resource]) => ({ name: resource.name, value })),
			entries[0][0],
		),
		...entries.map(([value, resource]) => operationMenu(value, resource)),
		...entries.flatMap(([resource, { operations }]) =>
			Object.entries(operations).flatMap(([name, operation]) =>
				showForm(formOf(operation), { resource: [resource], operation: [name] }),
			),
		),
	];
}
