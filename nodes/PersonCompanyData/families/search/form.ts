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

/** What the B2B searches share: their form but for the filters. */

export const searchFields = {
	additionalFilters: jsonField(
		'Additional Filters (JSON)',
		'Filters that the forms do not have, in the objects the service knows; a filter of the same name replaces that of the form',
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
			description: 'Results that were obtained before',
			examples: [100],
			minimum: 0,
		}),
	},
	[],
	{
		description: `Go on with a search of the last ${limits.searchCacheDays} days at no charge: the cacheKey (Cache Key), total (Cached Total) and nextOffset (Offset) of its search details, with the same filters`,
	},
);

export const searchOptions = {
	continueFrom: optionalField(continueFrom),
	includeSearchDetails: toggle(
		'Include Search Details',
		'Whether to add an object named search to each result: total, cache key and next offset, with which the search can be continued at no charge',
		true,
	),
	ifNothingFound,
	loadMore: toggle(
		'Load More',
		`Whether to go on where the last run of the published workflow stopped: each run outputs the next results at no charge, for up to ${limits.searchCacheDays} days`,
		true,
	),
	startAnew: toggle(
		'Start Search Anew',
		'Whether Load More begins with the first results again, which may be charged as a new search',
		true,
	),
	pageSize: optionalField(searchPaging.por_pagina, {
		default: assumedLimits.searchPageSize,
		description: 'Results per request; the cost of a search does not depend on it',
	}),
} satisfies Fields;

type SearchInput = Input<typeof searchFields> & { readonly options: Partial<Input<typeof searchOptions>> };

export interface SearchRequest extends PageRequest {
	readonly includeDetails: boolean;
	readonly loadMore: boolean;
	readonly startAnew: boolean;
}

/** The checked request of a search. */
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
			`lacks the ${from.chave_cache === undefined ? 'Cache Key' : 'Cached Total'}.`,
			'Without both of them the service takes the page for a new search and charges it.',
		);
	}
	if (from !== undefined && input.options.loadMore === true) {
		throw inputError(at('Continue From'), 'is set together with Load More.', 'Use one of the two.');
	}
	if (Object.keys(filters).length === 0) {
		throw inputError(
			at('Filters'),
			'are empty.',
			'The service needs at least one filter of the person or the company.',
		);
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
 * What a search is charged for at most. One that goes on with a search that was paid for is free (credit rule
 * 1), but should its key have expired, the service takes it for a new one.
 */
export const creditsOfSearch = (): number => 1;
