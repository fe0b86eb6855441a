import type { INodeProperties } from 'n8n-workflow';

import { isMissing } from '../../contract/input';
import { isTypedOnly, type ListName } from '../../contract/model/lists';
import type { Schema, ValueOf } from '../../contract/model/schema';
import { STATES } from '../../contract/model/vocabularies';
import { isBlank } from '../base/json';
import type { Field } from './field';
import { emptyError, plainValue, readFilter, readObject, readValue } from './value';

interface Display {
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
				...(isTypedOnly(name) && { searchFilterRequired: true }),
			},
		},
		{ displayName: 'By Value', name: 'value', type: 'string', ...placeholderOf(schema) },
	],
});

function propertyOf(schema: Schema, display: Display = {}): Omit<INodeProperties, 'name'> {
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
const propertiesOf = ({ properties = {} }: Schema): INodeProperties[] =>
	Object.entries(properties)
		.filter(([, { type, items }]) => type !== undefined && (type !== 'array' || items?.type !== undefined))
		.map(([name, inner]) => ({ ...propertyOf(inner), name }));

export const valueField = <const S extends Schema>(schema: S, display: Display = {}): Field<ValueOf<S>> => ({
	property: propertyOf(schema, { required: true, ...display }),
	read: (value, where) => {
		if (!isMissing(plainValue(value))) return readValue(schema, value, where) as ValueOf<S>;
		// As JSON, and whole: it looks like personal data, but is nobody's.
		const [example] = schema.examples ?? [];
		const such = example === undefined ? '' : `, for example ${JSON.stringify(example)}`;
		throw emptyError(where, `Enter ${where.field}${such}.`);
	},
});

export const optionalField = <const S extends Schema>(
	schema: S,
	display: Display = {},
): Field<ValueOf<S> | undefined> => ({
	property: propertyOf(schema, display),
	read: (value, where) =>
		isBlank(plainValue(value)) ? undefined : (readValue(schema, value, where) as ValueOf<S>),
});

export const filterField = <const S extends Schema>(schema: S): Field<ValueOf<S>> => ({
	property: propertyOf(schema),
	read: (value, where) => readFilter(schema, value, where) as ValueOf<S>,
});

export const objectField = <const S extends Schema>(
	schema: S,
	placeholderText: string,
	display: Display = {},
): Field<ValueOf<S>> => ({
	property: {
		displayName: display.displayName ?? schema.title ?? '',
		type: 'collection',
		placeholder: placeholderText,
		default: {},
		...(display.description && { description: display.description }),
		options: propertiesOf(schema).sort((a, b) => a.displayName.localeCompare(b.displayName, 'en')),
	},
	read: (value, where) => readObject(schema, value ?? {}, where) as ValueOf<S>,
});
