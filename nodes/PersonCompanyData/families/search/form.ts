import { searchPaging } from '../../../../contract/endpoints/b2b/filters';
import { assumedLimits, limits } from '../../../../contract/model/limits';
import { object } from '../../../../contract/model/schema';
import { requests, sumOf, type Requests } from '../../../../core/background/requests';
import { isBlank } from '../../../../core/base/json';
import { mostWanted, returnAllFields } from '../common/fields';
import {
	asInteger, ifNothingFound, inputError, integer, optionalField, toggle, type At, type CheckedItem,
	type Fields, type Input, type IsKnownKey,
} from '../kit'; // prettier-ignore
import { additionalFilters, filtersOf, type SearchKind } from './kinds';
import type { PageRequest } from './pages';
import { Place } from './place';

/** The form of the B2B searches, without the forms of the filters. */

export const searchFields = returnAllFields;

export const includeSearchDetails = toggle(
	'Include Search Details',
	'Whether to add a search object to each result: total, cache key and next offset of the search',
	true,
);

export const pageSize = optionalField(searchPaging.por_pagina, {
	default: assumedLimits.searchPageSize,
	description: 'Results per request; does not affect the cost of a search',
});

const continueFrom = object(
	'Continue From',
	{
		chave_cache: searchPaging.chave_cache,
		total_cacheado: searchPaging.total_cacheado,
		offset: integer('Offset', {
			description: 'Where to go on: nextOffset of the earlier search',
			examples: [100],
			minimum: 0,
		}),
		pageSize: integer('Page Size', {
			description: 'By which Offset counts: pageSize of the earlier search; Options > Page Size if empty',
			examples: [assumedLimits.searchPageSize],
			minimum: 1,
		}),
	},
	[],
	{
		description: `Where an earlier search with the same filters ended; its further results are free for ${limits.searchCacheDays} days`,
	},
);

export const searchOptions = {
	additionalFilters,
	continueFrom: optionalField(continueFrom),
	includeSearchDetails,
	ifNothingFound,
	pageSize,
} satisfies Fields;

type SearchInput = Input<typeof searchFields> & { readonly options: Partial<Input<typeof searchOptions>> };

export interface SearchRequest extends PageRequest {
	readonly includeDetails: boolean;
}

/**
 * The validated request of a search.
 * @throws NodeOperationError for wrong filters, none at all, or an incomplete Continue From.
 */
export function searchRequest(
	kind: SearchKind,
	input: SearchInput & Readonly<Record<string, unknown>>,
	at: At,
): SearchRequest {
	const filters = filtersOf(kind, input, at);
	const { continueFrom: from, pageSize: size, includeSearchDetails: includeDetails } = input.options;
	const hasKey = !isBlank(from?.chave_cache);
	if (from !== undefined && (!hasKey || from.total_cacheado === undefined)) {
		throw inputError(
			at('Continue From'),
			`is missing the ${hasKey ? 'Cached Total' : 'Cache Key'}.`,
			'Without both, the service treats the page as a new search and charges for it.',
		);
	}
	return {
		endpoint: kind.endpoint,
		filters,
		limit: mostWanted(input),
		pageSize: size ?? assumedLimits.searchPageSize,
		includeDetails: includeDetails ?? false,
		...(from?.chave_cache !== undefined &&
			from.total_cacheado !== undefined && {
				from: {
					cacheKey: from.chave_cache,
					total: from.total_cacheado,
					offset: from.offset ?? 0,
					pageSize: from.pageSize,
				},
			}),
	};
}

/**
 * Maximum credits of a search. Continuing a search is free (credit rule 1), but if its key is wrong or has expired,
 * the service treats it as a new search.
 */
export const creditsOfSearch = ({ from }: SearchRequest, isKnownKey: IsKnownKey): number =>
	isKnownKey(from?.cacheKey) ? 0 : 1;

/**
 * A search as a unit of work: further pages of it are not charged again. With another size of its pages it is asked for
 * anew, without a key, which only the service can tell from a new search.
 */
export const unitOfSearch = ({ endpoint, filters, pageSize: size, from }: SearchRequest) => ({
	search: endpoint.path,
	filters,
	size,
	from,
});

/** Requests for searches: their pages. */
export const requestsOfSearches = (items: ReadonlyArray<CheckedItem<SearchRequest>>): Requests =>
	sumOf(
		items.map(({ input: { limit, pageSize, from }, options }): Requests => {
			if (limit === Number.POSITIVE_INFINITY) return requests(1, 'The number of pages is not known.');
			const place = new Place(pageSize, from ?? { offset: 0 });
			// Pages are asked for by the size that the offset counts by, if that is less.
			const size = asInteger(options.additionalBodyFields?.por_pagina) ?? place.asked;
			return requests(Math.ceil((place.skip + limit) / size));
		}),
	);
