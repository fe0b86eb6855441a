import mapValues from 'lodash/mapValues';
import type { IDataObject } from 'n8n-workflow';

import { merge } from '../../../../core/client/request';
import { readValue } from '../../../../core/form/value';
import { inputError, isFilled, isObject, type At, type ObjectSchema } from '../kit';

/** The two objects of a B2B search that filters may stand in, by the label of their form. */
const GROUPS: Readonly<Record<string, string>> = {
	filtros_pessoa: 'Person Filters',
	filtros_empresa: 'Company Filters',
};

/** Names that the search does not take as filters: it would ignore them and charge all the same. */
const NO_FILTERS = [
	'document',
	'cnpj',
	'cpf',
	'id_empresa',
	'id_pessoa',
	'company_id',
	'person_id',
	'url_social',
];

const ADDITIONAL = 'Additional Filters (JSON)';

/**
 * The filters of a B2B search as they are sent: those of the forms and of the JSON field together, empty
 * ones left out, in a stable order.
 * @throws NodeOperationError for filters that the service would refuse, or ignore and charge.
 */
export function readFilters(
	schemas: Readonly<Record<string, ObjectSchema>>,
	forms: IDataObject,
	additional: IDataObject,
	at: At,
): IDataObject {
	const stray = Object.entries(additional).find(
		([name, value]) => !Object.hasOwn(schemas, name) || !isObject(value),
	);
	if (stray !== undefined) {
		throw inputError(
			at(ADDITIONAL),
			`has "${stray[0]}" where only ${Object.keys(schemas).join(' and ')}, each with an object of filters, may stand.`,
			'Filters outside these objects are ignored by the service and the search is charged.',
		);
	}
	const filters: IDataObject = {};
	for (const [group, values] of Object.entries(merge(forms, checked(schemas, additional, at)))) {
		const filled = Object.fromEntries(
			Object.entries(values as IDataObject).filter(([, value]) => isFilled(value)),
		);
		checkGroup(GROUPS[group], filled, at);
		if (isFilled(filled)) filters[group] = filled;
	}
	return stableOrder(filters) as IDataObject;
}

/** Filters written as JSON: those that the contract knows are held to it, others go as they are. */
function checked(
	schemas: Readonly<Record<string, ObjectSchema>>,
	additional: IDataObject,
	at: At,
): IDataObject {
	return mapValues(additional, (filters, group) =>
		mapValues(filters as IDataObject, (value, name) => {
			const { properties } = schemas[group];
			const schema = Object.hasOwn(properties, name) ? properties[name] : undefined;
			const field = `${ADDITIONAL} > ${group} > ${name}`;
			return schema === undefined ? value : readValue(schema, value, at(field));
		}),
	) as IDataObject;
}

function checkGroup(label: string, filters: IDataObject, at: At): void {
	const unknown = NO_FILTERS.find((name) => name in filters);
	if (unknown !== undefined) {
		throw inputError(
			at(label),
			`has "${unknown}", which the search does not take as a filter.`,
			'The service would ignore it and charge the search. To look a company up by CNPJ or profile URL, use its lookup.',
		);
	}
	if (isFilled(filters.localizacoes) && isFilled(filters.estados)) {
		throw inputError(
			at(label),
			'has locations and states at once.',
			'Leave one of the two empty: together they usually match nothing, and the search is charged.',
		);
	}
}

const byCodePoint = (a: unknown, b: unknown): number => {
	const [left, right] = [JSON.stringify(a), JSON.stringify(b)];
	return left === right ? 0 : left < right ? -1 : 1;
};

/**
 * The same filters in an order that does not depend on how they were entered: lists and names sorted by
 * the codes of their characters, never by locale, repeated values dropped. The
 * service may count another order as a new search (credit rule 2).
 */
export function stableOrder(value: unknown): unknown {
	if (Array.isArray(value)) {
		const sorted = value.map(stableOrder).sort(byCodePoint);
		return sorted.filter((entry, i) => i === 0 || byCodePoint(entry, sorted[i - 1]) !== 0);
	}
	if (!isObject(value)) return value;
	return Object.fromEntries(
		Object.entries(value)
			.sort(([a], [b]) => (a < b ? -1 : 1))
			.map(([name, inner]) => [name, stableOrder(inner)]),
	);
}
