import type { IDataObject } from 'n8n-workflow';

import { searchPaging } from '../../../../contract/endpoints/b2b/filters';
import { assumedLimits, limits } from '../../../../contract/model/limits';
import { object } from '../../../../contract/model/schema';
import { mostWanted, returnAllFields } from '../common/fields';
import {
	ifNothingFound, inputError, integer, jsonField, optionalField, toggle, type At, type Endpoint,
	type Fields, type Input,
} from '../kit'; // prettier-ignore
import type { PageRequest } from './pages';

/** The form of the B2B searches, without the filters. */

export const searchFields = {
	additionalFilters: jsonField(
		'Additional Filters (JSON)',
		'Filters that the forms do not have, in the objects that the service expects; a filter here replaces the form filter of the same name',
		'{ "filtros_empresa": { "setores": ["Tecnologia"] } }',
	),
	...returnAllFields,
} satisfies Fields;

const continueFrom = object(
	'Continue From',
	{
		chave_cache: searchPaging.chave_cache,
		total_cacheado: searchPaging.total_cacheado,
		offset: integer('Offset', {
			description: 'Number of results already loaded',
			examples: [100],
			minimum: 0,
		}),
	},
	[],
	{
		description: `Continue a search from the last ${limits.searchCacheDays} days at no charge: use the cacheKey (Cache Key), total (Cached Total) and nextOffset (Offset) of its search details, with the same filters`,
	},
);

export const searchOptions = {
	continueFrom: optionalField(continueFrom),
	includeSearchDetails: toggle(
		'Include Search Details',
		'Whether to add a search object to each result: the total, cache key and next offset needed to continue the search at no charge',
		true,
	),
	ifNothingFound,
	loadMore: toggle(
		'Load More',
		`Whether to continue where the last run of the published workflow stopped: each run outputs the next results at no charge, for up to ${limits.searchCacheDays} days`,
		true,
	),
	startAnew: toggle(
		'Restart Search',
		'Whether to make Load More start from the first results again, which may be charged as a new search',
		true,
	),
	pageSize: optionalField(searchPaging.por_pagina, {
		default: assumedLimits.searchPageSize,
		description: 'Results per request; does not affect the cost of a search',
	}),
} satisfies Fields;

type SearchInput = Input<typeof searchFields> & { readonly options: Partial<Input<typeof searchOptions>> };

export interface SearchRequest extends PageRequest {
	readonly includeDetails: boolean;
	readonly loadMore: boolean;
	readonly startAnew: boolean;
}

/**
 * The validated request of a search.
 * @throws NodeOperationError for an incomplete or conflicting Continue From, or without any filter.
 */
export function searchRequest(
	endpoint: Endpoint,
	filters: IDataObject,
	input: SearchInput,
	at: At,
): SearchRequest {
	const { continueFrom: from, pageSize, includeSearchDetails } = input.options;
	if (from !== undefined && (from.chave_cache === undefined || from.total_cacheado === undefined)) {
		throw inputError(
			at('Continue From'),
			`is missing the ${from.chave_cache === undefined ? 'Cache Key' : 'Cached Total'}.`,
			'Without both, the service treats the page as a new search and charges for it.',
		);
	}
	if (from !== undefined && input.options.loadMore === true) {
		throw inputError(at('Continue From'), 'cannot be combined with Load More.', 'Use one of the two.');
	}
	if (Object.keys(filters).length === 0) {
		throw inputError(at('Filters'), 'are empty.', 'Add at least one filter of the person or the company.');
	}
	return {
		endpoint,
		filters,
		limit: mostWanted(input),
		pageSize: pageSize ?? assumedLimits.searchPageSize,
		includeDetails: includeSearchDetails ?? false,
		loadMore: input.options.loadMore === true,
		startAnew: input.options.startAnew === true,
		...(from?.chave_cache !== undefined &&
			from.total_cacheado !== undefined && {
				from: {
					cacheKey: from.chave_cache,
					total: from.total_cacheado,
					offset: from.offset ?? 0,
				},
			}),
	};
}

/**
 * Maximum credits of a search. Continuing a search is free (credit rule 1), but if its key has expired, the
 * service treats it as a new search.
 */
export const creditsOfSearch = (): number => 1;
