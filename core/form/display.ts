import type { INodeProperties } from 'n8n-workflow';

import { TYPED_ONLY, type ValueList } from '../../contract/model/lists';
import type { Schema } from '../../contract/model/schema';

/** Builds n8n properties from contract schemas, which define titles, descriptions and options. */

export interface Display {
	/** Default value; may be an expression such as `={{ $json.id_pessoa }}`. */
	readonly default?: string | number | boolean;
	readonly required?: boolean;
	/** Replaces the contract's title. */
	readonly displayName?: string;
	readonly description?: string;
	/** Shown below the field at all times. */
	readonly hint?: string;
}

const choices = (schema: Schema) =>
	(schema.enum ?? []).map((value) => ({ name: schema['x-labels']?.[String(value)] ?? String(value), value }));

const placeholder = (schema: Schema): string | undefined =>
	schema.examples === undefined ? undefined : `e.g. ${String(schema.examples[0])}`;

type Shown = Pick<INodeProperties, 'type' | 'default'> & Partial<INodeProperties>;

/** The n8n property type and settings for a schema. */
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
				// n8n fills untouched fields with their default: a zero would be sent as a value.
				default: '',
				typeOptions: { minValue: schema.minimum, maxValue: schema.maximum },
			};
		case 'array':
			return listShownAs(schema);
		case 'object':
			return {
				type: 'fixedCollection',
				// With its one group present, the editor shows the fields immediately.
				default: { values: {} },
				// In contract order: a range starts with its lower bound.
				options: [{ name: 'values', displayName: schema.title ?? '', values: propertiesOf(schema) }],
			};
		default:
			// n8n's date field returns date and time; only the day is sent.
			return { type: schema.format === 'date' ? 'dateTime' : 'string', default: '' };
	}
}

/** The n8n property type and settings for a list. */
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

/** A value picked from one of the service's lists or typed in. */
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

/** Fields that narrow the list; they are not sent. */
const chooseFirst = ({ within = [] }: ValueList): INodeProperties[] =>
	within.map((place) => NARROWING[place]);

const NARROWING: Readonly<Record<'state' | 'city', INodeProperties>> = {
	state: {
		displayName: 'Filter List by State',
		name: 'listState',
		// Text: n8n's builders would print all states once for each list of each operation.
		type: 'string',
		default: '',
		placeholder: 'e.g. PR',
		description: 'Which entries to list below; not sent',
	},
	city: {
		displayName: 'Filter List by City',
		name: 'listCity',
		description: 'Which entries to list below; not sent',
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
		...(display.hint !== undefined && { hint: display.hint }),
	};
}

export const propertiesOf = (schema: Schema): INodeProperties[] =>
	Object.entries(schema.properties ?? {})
		.filter(([, inner]) => isShown(inner))
		.map(([name, inner]) => ({ ...propertyOf(inner), name }));

/** A list with entries of unknown shape cannot be shown as a field. */
const isShown = (schema: Schema): boolean =>
	schema.type !== undefined && (schema.type !== 'array' || schema.items?.type !== undefined);

/** In a set of fields, each field has its own placeholder; a list selection has none. */
const hasPlaceholder = (schema: Schema): boolean =>
	schema['x-list'] === undefined &&
	schema.type !== 'object' &&
	(schema.items === undefined || (schema.items['x-list'] === undefined && schema.items.type !== 'object'));
