import { assumedLimits } from '../../../../contract/model/limits';
import { additionalFilters, filterForms, filtersOf, searchKinds } from '../../../../core/search/kinds';
import { mostWanted, returnAllFields } from '../fields';
import { ifNothingFound, operation, type Fields, type Operation } from '../prelude';
import { runSearch, type SearchRequest } from './run';

/** Searches persons or companies as leads; rows have no contacts. */
export function b2bSearch(name: keyof typeof searchKinds): Operation {
	const kind = searchKinds[name];
	const filters: Fields = filterForms[name];
	return operation({
		name: 'Search',
		action: `Search B2B ${name}`,
		calls: [kind.endpoint],
		fields: { ...filters, ...returnAllFields },
		leads: { about: name === 'persons' ? 'person' : 'company', source: 'row' },
		includesInput: false,
		options: { additionalFilters, ifNothingFound },
		prepare: (input, at): SearchRequest => ({
			kind,
			filters: filtersOf(kind, input, at),
			limit: mostWanted(input),
		}),
		// Further pages are not charged again.
		purchaseKey: ({ filters: asked }) => ({ search: kind.endpoint.path, filters: asked }),
		// Unknown when all results are wanted.
		requests: (items) => {
			const pages = items.map(({ input }) => Math.ceil(input.limit / assumedLimits.searchPageSize));
			const sum = pages.reduce((all, some) => all + some, 0);
			return Number.isFinite(sum) ? sum : undefined;
		},
		run: runSearch,
	});
}
