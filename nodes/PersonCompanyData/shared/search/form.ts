import { searchPaging } from '../../../../contract/endpoints/b2b/filters';
import { assumedLimits, limits } from '../../../../contract/model/limits';
import { object } from '../../../../contract/model/schema';
import { isBlank } from '../../../../core/base/json';
import {
	additionalFilters, filtersOf, includeSearchDetails, pageSize, type SearchKind,
} from '../../../../core/search/kinds'; // prettier-ignore
import type { Searched } from '../../../../core/search/results';
import { mostWanted, returnAllFields } from '../fields';
import {
	ifNothingFound, inputError, integer, optionalField, type At, type CheckedItem, type Fields,
	type Input, type IsKnownKey,
} from '../prelude'; // prettier-ignore

export const searchFields = returnAllFields;

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

export interface SearchRequest extends Searched {
	readonly limit: number;
	/** Index of the first row. */
	readonly offset: number;
	readonly pageSize: number;
	/** An earlier search to continue. */
	readonly from?: { readonly key: string; readonly total: number };
	readonly includeDetails: boolean;
}

/** @throws NodeOperationError for wrong filters, none at all, or an incomplete Continue From */
export function searchRequest(
	kind: SearchKind,
	input: SearchInput & Readonly<Record<string, unknown>>,
	at: At,
): SearchRequest {
	const filters = filtersOf(kind, input, at);
	const { continueFrom: from = {}, pageSize: size, includeSearchDetails: includeDetails } = input.options;
	const { chave_cache: key, total_cacheado: total, offset = 0, pageSize: counted } = from;
	const hasKey = !isBlank(key);
	if (input.options.continueFrom !== undefined && (!hasKey || total === undefined)) {
		throw inputError(
			at('Continue From'),
			`is missing the ${hasKey ? 'Cached Total' : 'Cache Key'}.`,
			'Without both, the service treats the page as a new search and charges for it.',
		);
	}
	return {
		...{ kind, filters, limit: mostWanted(input), offset },
		pageSize: counted ?? size ?? assumedLimits.searchPageSize,
		includeDetails: includeDetails ?? false,
		...(key !== undefined && total !== undefined && { from: { key, total } }),
	};
}

/** Continuing is free (credit rule 1), but with a wrong or expired key the service starts a new search. */
export const creditsOfSearch = ({ from }: SearchRequest, isKnownKey: IsKnownKey): number =>
	isKnownKey(from?.key) ? 0 : 1;

/** Further pages are not charged again; another page size is requested like a new search, without a key. */
export const searchPurchaseKey = ({ kind, filters, pageSize: size, offset, from }: SearchRequest) => ({
	...{ search: kind.endpoint.path, filters, size },
	...(from !== undefined && { from, offset }),
});

/** One per page; `undefined` when all results are wanted. */
export function requestsOfSearches(items: ReadonlyArray<CheckedItem<SearchRequest>>): number | undefined {
	const pages = items.reduce((sum, { input: { limit, pageSize } }) => sum + Math.ceil(limit / pageSize), 0);
	return Number.isFinite(pages) ? pages : undefined;
}
