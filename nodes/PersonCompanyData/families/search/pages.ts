import type { IDataObject } from 'n8n-workflow';

import { attempt, ServiceFailure, type Service } from '../kit';
import type { PageAnswer, Searched } from './page';
import { UnderWay } from './underWay';

/** Where to continue an already charged search. */
export interface SearchPosition {
	readonly cacheKey: string;
	readonly total: number;
	/** Number of rows already loaded, which is the offset of the first wanted row. */
	readonly offset: number;
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
 * Yields the pages of a search in order. Only the first is charged: later pages are requested with the
 * `chave_cache` and `total` of the first (credit rule 1), and equal pages are requested once per run. Ends when
 * the limit is reached, when a page has no rows, when there are no more, or when the service gave no key, since each further page
 * would then be a new search. A key that a run continues with costs one new search if the service has forgotten it; the
 * new key then counts. When the service forgets a key later on, the pages on their way then are yielded, and no others.
 */
export async function* loadPages(service: Service, request: PageRequest): AsyncGenerator<Page> {
	const { from } = request;
	const underWay = new UnderWay(service, request);
	let cached = from && { chave_cache: from.cacheKey, total_cacheado: from.total };
	let size = request.pageSize;
	let offset = from?.offset ?? 0;
	let page = Math.floor(offset / size) + 1;
	let wanted = request.limit;
	let state: SearchState | undefined;
	let failure: Error | undefined;
	const rowsOf = ({ start, rows }: PageAnswer): readonly IDataObject[] => {
		offset = Math.max(offset, start);
		const taken = rows.slice(offset - start, offset - start + wanted);
		offset += taken.length;
		wanted -= taken.length;
		return taken;
	};
	for (;;) {
		const got = await attempt(underWay.next({ page, size, cached }));
		if (!got.ok) {
			failure = got.error;
			break;
		}
		const answer = got.value;
		const { isNew, follows } = answer;
		const renewed = isNew && state !== undefined;
		const cacheKey = answer.cacheKey ?? cached?.chave_cache;
		// Pages may report another total, but the key only counts together with the first one.
		const total = isNew ? (answer.total ?? cached?.total_cacheado) : cached?.total_cacheado;
		const end = answer.start + answer.rows.length;
		// The service uses another page size than requested, and this page starts after the wanted row.
		const isBeyond = !renewed && follows && answer.size !== size && answer.start > offset;
		size = answer.size;
		const rows = isBeyond ? [] : rowsOf(answer);
		const hasMore = total === undefined ? answer.rows.length >= size : end < total;
		const isCut = !isBeyond && answer.rows.length === 0 && hasMore;
		const more = isBeyond || offset < end || hasMore;
		const stuck = more && (cacheKey === undefined || total === undefined);
		state = { total, cacheKey, stuck, isCut, isNew, renewed, ...(more && { nextOffset: offset }) };
		yield { rows, state };
		if (!more || isCut || wanted <= 0 || !follows || renewed) break;
		if (cacheKey === undefined || total === undefined) break;
		const isKept = cached !== undefined && !isNew;
		if (!isKept) cached = { chave_cache: cacheKey, total_cacheado: total };
		page = isBeyond ? Math.floor(offset / size) + 1 : page + 1;
		// Until the service has accepted the key, one page at a time is requested.
		if (isKept && cached !== undefined && request.oneAtATime !== true)
			underWay.ahead({ page, size, cached }, Math.ceil(Math.min(total, offset + wanted) / size));
	}
	// What is on its way may have been paid for.
	let missing: number | undefined;
	for (const answer of await underWay.rest()) {
		if (state === undefined) break;
		// Beyond a page that did not come, only what was paid for: the others are loaded at no charge with that page.
		if (missing !== undefined || answer.start > offset) {
			if (!answer.isNew) continue;
			missing ??= offset;
		}
		const { isNew } = answer;
		const { total = offset, cacheKey } = isNew ? answer : state;
		const rows = rowsOf(answer);
		const nextOffset: number | undefined = missing ?? (offset < total ? offset : undefined);
		state = { ...state, total, cacheKey, isNew, renewed: state.renewed || isNew, nextOffset };
		yield { rows, state };
	}
	const isHeldBack = underWay.hasForgotten && failure instanceof ServiceFailure && failure.kind === 'notSent';
	if (failure !== undefined && !isHeldBack) throw failure;
}
