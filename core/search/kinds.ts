import mapValues from 'lodash/mapValues';
import pick from 'lodash/pick';
import type { IDataObject } from 'n8n-workflow';

import { endpoints } from '../../contract';
import type { ObjectSchema } from '../../contract/model/schema';
import { filledOf, isFilled, isObject, merge } from '../base/json';
import { stableOrder } from '../base/fingerprint';
import { inputError, type At, type Fields } from '../form/field';
import { jsonField } from '../form/jsonField';
import { objectField } from '../form/schemaField';
import { readFilter } from '../form/value';

export interface SearchKind {
	readonly endpoint: typeof endpoints.b2bPersonSearch | typeof endpoints.b2bCompanySearch;
	readonly schemas: Readonly<Record<string, ObjectSchema>>;
	/** Fields with the ID of a row; the first filled one counts. */
	readonly ownIds: readonly string[];
}

const persons = endpoints.b2bPersonSearch.body.properties;
const companies = endpoints.b2bCompanySearch.body.properties;

export const searchKinds = {
	persons: {
		endpoint: endpoints.b2bPersonSearch,
		schemas: { filtros_pessoa: persons.filtros_pessoa, filtros_empresa: persons.filtros_empresa },
		ownIds: ['id_pessoa'],
	},
	companies: {
		endpoint: endpoints.b2bCompanySearch,
		schemas: { filtros_empresa: companies.filtros_empresa },
		ownIds: ['id_empresa', 'cnpj'],
	},
} satisfies Readonly<Record<string, SearchKind>>;

export const filterForms = mapValues(searchKinds, ({ schemas }): Fields =>
	mapValues(schemas as SearchKind['schemas'], (schema) =>
		objectField(schema, `Add ${schema.title?.replace(/s$/, '')}`),
	),
);

const ADDITIONAL = 'Additional Filters (JSON)';

export const additionalFilters = jsonField(
	ADDITIONAL,
	"More filters, by the names of 'Reference Data > Get Filter Structure'",
	'{ "filtros_empresa": { "estados": ["SP"] } }',
);

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

/**
 * Merges the filters of the forms and the JSON field, in a stable order (credit rule 2).
 * @throws NodeOperationError without filters, and for those that the service would reject, or ignore and still charge for
 */
export function filtersOf(
	{ schemas }: SearchKind,
	input: Readonly<Record<string, unknown>> & {
		readonly options: { readonly additionalFilters?: IDataObject };
	},
	at: At,
): IDataObject {
	const forms = pick(input, Object.keys(schemas)) as IDataObject;
	const { additionalFilters: additional = {} } = input.options;
	const stray = Object.entries(additional).find(
		([name, value]) => !Object.hasOwn(schemas, name) || !isObject(value),
	);
	if (stray !== undefined) {
		throw inputError(
			at(ADDITIONAL),
			`has "${stray[0]}" outside of its groups`,
			`Put it into ${Object.keys(schemas).join(' or ')}: the service ignores it elsewhere and still charges for the search.`,
		);
	}
	const filters: IDataObject = {};
	for (const [group, values] of Object.entries(merge(forms, checked(schemas, additional, at)))) {
		const filled = filledOf(values as IDataObject);
		const place = isFilled(additional[group]) ? `${ADDITIONAL} > ${group}` : (schemas[group].title ?? group);
		checkGroup(place, filled, at);
		if (isFilled(filled)) filters[group] = filled;
	}
	if (Object.keys(filters).length > 0) return stableOrder(filters) as IDataObject;
	const [{ title = '' }] = Object.values(schemas);
	throw inputError(at(title), 'is empty, and no other filter is set', 'Add at least one filter.');
}

/** Filters in the contract are validated; others are sent unchanged. */
function checked(schemas: SearchKind['schemas'], additional: IDataObject, at: At): IDataObject {
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
			`has "${unknown}", which is not a filter`,
			"Remove it: the service would ignore it and still charge for the search. To look up a company by CNPJ or profile URL, use 'B2B Company > Find'.",
		);
	}
	if (isFilled(filters.localizacoes) && isFilled(filters.estados)) {
		throw inputError(
			at(label),
			'has both locations and states',
			'Leave one of the two empty: together they usually match nothing, and the search is still charged.',
		);
	}
}
