import type { IDataObject } from 'n8n-workflow';

import { attempt, ServiceFailure, type Service } from '../kit';
import { Given, type GivenPages } from './given';
import type { PageAnswer, Searched } from './page';
import { Place } from './place';
import { UnderWay } from './underWay';

/** Where to continue an already charged search. */
export interface SearchPosition {
	readonly cacheKey: string;
	readonly total: number;
	/** Where the first wanted row is; see `Place`. */
	readonly offset: number;
	/** Rows of a page by which the offset counts, where it is not the size that is asked for. */
	readonly pageSize?: number;
	/** Number of rows before the offset, where it is known. */
	readonly count?: number;
	/** The pages that were given before. */
	readonly pages?: GivenPages;
}

export interface PageRequest extends Searched {
	readonly pageSize: number;
	/** Maximum number of rows. */
	readonly limit: number;
	readonly from?: SearchPosition;
	/**
	 * How often the service may still refuse its own key until the search is given up. The page in hand is then given
	 * whole, whatever the limit, as is one without a usable key: the rest of it would be paid for again.
	 */
	readonly refusalsLeft?: number;
	/** Whether to request no page before the one before it has arrived. */
	readonly oneAtATime?: boolean;
}

/** State of a search after a page was loaded. */
export interface SearchState {
	/** The total of the first page: later pages are only free together with it. */
	readonly total?: number;
	readonly cacheKey?: string;
	/** Where the next row is, if there is one; see `Place`. */
	readonly offset: number;
	/** The same; `undefined` when there are no more rows. */
	readonly nextOffset?: number;
	/** Rows of a page by which offsets count. */
	readonly pageSize: number;
	/** Rows that were given, by earlier runs, too; `undefined` when it is not known how many these gave. */
	readonly count?: number;
	/** True when further pages would be charged as a new search, because the service gave no key or no total. */
	readonly stuck: boolean;
	/** True when the service returned two empty pages in a row although its total says that there are more rows. */
	readonly isCut: boolean;
	/** True when the service returned rows again that it had returned before, in the place of others. */
	readonly repeats: boolean;
	/** The pages that were given, by earlier runs, too. */
	readonly pages?: GivenPages;
	/** Once there are no more rows: how many of the total were on none of the pages, and where to look for them. */
	readonly missing?: { readonly count: number; readonly offset: number };
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
 * when two pages in a row have no rows or one has those of another, when there are no more, or when the service gave no
 * key, since each further page would then be a new search. A key that a run continues with costs one new search if the service has
 * forgotten it; the new key then counts. When the service forgets a key later on, the pages on their way then are
 * yielded, and no others.
 */
export async function* loadPages(service: Service, request: PageRequest): AsyncGenerator<Page> {
	const { from, refusalsLeft } = request;
	const underWay = new UnderWay(service, request);
	let cached = from && { chave_cache: from.cacheKey, total_cacheado: from.total };
	const place = new Place(request.pageSize, from ?? { offset: 0 });
	const isCounted = place.offset === 0 || from?.count !== undefined;
	const given = new Given(request.endpoint, request.limit, from?.count ?? 0, from?.pages);
	/** An empty page before the end of the rows by the total: there may be others behind it. */
	let emptyAt: number | undefined;
	/** What a page changes of the state. */
	const stateAfter = (more: boolean, total: number | undefined) => {
		const offset = emptyAt ?? place.offset;
		return {
			...{ total, offset, pageSize: place.size, pages: given.pages },
			...(isCounted && { count: given.count }),
			...(more && { nextOffset: offset }),
		};
	};
	/** Whether there may be rows behind those that were given, the last of them from this page. */
	const mayGoOn = (answer: PageAnswer, total: number | undefined): boolean =>
		place.skip > 0 || place.mayHaveMore(answer, total, given.count, isCounted);
	let state: SearchState | undefined;
	let failure: Error | undefined;
	for (;;) {
		const got = await attempt(underWay.next({ page: place.page, size: place.asked, cached }));
		if (!got.ok) {
			failure = got.error;
			break;
		}
		const answer = got.value;
		const { isNew } = answer;
		const renewed = isNew && state !== undefined;
		const cacheKey = answer.cacheKey ?? cached?.chave_cache;
		// Pages may report another total, but the key only counts together with the first one.
		const total = isNew ? (answer.total ?? cached?.total_cacheado) : cached?.total_cacheado;
		const isElsewhere = place.learn(answer, total, state === undefined);
		const isRefused = isNew && (from !== undefined || state !== undefined);
		const isLast = cacheKey === undefined || total === undefined || (isRefused && refusalsLeft === 0);
		const isWhole = isLast && refusalsLeft !== undefined;
		const rows = isElsewhere ? [] : given.take(answer, place.skip, isWhole);
		const repeats = rows === undefined;
		const isEmpty = !isElsewhere && answer.rows.length === 0;
		if (!isElsewhere && !isEmpty && !repeats) place.pass(rows.length, answer.rows.length);
		const more = isElsewhere || repeats || mayGoOn(answer, total);
		const isCut = isEmpty && more && emptyAt !== undefined;
		if (!isEmpty && !repeats) emptyAt = undefined;
		if (isEmpty && more && !isCut) {
			emptyAt = place.offset;
			place.pass(0, 0);
		}
		const stuck = more && (cacheKey === undefined || total === undefined);
		const isComplete = isCounted && !more && !renewed;
		const lacking = isComplete && total !== undefined ? total - given.count : 0;
		state = {
			...stateAfter(more, total),
			cacheKey,
			stuck,
			isCut,
			repeats,
			isNew,
			renewed,
			...(lacking > 0 && { missing: { count: lacking, offset: place.shortAt } }),
		};
		yield { rows: rows ?? [], state };
		if (!more || isCut || repeats || given.wanted <= 0 || renewed) break;
		if (cacheKey === undefined || total === undefined) break;
		cached = { chave_cache: cacheKey, total_cacheado: total };
		// Until the service has accepted the key, and behind an empty page, one page at a time is requested.
		if (!isNew && emptyAt === undefined && request.oneAtATime !== true)
			underWay.ahead({ page: place.page, size: place.asked, cached }, place.lastFor(given.wanted, total));
	}
	// What is on its way may have been paid for.
	let hasGap = false;
	for (const answer of await underWay.rest()) {
		if (state === undefined) break;
		hasGap ||= answer.page !== place.page;
		// Beyond a page that did not come, only what was paid for: the others are loaded at no charge with that page.
		if (hasGap && !answer.isNew) continue;
		const { isNew } = answer;
		const { total = place.offset, cacheKey } = isNew ? answer : state;
		const rows = given.take(answer, hasGap ? 0 : place.skip);
		if (!hasGap) place.pass(rows?.length ?? 0, answer.rows.length);
		const more = hasGap || mayGoOn(answer, total);
		state = {
			...{ stuck: state.stuck, isCut: state.isCut, cacheKey, isNew },
			...stateAfter(more, total),
			repeats: state.repeats || rows === undefined,
			renewed: true,
		};
		yield { rows: rows ?? [], state };
	}
	const isHeldBack = underWay.hasForgotten && failure instanceof ServiceFailure && failure.kind === 'notSent';
	if (failure !== undefined && !isHeldBack) throw failure;
}
