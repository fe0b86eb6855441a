import { searchPaging } from '../../../../contract/endpoints/b2b/filters';
import { assumedLimits, limits } from '../../../../contract/model/limits';
import { integer, object } from '../../../../contract/model/schema';
import { inputError, toggle, type At, type Fields, type Input } from '../../../../core/form/field';
import { optionalField } from '../../../../core/form/schemaField';
import { ifNothingFound } from '../../../../core/output/result';
import { additionalFilters, filterForms, filtersOf, searchKinds } from '../../../../core/search/kinds';
import type { Cursor } from '../../../../core/search/results';
import { operation, type Operation } from '../../run/operation';
import { returnAllFields } from '../fields';
import { runSearch, type SearchRequest } from './run';

const { chave_cache, total_cacheado } = searchPaging;
const offset = integer('Offset', { description: 'The nextOffset of the earlier search', minimum: 0 });
const description = `Where an earlier search with the same filters ended: its next results are free for ${limits.searchCacheDays} days`;

const options = {
	additionalFilters,
	continueFrom: optionalField(
		object('Continue From', { chave_cache, total_cacheado, offset }, [], { description }),
	),
	ifNothingFound,
	includeSearchDetails: toggle(
		'Include Search Details',
		'Whether to add the search to each result: its total, cacheKey and nextOffset, to continue from',
		true,
	),
} satisfies Fields;

export function b2bSearch(name: keyof typeof searchKinds): Operation {
	const kind = searchKinds[name];
	return operation({
		name: 'Search',
		action: `Search B2B ${name}`,
		calls: [kind.endpoint],
		fields: { ...filterForms[name], ...returnAllFields },
		leads: { about: name === 'persons' ? 'person' : 'company', source: 'row' },
		includesInput: false,
		options,
		prepare: (input, at): SearchRequest => ({
			kind,
			filters: filtersOf(kind, input, at),
			limit: input.limit ?? Infinity,
			cursor: cursorIn(input.options, at),
			includesDetails: input.options.includeSearchDetails ?? false,
		}),
		// Continuing is free (credit rule 1), but with a key that is too old the service starts a new search.
		records: ({ cursor: { key } }, remembers) => (remembers(key) ? 0 : 1),
		// Further pages are not charged again.
		purchaseKey: ({ filters: asked, cursor: { key, offset: from } }) => ({
			search: kind.endpoint.path,
			filters: asked,
			...(key !== undefined && { key, from }),
		}),
		requests: (items) => {
			const pages = items.map(({ input }) => Math.ceil(input.limit / assumedLimits.searchPageSize));
			const sum = pages.reduce((all, some) => all + some, 0);
			return Number.isFinite(sum) ? sum : undefined;
		},
		run: runSearch,
	});
}

/** @throws NodeOperationError without key or total: the service would charge for a new search */
function cursorIn({ continueFrom: from }: Partial<Input<typeof options>>, at: At): Cursor {
	const { chave_cache: key, total_cacheado: total, offset: begin = 0 } = from ?? {};
	const isWhole = key !== undefined && total !== undefined;
	if (from === undefined || isWhole) return { key, total, offset: begin, size: assumedLimits.searchPageSize };
	const missing = key === undefined ? 'Cache Key' : 'Cached Total';
	throw inputError(
		at('Continue From'),
		`is missing '${missing}'`,
		"Enter it, or remove 'Continue From': without both, the service charges for a new search.",
	);
}
