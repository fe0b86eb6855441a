import { endpoints } from '../../../../contract';
import { operation } from '../../run/operation';
import { objectField } from '../../../../core/form/schemaField';
import { readFilters } from '../../families/search/filters';
import { runSearch } from '../../families/search/runSearch';
import { creditsOfSearch, searchFields, searchOptions, searchRequest } from '../../families/search/form';

const { filtros_pessoa, filtros_empresa } = endpoints.b2bPersonSearch.body.properties;

export const search = operation({
	name: 'Search',
	action: 'Search B2B persons',
	description: 'Search persons by filters of the person and of their company',
	calls: [endpoints.b2bPersonSearch],
	fields: {
		filtros_pessoa: objectField(filtros_pessoa, 'Add Person Filter'),
		filtros_empresa: objectField(filtros_empresa, 'Add Company Filter'),
		...searchFields,
	},
	options: searchOptions,
	prepare: (input, at) =>
		searchRequest(
			endpoints.b2bPersonSearch,
			readFilters(
				{ filtros_pessoa, filtros_empresa },
				{ filtros_pessoa: input.filtros_pessoa, filtros_empresa: input.filtros_empresa },
				input.additionalFilters,
				at,
			),
			input,
			at,
		),
	records: creditsOfSearch,
	run: runSearch,
});
