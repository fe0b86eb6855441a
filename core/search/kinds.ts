import pick from 'lodash/pick';
import type { IDataObject } from 'n8n-workflow';

import { endpoints } from '../../contract';
import { searchPaging } from '../../contract/endpoints/b2b/filters';
import type { Endpoint } from '../../contract/model/endpoint';
import { assumedLimits } from '../../contract/model/limits';
import type { ObjectSchema } from '../../contract/model/schema';
import { inputError, toggle, type At, type Fields } from '../form/field';
import { jsonField } from '../form/jsonField';
import { objectField, optionalField } from '../form/schemaField';
import { ADDITIONAL, readFilters } from './filters';

export interface SearchKind {
	readonly endpoint: Endpoint;
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

const PERSON = 'Add Person Filter';
const COMPANY = 'Add Company Filter';

export const filterForms = {
	persons: {
		filtros_pessoa: objectField(persons.filtros_pessoa, PERSON),
		filtros_empresa: objectField(persons.filtros_empresa, COMPANY),
	},
	companies: { filtros_empresa: objectField(companies.filtros_empresa, COMPANY) },
} satisfies Readonly<Record<keyof typeof searchKinds, Fields>>;

export const additionalFilters = jsonField(
	ADDITIONAL,
	"Filters that the forms lack, in the service's objects",
	'{ "filtros_empresa": { "setores": ["Tecnologia"] } }',
);

export const includeSearchDetails = toggle(
	'Include Search Details',
	'Whether to add the search to each result: its total, cache key and next offset',
	true,
);

export const pageSize = optionalField(searchPaging.por_pagina, {
	default: assumedLimits.searchPageSize,
	description: 'Results per request',
});

/** @throws NodeOperationError for wrong filters, or none at all */
export function filtersOf(
	{ schemas }: SearchKind,
	input: Readonly<Record<string, unknown>> & {
		readonly options: { readonly additionalFilters?: IDataObject };
	},
	at: At,
): IDataObject {
	const forms = pick(input, Object.keys(schemas)) as IDataObject;
	const filters = readFilters(schemas, forms, input.options.additionalFilters ?? {}, at);
	if (Object.keys(filters).length === 0) {
		throw inputError(at('Filters'), 'are empty.', 'Add at least one filter of the person or the company.');
	}
	return filters;
}
