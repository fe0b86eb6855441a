import type { INodeProperties } from 'n8n-workflow';

import { TYPED_ONLY, type ListName } from '../../contract/model/lists';
import type { Schema } from '../../contract/model/schema';
import { STATES } from '../../contract/model/vocabularies';

export interface Display {
	/** Or an expression, such as `={{ $json.id_pessoa }}`. */
	readonly default?: string | number | boolean;
	readonly required?: boolean;
	readonly displayName?: string;
	readonly description?: string;
}

type Shown = Pick<INodeProperties, 'type' | 'default'> & Partial<INodeProperties>;

/** States are loaded on demand: n8n's builders print all options once for each operation. */
const optionsOf = (schema: Schema): Partial<INodeProperties> =>
	schema.enum === STATES
		? { typeOptions: { loadOptionsMethod: 'states' } }
		: {
				options: schema.enum?.map((value) => ({
					name: schema['x-labels']?.[String(value)] ?? String(value),
					value,
				})),
			};

const placeholderOf = ({ examples, items }: Schema): Pick<INodeProperties, 'placeholder'> => {
	const example = examples?.[0] ?? items?.examples?.[0];
	return example === undefined ? {} : { placeholder: `e.g. ${String(example)}` };
};

function shownAs(schema: Schema): Shown {
	if (schema['x-list'] !== undefined) return locator(schema['x-list'].name, schema);
	if (schema.enum !== undefined)
		return { type: 'options', default: schema.enum === STATES ? '' : schema.enum[0], ...optionsOf(schema) };
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

function listShownAs({ items = {}, title = '' }: Schema): Shown {
	if (items.enum !== undefined) return { type: 'multiOptions', default: [], ...optionsOf(items) };
	const add = `Add ${items.title ?? 'Value'}`;
	const isPicked = items['x-list'] !== undefined;
	if (!isPicked && items.type !== 'object') {
		const typeOptions = { multipleValues: true, multipleValueButtonText: add };
		return { type: 'string', default: [], typeOptions };
	}
	const values = isPicked ? [{ ...propertyOf(items), name: 'value' }] : propertiesOf(items);
	return {
		type: 'fixedCollection',
		default: {},
		placeholder: add,
		typeOptions: { multipleValues: true },
		options: [{ name: 'values', displayName: items.title ?? title, values }],
	};
}

const locator = (name: ListName, schema: Schema): Shown => ({
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
		{ displayName: 'By Value', name: 'value', type: 'string', ...placeholderOf(schema) },
	],
});

export function propertyOf(schema: Schema, display: Display = {}): Omit<INodeProperties, 'name'> {
	const { displayName = schema.title ?? '', description = schema.description, ...others } = display;
	const shown = shownAs(schema);
	return {
		displayName,
		...(!['fixedCollection', 'resourceLocator'].includes(shown.type) && placeholderOf(schema)),
		...shown,
		...(description && { description }),
		...others,
	};
}

/** Without lists of unknown shape, which a form cannot show. */
export const propertiesOf = ({ properties = {} }: Schema): INodeProperties[] =>
	Object.entries(properties)
		.filter(([, { type, items }]) => type !== undefined && (type !== 'array' || items?.type !== undefined))
		.map(([name, inner]) => ({ ...propertyOf(inner), name }));
