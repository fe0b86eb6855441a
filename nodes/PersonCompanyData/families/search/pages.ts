import type { IDataObject } from 'n8n-workflow';

import { attempt, ServiceFailure, type Service } from '../kit';
import { Given, type GivenPage } from './given';
import type { Searched } from './page';
import { PageSizes } from './pageSizes';
import { UnderWay } from './underWay';

/** Where to continue an already charged search. */
export interface SearchPosition {
	readonly cacheKey: string;
	readonly total: number;
	/** Number of rows already loaded, which is the offset of the first wanted row. */
	readonly offset: number;
	/** The last page of the run before. */
	readonly page?: GivenPage;
	/** Rows on a page, where the pages have shown another number than was asked for. */
	readonly pageSize?: number;
}

export interface PageRequest extends Searched {
	readonly pageSize: number;
	/** Maximum number of rows. */
	readonly limit: number;
	readonly from?: SearchPosition;
	/** Whether to request no page before the one before it has arrived. */
	readonly oneAtATime?: boolean;
}

/** State of a search after a page was loaded. */
export interface SearchState {
	/** The total of the first page: later pages are only free together with it. */
	readonly total?: number;
	readonly cacheKey?: string;
	/** Offset of the next row; `undefined` when there are no more. */
	readonly nextOffset?: number;
	/** True when further pages would be charged as a new search, because the service gave no key or no total. */
	readonly stuck: boolean;
	/** True when the service returned an empty page although its total says that there are more rows. */
	readonly isCut: boolean;
	/** True when the service returned rows again that it had returned before, in the place of others. */
	readonly repeats: boolean;
	/** The last page with new rows. */
	readonly page?: GivenPage;
	/** Rows on a page, where the pages have shown another number than was asked for. */
	readonly pageSize?: number;
	/** Rows that were on none of the pages, as these were shorter than the service says, and the offset of the first. */
	readonly missed?: { readonly offset: number; readonly count: number };
	/** True when the service treated the call as a new search, which is charged. */
	readonly isNew: boolean;
	/** True when the service made a new search of a later page, so that no further page is requested. */
	readonly renewed: boolean;
}

export interface Page {
	readonly rows: readonly IDataObject[];
	readonly state: SearchState;
}

/**
 * Yields the pages of a search in order. Only the first is charged: later pages are requested with the `chave_cache`
 * and `total` of the first (credit rule 1), and equal pages are requested once per run. Ends when the limit is reached,
 * when a page has no rows or those of another, when there are no more, or when the service gave no key, since each
 * further page would then be a new search. A key that a run continues with costs one new search if the service has
 * forgotten it; the new key then counts. When the service forgets a key later on, the pages on their way then are
 * yielded, and no others.
 */
export async function* loadPages(service: Service, request: PageRequest): AsyncGenerator<Page> {
	const { from } = request;
	const underWay = new UnderWay(service, request);
	let cached = from && { chave_cache: from.cacheKey, total_cacheado: from.total };
	const sizes = new PageSizes(request.pageSize, from?.pageSize);
	let missed: SearchState['missed'];
	const given = new Given(request.endpoint, from?.offset ?? 0, request.limit, from?.page);
	let page = sizes.pageOf(given.offset);
	let state: SearchState | undefined;
	let failure: Error | undefined;
	for (;;) {
		const got = await attempt(underWay.next({ page, size: sizes.asked, cached }));
		if (!got.ok) {
			failure = got.error;
			break;
		}
		const { isNew, follows } = got.value;
		const renewed = isNew && state !== undefined;
		const cacheKey = got.value.cacheKey ?? cached?.chave_cache;
		// Pages may report another total, but the key only counts together with the first one.
		const total = isNew ? (got.value.total ?? cached?.total_cacheado) : cached?.total_cacheado;
		// Where nothing is known of the pages before, the end of the rows may be that of shorter pages.
		const isUnsure = from?.page === undefined && sizes.shown === undefined && page > 1;
		const rowsOfAll = isUnsure ? Infinity : total;
		const { answer, isLesson, isOther } = sizes.place(got.value, follows && !renewed ? rowsOfAll : undefined);
		const end = answer.start + answer.rows.length;
		// Pages have another size than requested, and this one starts after the wanted row, or somewhere unknown.
		const isElsewhere = isLesson ? page > 1 : answer.start > given.offset;
		const isBeyond = !renewed && follows && isOther && isElsewhere;
		const { offset } = given;
		const rows = isBeyond ? [] : given.take(answer);
		const repeats = rows === undefined;
		if (follows && rows !== undefined && rows.length > 0 && answer.start > offset)
			missed = { offset, ...missed, count: (missed?.count ?? 0) + answer.start - offset };
		const hasMore = total === undefined ? answer.rows.length >= answer.size : end < total;
		const isCut = !isBeyond && answer.rows.length === 0 && hasMore;
		const more = isBeyond || given.offset < end || hasMore;
		const stuck = more && (cacheKey === undefined || total === undefined);
		state = {
			total,
			cacheKey,
			stuck,
			isCut,
			repeats,
			isNew,
			renewed,
			page: given.last,
			...(sizes.shown !== undefined && { pageSize: sizes.shown }),
			...(missed !== undefined && { missed }),
			...(more && { nextOffset: given.offset }),
		};
		yield { rows: rows ?? [], state };
		if (!more || isCut || repeats || given.wanted <= 0 || !follows || renewed) break;
		if (cacheKey === undefined || total === undefined) break;
		cached = { chave_cache: cacheKey, total_cacheado: total };
		page = isBeyond || isLesson ? sizes.pageOf(given.offset) : page + 1;
		// Until the service has accepted the key, one page at a time is requested.
		if (!isNew && request.oneAtATime !== true)
			underWay.ahead(
				{ page, size: sizes.asked, cached },
				sizes.pagesFor(Math.min(total, given.offset + given.wanted)),
			);
	}
	// What is on its way may have been paid for.
	let missing: number | undefined;
	for (const answer of await underWay.rest()) {
		if (state === undefined) break;
		// Beyond a page that did not come, only what was paid for: the others are loaded at no charge with that page.
		if (missing !== undefined || answer.start > given.offset) {
			if (!answer.isNew) continue;
			missing ??= given.offset;
		}
		const { isNew } = answer;
		const { total = given.offset, cacheKey } = isNew ? answer : state;
		const rows = given.take(answer);
		const repeats = state.repeats || rows === undefined;
		const nextOffset: number | undefined = missing ?? (given.offset < total ? given.offset : undefined);
		state = { ...state, total, cacheKey, repeats, isNew, renewed: state.renewed || isNew, nextOffset };
		yield { rows: rows ?? [], state };
	}
	const isHeldBack = underWay.hasForgotten && failure instanceof ServiceFailure && failure.kind === 'notSent';
	if (failure !== undefined && !isHeldBack) throw failure;
}
