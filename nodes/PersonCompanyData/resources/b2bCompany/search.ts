import { endpoints } from '../../../../contract';
import { operation } from '../../run/operation';
import { objectField } from '../../../../core/form/schemaField';
import { readFilters } from '../../families/search/filters';
import { runSearch } from '../../families/search/runSearch';
import { creditsOfSearch, searchFields, searchOptions, searchRequest } from '../../families/search/form';

const { filtros_empresa } = endpoints.b2bCompanySearch.body.properties;

export const search = operation({
	name: 'Search',
	action: 'Search B2B companies',
	description: 'Search companies by filters',
	calls: [endpoints.b2bCompanySearch],
	fields: {
		filtros_empresa: objectField(filtros_empresa, 'Add Company Filter'),
		...searchFields,
	},
	options: searchOptions,
	prepare: (input, at) =>
		searchRequest(
			endpoints.b2bCompanySearch,
			readFilters(
				{ filtros_empresa },
				{ filtros_empresa: input.filtros_empresa },
				input.additionalFilters,
				at,
			),
			input,
			at,
		),
	records: creditsOfSearch,
	run: runSearch,
});
