import mapValues from 'lodash/mapValues';
import mergeWith from 'lodash/mergeWith';
import type { IDataObject } from 'n8n-workflow';

import { valuesFrom, type MenuName } from '../../../../contract/model/lists';
import { text, type Schema } from '../../../../contract/model/schema';
import { inputError, type Field, type Where } from '../../../../core/form/field';
import { jsonField } from '../../../../core/form/jsonField';
import { asText, isFilled, isObject } from '../../../../core/base/json';
import { propertyOf } from '../../../../core/form/display';
import { plainValue, readValue } from '../../../../core/form/value';
import { contractFilter, readFilter, type FilterGroup, type ServiceFilter } from './serviceFilter';

/** Filters that are chosen from what the service itself describes, which may be newer than this package. */

const value = text('Value', {
	...valuesFrom('b2bFilterValues'),
	description: 'A value of the filter; add one row for each value of the same filter',
});

/** The field, for a search that takes filters of these groups; the menu names them. */
export const serviceFilterField = (
	menu: MenuName,
	...groups: readonly FilterGroup[]
): Field<IDataObject> => ({
	property: {
		displayName: 'Filters From the Service',
		description: 'Filters and values as the service lists them today; they are added to the forms above',
		type: 'fixedCollection',
		default: {},
		placeholder: 'Add Filter',
		typeOptions: { multipleValues: true },
		options: [
			{
				name: 'values',
				displayName: 'Filter',
				values: [
					{
						displayName: 'Filter Name or ID',
						name: 'filter',
						type: 'options',
						default: '',
						typeOptions: { loadOptionsMethod: menu },
						description:
							'Choose from the list, or specify an ID using an <a href="https://docs.n8n.io/code/expressions/">expression</a>',
					},
					{
						...propertyOf(value),
						name: 'value',
						// A value of another filter would match nothing and be charged: n8n takes it out.
						typeOptions: { loadOptionsDependsOn: ['&filter'] },
					},
				],
			},
		],
	},
	read: (given, where) => {
		const filters: Record<string, Record<string, unknown>> = {};
		for (const { filter, values } of gather(rowsIn(given), groups, where)) {
			const place = { ...where, field: `${where.field} > ${filter.name}` };
			filters[filter.group] ??= {};
			filters[filter.group][filter.name] = convert(filter, values, place);
		}
		return filters as IDataObject;
	},
});

interface Gathered {
	readonly filter: ServiceFilter;
	readonly values: unknown[];
}

const rowsIn = (given: unknown): IDataObject[] => {
	const rows = isObject(given) ? given.values : given;
	return Array.isArray(rows) ? rows.filter(isObject) : [];
};

/** The values of each filter, from all of its rows; an expression may give several at once. */
function gather(
	rows: readonly IDataObject[],
	groups: readonly FilterGroup[],
	where: Where,
): Iterable<Gathered> {
	const gathered = new Map<string, Gathered>();
	for (const row of rows) {
		const values = [plainValue(row.value)].flat().filter(isFilled);
		if (values.length === 0) continue;
		const filter = readFilter(asText(plainValue(row.filter)) ?? '');
		if (filter === undefined || !groups.includes(filter.group)) {
			throw inputError(
				where,
				'has a value without a filter that this search takes.',
				`Choose the filter from its list, or give it as ${groups.map((group) => `"${group}/<name>"`).join(' or ')}.`,
			);
		}
		const key = `${filter.group}/${filter.name}`;
		const known = gathered.get(key);
		if (known === undefined) gathered.set(key, { filter, values });
		else known.values.push(...values);
	}
	return gathered.values();
}

/** A value that is an object, such as a range, is written as JSON. */
const objectValue = jsonField('Value', 'The fields of the value', '{ "data_inicio": 2010 }');

/** The values as the filter takes them. */
function convert(filter: ServiceFilter, values: readonly unknown[], where: Where): unknown {
	const schema = schemaOf(filter);
	if (filter.type === 'array') return readValue(schema, values, where);
	if (values.length > 1) {
		throw inputError(where, `has ${values.length} values, but takes one.`, 'Leave one of its rows.');
	}
	const [only] = values;
	return readValue(schema, filter.type === 'object' ? objectValue.read(only, where) : only, where);
}

/** How the values of a filter are read: as the contract has it, where it agrees with the service. */
function schemaOf(filter: ServiceFilter): Schema {
	const { type } = filter;
	const known = contractFilter(filter);
	if (known?.type === type) return open(known);
	const entry = known === undefined ? {} : open(known.items ?? known);
	if (type === 'array') return { type, items: entry };
	// An object of unknown fields goes as it is.
	return type === 'object' ? {} : { ...entry, type };
}

/** A schema without its closed lists: the service's own list is the newer one. */
function open(schema: Schema): Schema {
	const { items, properties } = schema;
	return {
		...schema,
		enum: undefined,
		...(items && { items: open(items) }),
		...(properties && { properties: mapValues(properties, open) }),
	};
}

/** The filters of the forms and of the service's lists together; the values of one filter are united. */
export const withServiceFilters = (forms: IDataObject, chosen: IDataObject): IDataObject =>
	mergeWith({}, forms, chosen, (a: unknown, b: unknown) =>
		Array.isArray(a) && Array.isArray(b) ? [...new Set<unknown>([...a, ...b])] : undefined,
	) as IDataObject;
