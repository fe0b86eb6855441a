import type { IDataObject } from 'n8n-workflow';

import type { Endpoint } from '../../contract/endpoint';
import { searchPaging } from '../../contract/endpoints/b2bFilters';
import { assumedLimits, limits } from '../../contract/limits';
import { integer, object } from '../../contract/schema';
import { inputError, toggle, type Fields, type Input } from '../../core/field';
import { jsonField } from '../../core/jsonField';
import { PartialResult, type At } from '../../core/operation';
import { loadPages, type PageRequest, type SearchState } from '../../core/pages';
import { explain } from '../../core/explain';
import { fingerprint } from '../../core/fingerprint';
import { LoadMore } from '../../core/loadMore';
import { ServiceFailure } from '../../core/failure';
import { optionalField } from '../../core/schemaField';
import type { Service } from '../../core/service';
import { settle } from '../../core/settle';
import { ifNothingFound, nothingFound, type IfNothingFound } from './nothingFound';
import { mostWanted, returnAllFields } from './returnAll';

/** What the B2B searches share: their form but for the filters, and loading pages. */

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
	readonly ifNothingFound?: IfNothingFound;
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
		ifNothingFound: input.options.ifNothingFound,
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

/** What the output tells of the search itself. */
const details = ({ total, cacheKey, nextOffset }: SearchState, charged: boolean): IDataObject => ({
	total,
	cacheKey,
	nextOffset: nextOffset ?? null,
	creditsAtMost: charged ? 1 : 0,
});

/** Loads the pages of a search: one item per row; a search without matches still reports on itself. */
export async function runSearch(request: SearchRequest, service: Service): Promise<IDataObject[]> {
	if (!request.loadMore) return await searchOnce(request, service);
	const key = fingerprint(service.signature({ endpoint: request.endpoint, body: request.filters }));
	// Equal searches of one run are one, also in what they leave for the next.
	return await service.session.once(`more ${key}`, async () => await searchOn(key, request, service));
}

/** Goes on where the last run stopped, and notes how far this one came. */
async function searchOn(key: string, request: SearchRequest, service: Service): Promise<IDataObject[]> {
	const more = new LoadMore(service.session.context, key);
	const from = await more.begin(request.startAnew);
	const going = from === undefined ? request : { ...request, from };
	const found = await settle(searchOnce(going, service, (state) => more.advance(state)));
	if (found.ok || found.error instanceof PartialResult) more.end();
	else await more.release();
	if (!found.ok) throw found.error;
	return found.value;
}

async function searchOnce(
	request: SearchRequest,
	service: Service,
	onPage: (state: SearchState) => void = () => undefined,
): Promise<IDataObject[]> {
	const found: Found = { rows: [], charged: false };
	const pages = loadPages(service, request);
	for (;;) {
		const next = await settle(pages.next());
		if (!next.ok) {
			if (found.state === undefined || !(next.error instanceof ServiceFailure)) throw next.error;
			// What was loaded is paid for: it comes out beside the reason why the rest did not.
			throw new PartialResult(
				toItems(request, found),
				new Error(interrupted(next.error, found.rows.length, found.state)),
			);
		}
		if (next.value.done || next.value.value === undefined) break;
		const { rows, state } = next.value.value;
		found.rows.push(...rows);
		found.state = state;
		found.charged ||= state.isNew;
		onPage({ ...state, isNew: found.charged });
	}
	tell(service, found, request.loadMore);
	return toItems(request, found);
}

/** What a search has brought so far. */
interface Found {
	readonly rows: IDataObject[];
	state?: SearchState;
	/** Whether any page was, or may have been, charged as a new search. */
	charged: boolean;
}

function toItems(request: SearchRequest, { rows, state, charged }: Found): IDataObject[] {
	if (state === undefined) return [];
	const search = details(state, charged);
	if (rows.length === 0) return nothingFound(request.ifNothingFound, { search });
	return request.includeDetails ? rows.map((row) => ({ ...row, search })) : rows.map((row) => ({ ...row }));
}

const goOn = ({ cacheKey, total, nextOffset }: SearchState): string =>
	`Go on at no charge with Options > Continue From: Cache Key ${cacheKey}, Cached Total ${total}, Offset ${nextOffset}.`;

function interrupted(error: ServiceFailure, loaded: number, state: SearchState): string {
	const { message, advice } = explain(error);
	return `The search was interrupted after ${loaded} of ${state.total} results: ${message}. ${advice} ${goOn(state)}`;
}

function tell({ session }: Service, { rows, state, charged }: Found, isKept: boolean): void {
	if (state === undefined) return;
	if (rows.length === 0) {
		session.hint(
			charged
				? 'The search matched nothing. The service may have charged 1 credit for it all the same.'
				: 'The search has no further results.',
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

/** What a search is charged for: nothing when it goes on with one that was paid for (credit rule 1). */
export const creditsOfSearch = ({ from }: SearchRequest): number => (from === undefined ? 1 : 0);
