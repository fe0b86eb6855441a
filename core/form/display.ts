import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { TYPED_ONLY, type ValueList } from '../../contract/model/lists';
import type { Schema } from '../../contract/model/schema';
import { STATES } from '../../contract/model/vocabularies';

/** How n8n shows values of the contract: title, help and choices stand there once. */

export interface Display {
	/** What the field holds at first; an expression such as `={{ $json.id_pessoa }}` too. */
	readonly default?: string | number | boolean;
	readonly required?: boolean;
	/** Replaces the contract's title where the form needs another. */
	readonly displayName?: string;
	readonly description?: string;
}

const choices = (schema: Schema) =>
	(schema.enum ?? []).map((value) => ({ name: schema['x-labels']?.[String(value)] ?? String(value), value }));

const placeholder = (schema: Schema): string | undefined =>
	schema.examples === undefined ? undefined : `e.g. ${String(schema.examples[0])}`;

type Shown = Pick<INodeProperties, 'type' | 'default'> & Partial<INodeProperties>;

/** How n8n shows a value of this schema. */
function shownAs(schema: Schema): Shown {
	if (schema['x-list'] !== undefined) return locator(schema['x-list'], schema);
	if (schema.enum !== undefined)
		return { type: 'options', options: choices(schema), default: schema.enum[0] };
	switch (schema.type) {
		case 'boolean':
			return { type: 'boolean', default: true };
		case 'integer':
		case 'number':
			return {
				type: 'number',
				// n8n fills in the defaults of fields that were left alone: zero would be sent as a value.
				default: '',
				typeOptions: { minValue: schema.minimum, maxValue: schema.maximum },
			};
		case 'array':
			return listShownAs(schema);
		case 'object':
			return {
				type: 'fixedCollection',
				// With its one group in place the editor shows the fields at once.
				default: { values: {} },
				// In the contract's order: a range begins with its lower bound.
				options: [{ name: 'values', displayName: schema.title ?? '', values: propertiesOf(schema) }],
			};
		default:
			// n8n's date field gives date and time; what is sent is the day.
			return { type: schema.format === 'date' ? 'dateTime' : 'string', default: '' };
	}
}

/** How n8n shows a list of values. */
function listShownAs(schema: Schema): Shown {
	const { items = {}, title = '' } = schema;
	if (items.enum !== undefined) return { type: 'multiOptions', default: [], options: choices(items) };
	const add = `Add ${items.title ?? 'Value'}`;
	const list = items['x-list'];
	if (list === undefined && items.type !== 'object') {
		return {
			type: 'string',
			default: [],
			typeOptions: { multipleValues: true, multipleValueButtonText: add },
		};
	}
	const values =
		list === undefined
			? propertiesOf(items)
			: [...chooseFirst(list), { ...propertyOf(items), name: 'value' }];
	return {
		type: 'fixedCollection',
		default: {},
		placeholder: add,
		typeOptions: { multipleValues: true },
		options: [{ name: 'values', displayName: items.title ?? title, values }],
	};
}

/** A value that is chosen from a list of the service, or written. */
const locator = ({ name }: ValueList, schema: Schema): Shown => ({
	type: 'resourceLocator',
	default: { mode: 'list', value: '' },
	modes: [
		{
			displayName: 'From List',
			name: 'list',
			type: 'list',
			typeOptions: {
				searchListMethod: name,
				searchable: true,
				...(TYPED_ONLY.includes(name) && { searchFilterRequired: true }),
			},
		},
		{ displayName: 'By Value', name: 'value', type: 'string', placeholder: placeholder(schema) },
	],
});

/** What narrows a list down; it is not sent. */
const chooseFirst = ({ within = [] }: ValueList): INodeProperties[] =>
	within.map((place) => NARROWING[place]);

const NARROWING: Readonly<Record<'state' | 'city', INodeProperties>> = {
	state: {
		displayName: 'State of the List',
		name: 'listState',
		type: 'options',
		default: '',
		description: 'Whose entries the list shows; it is not sent',
		options: [
			{ name: 'All', value: '' },
			...STATES.map((value): INodePropertyOptions => ({ name: value, value })),
		],
	},
	city: {
		displayName: 'City of the List',
		name: 'listCity',
		description: 'Whose entries the list shows; it is not sent',
		...locator({ name: 'cities' }, { examples: ['Porto Alegre - RS'] }),
	},
};

export function propertyOf(schema: Schema, display: Display = {}): Omit<INodeProperties, 'name'> {
	const example = hasPlaceholder(schema) ? placeholder(schema.items ?? schema) : undefined;
	return {
		displayName: display.displayName ?? schema.title ?? '',
		...shownAs(schema),
		...(display.default !== undefined && { default: display.default }),
		...(display.required && { required: true }),
		...((display.description ?? schema.description) && {
			description: display.description ?? schema.description,
		}),
		...(example !== undefined && { placeholder: example }),
	};
}

export const propertiesOf = (schema: Schema): INodeProperties[] =>
	Object.entries(schema.properties ?? {})
		.filter(([, inner]) => isShown(inner))
		.map(([name, inner]) => ({ ...propertyOf(inner), name }));

/** A list whose entries have no known shape cannot be shown as a field. */
const isShown = (schema: Schema): boolean =>
	schema.type !== undefined && (schema.type !== 'array' || schema.items?.type !== undefined);

/** A set of fields has an example in each of them, and one that is chosen has none. */
const hasPlaceholder = (schema: Schema): boolean =>
	schema['x-list'] === undefined &&
	schema.type !== 'object' &&
	(schema.items === undefined || (schema.items['x-list'] === undefined && schema.items.type !== 'object'));
