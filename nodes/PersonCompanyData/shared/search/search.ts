import { searchPaging } from '../../../../contract/endpoints/b2b/filters';
import { assumedLimits, limits } from '../../../../contract/model/limits';
import { object } from '../../../../contract/model/schema';
import { isBlank } from '../../../../core/base/json';
import {
	additionalFilters, filterForms, filtersOf, includeSearchDetails, pageSize, searchKinds,
} from '../../../../core/search/kinds'; // prettier-ignore
import { mostWanted, returnAllFields } from '../fields';
import {
	ifNothingFound, inputError, integer, operation, optionalField, type At, type Fields, type Input, type Operation,
} from '../prelude'; // prettier-ignore
import { runSearch, type SearchRequest } from './run';

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
			description:
				'The pageSize of the earlier search, by which Offset counts; Page Size in Options if empty',
			examples: [assumedLimits.searchPageSize],
			minimum: 1,
		}),
	},
	[],
	{
		description: `Where an earlier search with the same filters ended; its further results are free for ${limits.searchCacheDays} days`,
	},
);

const options = {
	additionalFilters,
	continueFrom: optionalField(continueFrom),
	includeSearchDetails,
	ifNothingFound,
	pageSize,
} satisfies Fields;

/** Searches persons or companies as leads; rows have no contacts. */
export function b2bSearch(
	name: keyof typeof searchKinds,
	texts: Pick<Operation, 'action' | 'hint'>,
): Operation {
	const kind = searchKinds[name];
	const filters: Fields = filterForms[name];
	return operation({
		name: 'Search',
		...texts,
		calls: [kind.endpoint],
		fields: { ...filters, ...returnAllFields },
		leads: { about: name === 'persons' ? 'person' : 'company', source: 'row' },
		includesInput: false,
		options,
		prepare: (input, at): SearchRequest => ({
			...{ kind, filters: filtersOf(kind, input, at), limit: mostWanted(input) },
			...placeIn(input.options, at),
			includeDetails: input.options.includeSearchDetails ?? false,
		}),
		// Continuing is free (credit rule 1), but with a wrong or expired key the service starts a new search.
		records: ({ from }, isKnownKey) => (isKnownKey(from?.key) ? 0 : 1),
		// Further pages are not charged again; another page size is requested like a new search, without a key.
		purchaseKey: ({ filters: asked, pageSize: size, offset, from }) => ({
			...{ search: kind.endpoint.path, filters: asked, size },
			...(from !== undefined && { from, offset }),
		}),
		// Unknown when all results are wanted.
		requests: (items) => {
			const pages = items.map(({ input }) => Math.ceil(input.limit / input.pageSize));
			const sum = pages.reduce((all, some) => all + some, 0);
			return Number.isFinite(sum) ? sum : undefined;
		},
		run: runSearch,
	});
}

/** @throws NodeOperationError for an incomplete Continue From */
function placeIn(
	{ continueFrom: from, pageSize: size = assumedLimits.searchPageSize }: Partial<Input<typeof options>>,
	at: At,
): Pick<SearchRequest, 'offset' | 'pageSize' | 'from'> {
	if (from === undefined) return { offset: 0, pageSize: size };
	const { chave_cache: key, total_cacheado: total, offset = 0, pageSize: counted = size } = from;
	if (key !== undefined && !isBlank(key) && total !== undefined)
		return { offset, pageSize: counted, from: { key, total } };
	throw inputError(
		at('Continue From'),
		`has no '${isBlank(key) ? 'Cache Key' : 'Cached Total'}'`,
		'Without both, the service treats the page as a new search and charges for it.',
	);
}
