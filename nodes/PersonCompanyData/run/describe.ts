import upperFirst from 'lodash/upperFirst';
import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { isCharged, isClaimed, priceInWords, priceOf } from '../../../contract/model/billing';
import type { Endpoint } from '../../../contract/model/endpoint';
import { OPEN_OUTCOMES } from '../../../contract/outcomes';
import { collectionField, type Field, type Fields } from '../../../core/form/field';
import { showForm } from '../../../core/form/form';
import { forTools } from '../../../core/form/forTools';
import { includeInputFields } from '../../../core/leads/inputFields';
import { leadFields } from '../../../core/leads/view';
import { advancedField, costOptions, onceOptions, previewCost } from './options';
import type { Operation, Resource } from './operation';

export type Resources = Readonly<Record<string, Resource>>;

export const pricedBy = ({ calls }: Operation): Endpoint =>
	calls.find(({ billing }) => isCharged(billing)) ?? calls[0];

export const priceOfOperation = (operation: Operation): string => priceInWords(pricedBy(operation));

const sentence = (text: string): string => `${upperFirst(text)}.`;

export function descriptionOf(operation: Operation): string {
	const { price, except } = priceOf(pricedBy(operation));
	const parts = [operation.description, price, except];
	return parts.flatMap((part) => (part === undefined ? [] : sentence(part))).join(' ');
}

export const mayCost = ({ calls }: Operation): boolean => calls.some(({ billing }) => isCharged(billing));

export function optionsField(operation: Operation): Field<Record<string, unknown>> {
	const fields: Fields = {
		...(mayCost(operation) && costOptions),
		...(operation.calls.some(isClaimed) && onceOptions),
		...operation.options,
		advanced: advancedField,
	};
	return collectionField('Options', 'Add option', fields);
}

export function formOf(operation: Operation): Fields {
	return {
		...operation.fields,
		...(operation.leads && leadFields(operation.leads)),
		...(operation.includesInput !== undefined && {
			includeInputFields: includeInputFields(operation.includesInput),
		}),
		...(mayCost(operation) && { previewCost }),
		options: optionsField(operation),
	};
}

/** The first entry is the default. */
function menu(displayName: string, name: string, options: INodePropertyOptions[]): INodeProperties {
	const [{ value: first }] = options;
	return { displayName, name, type: 'options', noDataExpression: true, options, default: first };
}

function inOrder({ operations, first }: Resource): Array<[string, Operation]> {
	const place = (key: string): number => (first.includes(key) ? first.indexOf(key) : first.length);
	return Object.entries(operations).sort(
		([a, one], [b, other]) => place(a) - place(b) || one.name.localeCompare(other.name, 'en'),
	);
}

/** Options get no description: n8n's type generator would print it in place of the operations' prices. */
const resourceMenu = (resources: Resources): INodeProperties => ({
	...menu(
		'Resource',
		'resource',
		Object.entries(resources).map(([value, { name, description }]) => ({
			name,
			value,
			builderHint: { propertyHint: description },
		})),
	),
	description: Object.values(resources)
		.map(({ name, description }) => `${name}: ${description}`)
		.join('<br>'),
});

const operationMenu = (key: string, resource: Resource): INodeProperties => ({
	...menu(
		'Operation',
		'operation',
		inOrder(resource).map(([value, operation]): INodePropertyOptions => ({
			name: operation.name,
			value,
			action: operation.action,
			description: descriptionOf(operation),
		})),
	),
	displayOptions: { show: { resource: [key] } },
});

const OPEN = `Don't call again after an outcome ${OPEN_OUTCOMES.join(' or ')}: it may have been charged.`;

/** For agents. On two lines, so that builders, which read the price in the menu, do not get it twice. */
const toolDescription = (resource: string, operation: string, declared: Operation): INodeProperties => ({
	displayName: 'Description',
	name: 'toolDescription',
	type: 'string',
	noDataExpression: true,
	typeOptions: { rows: 3 },
	required: true,
	default: `${sentence(declared.description)}\n${sentence(priceOfOperation(declared))}${mayCost(declared) ? ` ${OPEN}` : ''}`,
	displayOptions: { show: { resource: [resource], operation: [operation], '@tool': [true] } },
});

export function describeResources(resources: Resources): INodeProperties[] {
	const entries = Object.entries(resources);
	return [
		resourceMenu(resources),
		...entries.map(([key, resource]) => operationMenu(key, resource)),
		...entries.flatMap(([key, resource]) =>
			inOrder(resource).flatMap(([operation, declared]) => [
				toolDescription(key, operation, declared),
				...showForm(formOf(declared), { resource: [key], operation: [operation] }).flatMap(forTools),
			]),
		),
	];
}

/** The action of the chosen operation, as the nodes panel has it: its keys would say little on the canvas. */
export function subtitleOf(resources: Resources): string {
	const actions = Object.entries(resources).flatMap(([resource, { operations }]) =>
		Object.entries(operations).map(([key, { action }]) => [`${resource}.${key}`, action] as const),
	);
	const table = JSON.stringify(Object.fromEntries(actions));
	return `={{ (${table})[$parameter["resource"] + "." + $parameter["operation"]] }}`;
}
