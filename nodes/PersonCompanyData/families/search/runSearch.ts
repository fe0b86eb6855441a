import type { IDataObject } from 'n8n-workflow';

import { limits } from '../../../../contract/model/limits';
import { inTurns } from '../../../../core/base/async';
import { explained } from '../../../../core/client/explain';
import { LostPart, mayBeChargedAgain, UncertainWork } from '../../../../core/purchase/refusals';
import { attempt, NotFound, PartialResult, ServiceFailure, type Produced, type Service } from '../kit';
import type { SearchRequest } from './form';
import { loadPages, type SearchState } from './pages';

/** The search object of the output. */
export const searchDetails = (
	{ total, cacheKey, nextOffset, pageSize, missing }: SearchState,
	charged: number,
): IDataObject => ({
	total,
	cacheKey,
	nextOffset: nextOffset ?? null,
	pageSize,
	...(missing !== undefined && { missing: missing.count }),
	creditsAtMost: charged,
});

/** Loads the pages of a search, one item per row; a search without matches still reports its details. */
export async function runSearch(request: SearchRequest, service: Service): Promise<Produced[]> {
	const found: Progress = { rows: [], charged: 0 };
	const pages = loadPages(service, request);
	for (;;) {
		const next = await attempt(pages.next());
		if (!next.ok) {
			if (found.state === undefined) throw next.error;
			// The loaded rows were charged: output them, with the reason why the rest is missing.
			throw new PartialResult(
				await rowsToItems(request, found),
				interrupted(service, next.error, found.rows.length, found.state),
			);
		}
		if (next.value.done || next.value.value === undefined) break;
		const { rows, state } = next.value.value;
		// Not as arguments, of which there may be too many.
		for (const row of rows) found.rows.push(row);
		found.state = state;
		if (state.isNew) found.charged++;
	}
	addSearchHint(service, found);
	return await rowsToItems(request, found);
}

/** What a search has loaded so far. */
interface Progress {
	readonly rows: IDataObject[];
	state?: SearchState;
	/** Number of pages that were, or may have been, charged as a new search. */
	charged: number;
}

async function rowsToItems(request: SearchRequest, { rows, state, charged }: Progress): Promise<Produced[]> {
	if (state === undefined) return [];
	const search = searchDetails(state, charged);
	if (rows.length === 0) return [new NotFound({ ...request.filters, search }, 'The search matched nothing.')];
	// Copies, so that changes to the output do not affect rows kept for another attempt.
	const items: Produced[] = [];
	for await (const row of inTurns(rows))
		items.push({ outcome: 'found', ...row, ...(request.includeDetails && { search }) });
	return items;
}

const goOn = ({ cacheKey, total, nextOffset, renewed, pageSize }: SearchState): string =>
	`${renewed ? 'Continue, which may be charged as another search,' : 'Continue at no charge'} with Options > Continue From: Cache Key ${cacheKey}, Cached Total ${total}, Offset ${nextOffset}, Page Size ${pageSize}.`;

/** The reason why the rest is missing, of the kind that tells what became of the page. */
function interrupted({ session }: Service, error: Error, loaded: number, state: SearchState): Error {
	// Others are such as of a page that an earlier try has lost.
	const why = error instanceof ServiceFailure ? explained(error) : error.message;
	// The service may have forgotten the key since.
	const renewed = state.renewed || !session.searchKeys.isKnown(state.cacheKey);
	const text = `The search was interrupted after ${loaded} of ${state.total} results: ${why} ${goOn({ ...state, renewed })}`;
	if (error instanceof UncertainWork) return new UncertainWork(text);
	return mayBeChargedAgain(error) ? new LostPart(text) : new Error(text);
}

const NARROW = 'Narrow the search down to find the others.';

function addSearchHint({ session }: Service, { rows, state, charged }: Progress): void {
	if (state === undefined) return;
	if (state.repeats) {
		const paid = charged > 1 ? ` The search may have been charged ${charged} times.` : '';
		session.hint(
			`The result is not complete: the service returned ${rows.length} of ${state.total} results, then the same ones again, so no further page was requested.${paid} ${state.stuck ? NARROW : goOn(state)}`,
			charged > 1 ? 'cost' : 'warning',
		);
	} else if (state.isCut) {
		session.hint(
			`The result is not complete: the service returned ${rows.length} of ${state.total} results, then empty pages. ${state.stuck ? NARROW : goOn(state)}`,
		);
	} else if (rows.length === 0) {
		session.hint(
			charged > 0
				? 'The search matched nothing. The service may still have charged 1 credit for it.'
				: 'The search has no further results.',
		);
	} else if (state.renewed) {
		const more = state.nextOffset === undefined ? '' : ` ${goOn(state)}`;
		session.hint(
			`The service did not honor its own cache key, so this search may have been charged ${charged} times. What was paid for is output, and no further page was requested: ${rows.length} of ${state.total} results.${more}`,
			'cost',
		);
	} else if (state.stuck) {
		session.hint(
			`The service returned no ${state.cacheKey === undefined ? 'cache key' : 'usable total'}, so every further page would be charged as a new search: only ${rows.length} of ${state.total ?? 'an unknown number of'} results were loaded.`,
		);
	} else if (state.missing !== undefined) {
		const { offset, count } = state.missing;
		session.hint(
			`The result is not complete: ${rows.length} of ${state.total} results were loaded, and ${count} from Offset ${offset} on were on none of the pages. To look for them: ${goOn({ ...state, nextOffset: offset })} Those after them then come again.`,
		);
	} else if (state.nextOffset !== undefined) {
		session.hint(
			`${rows.length} of ${state.total} results were loaded. The others cost nothing for ${limits.searchCacheDays} days: raise Limit or turn on Return All. To get the next ones by a schedule, use the node Person and Company Data New Leads Trigger.`,
			'info',
		);
	}
}
