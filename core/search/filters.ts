import mapValues from 'lodash/mapValues';
import type { IDataObject } from 'n8n-workflow';

import type { ObjectSchema } from '../../contract/model/schema';
import { filledOf, isFilled, isObject } from '../base/json';
import { stableOrder } from '../base/stableOrder';
import { merge } from '../client/request';
import { inputError, type At } from '../form/field';
import { readFilter } from '../form/value';

const GROUPS: Readonly<Record<string, string>> = {
	filtros_pessoa: 'Person Filters',
	filtros_empresa: 'Company Filters',
};

/** Not filters: the service would ignore these and still charge for the search. */
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

export const ADDITIONAL = 'Additional Filters (JSON)';

/**
 * Merges the filters of the forms and the JSON field, in a stable order (credit rule 2).
 * @throws NodeOperationError for filters that the service would reject, or ignore and still charge for
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
			`has "${stray[0]}", but only objects named ${Object.keys(schemas).join(' and ')} are allowed.`,
			'The service ignores filters outside these objects and still charges for the search.',
		);
	}
	const filters: IDataObject = {};
	for (const [group, values] of Object.entries(merge(forms, checked(schemas, additional, at)))) {
		const filled = filledOf(values as IDataObject);
		checkGroup(GROUPS[group], filled, at);
		if (isFilled(filled)) filters[group] = filled;
	}
	return stableOrder(filters) as IDataObject;
}

/** Filters in the contract are validated; others are sent unchanged. */
function checked(
	schemas: Readonly<Record<string, ObjectSchema>>,
	additional: IDataObject,
	at: At,
): IDataObject {
	return mapValues(additional, (filters, group) =>
		mapValues(filters as IDataObject, (value, name) => {
			const { properties } = schemas[group];
			const schema = Object.hasOwn(properties, name) ? properties[name] : {};
			return readFilter(schema, value, at(`${ADDITIONAL} > ${group} > ${name}`));
		}),
	) as IDataObject;
}

function checkGroup(label: string, filters: IDataObject, at: At): void {
	const unknown = NO_FILTERS.find((name) => name in filters);
	if (unknown !== undefined) {
		throw inputError(
			at(label),
			`has "${unknown}", which is not a filter of the search.`,
			'The service would ignore it and still charge for the search. To look up a company by CNPJ or profile URL, use B2B Company > Find.',
		);
	}
	if (isFilled(filters.localizacoes) && isFilled(filters.estados)) {
		throw inputError(
			at(label),
			'has both locations and states.',
			'Leave one of the two empty: together they usually match nothing, and the search is still charged.',
		);
	}
}
