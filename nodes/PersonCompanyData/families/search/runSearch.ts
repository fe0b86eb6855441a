import type { IDataObject } from 'n8n-workflow';

import { fingerprint } from '../../../../core/base/fingerprint';
import { explain } from '../../../../core/client/explain';
import { attempt, NotFound, PartialResult, ServiceFailure, type Produced, type Service } from '../kit';
import type { SearchRequest } from './form';
import { SavedPosition } from './loadMore';
import { loadPages, type SearchState } from './pages';

/** What the output tells of the search itself. */
const details = ({ total, cacheKey, nextOffset }: SearchState, charged: number): IDataObject => ({
	total,
	cacheKey,
	nextOffset: nextOffset ?? null,
	creditsAtMost: charged,
});

/** Loads the pages of a search: one item per row; a search without matches still reports on itself. */
export async function runSearch(request: SearchRequest, service: Service): Promise<Produced[]> {
	if (!request.loadMore) return await searchOnce(request, service);
	const { account } = service.session.connection;
	const key = fingerprint(account, service.signature({ endpoint: request.endpoint, body: request.filters }));
	// Equal searches of one run are one, also in what they leave for the next.
	return await service.session.once(`more ${key}`, async () => await searchOn(key, request, service));
}

/** Goes on where the last run stopped, and notes how far this one came. */
async function searchOn(key: string, request: SearchRequest, service: Service): Promise<Produced[]> {
	const more = new SavedPosition(service.session, key);
	const from = await more.begin(request.startAnew, async () => await firstState(request, service));
	const going = from === undefined ? request : { ...request, from };
	const found = await attempt(searchOnce(going, service, (state) => more.advance(state)));
	more.end();
	if (!found.ok && !(found.error instanceof PartialResult)) await more.undo();
	if (!found.ok) throw found.error;
	return found.value;
}

/** What the service says of a search with its first page. */
async function firstState(
	request: SearchRequest,
	service: Service,
): Promise<{ readonly cacheKey: string; readonly total: number } | undefined> {
	const { value } = await loadPages(service, request).next();
	const { cacheKey, total } = value?.state ?? {};
	return cacheKey === undefined || total === undefined ? undefined : { cacheKey, total };
}

async function searchOnce(
	request: SearchRequest,
	service: Service,
	onPage: (state: SearchState) => void = () => undefined,
): Promise<Produced[]> {
	const found: Progress = { rows: [], charged: 0 };
	const pages = loadPages(service, request);
	for (;;) {
		const next = await attempt(pages.next());
		if (!next.ok) {
			if (found.state === undefined || !(next.error instanceof ServiceFailure)) throw next.error;
			// What was loaded is paid for: it comes out beside the reason why the rest did not.
			throw new PartialResult(
				rowsToItems(request, found),
				new Error(interrupted(next.error, found.rows.length, found.state)),
			);
		}
		if (next.value.done || next.value.value === undefined) break;
		const { rows, state } = next.value.value;
		found.rows.push(...rows);
		found.state = state;
		if (state.isNew) found.charged++;
		onPage(state);
	}
	addSearchHint(service, found, request.loadMore);
	return rowsToItems(request, found);
}

/** What a search has brought so far. */
interface Progress {
	readonly rows: IDataObject[];
	state?: SearchState;
	/** Pages that were, or may have been, charged as a new search. */
	charged: number;
}

function rowsToItems(request: SearchRequest, { rows, state, charged }: Progress): Produced[] {
	if (state === undefined) return [];
	const search = details(state, charged);
	if (rows.length === 0) return [new NotFound({ search })];
	// Objects of their own: what is kept for another try must not change with what is output.
	return request.includeDetails ? rows.map((row) => ({ ...row, search })) : rows.map((row) => ({ ...row }));
}

const goOn = ({ cacheKey, total, nextOffset }: SearchState): string =>
	`Go on at no charge with Options > Continue From: Cache Key ${cacheKey}, Cached Total ${total}, Offset ${nextOffset}.`;

function interrupted(error: ServiceFailure, loaded: number, state: SearchState): string {
	const { message, advice } = explain(error);
	return `The search was interrupted after ${loaded} of ${state.total} results: ${message}. ${advice} ${goOn(state)}`;
}

function addSearchHint({ session }: Service, { rows, state, charged }: Progress, isKept: boolean): void {
	if (state === undefined) return;
	if (rows.length === 0) {
		session.hint(
			charged > 0
				? 'The search matched nothing. The service may have charged 1 credit for it all the same.'
				: 'The search has no further results.',
		);
	} else if (state.renewed && state.stuck) {
		session.hint(
			`The service did not keep to the cache keys it gave and may have charged ${charged} searches; so no further page was loaded: ${rows.length} of ${state.total} results.`,
		);
	} else if (state.stuck) {
		session.hint(
			`The service gave no cache key, so that every further page would be charged as a new search: only ${rows.length} of ${state.total ?? 'an unknown number of'} results were loaded.`,
		);
	} else if (state.nextOffset !== undefined && isKept) {
		session.hint(
			`${rows.length} of ${state.total} results were loaded, up to number ${state.nextOffset}; the next run of the published workflow goes on there at no charge.`,
			'info',
		);
	} else if (isKept) {
		session.hint('The search was delivered to its end; the next run starts it anew.', 'info');
	} else if (state.nextOffset !== undefined) {
		session.hint(`${rows.length} of ${state.total} results were loaded. ${goOn(state)}`);
	}
}
