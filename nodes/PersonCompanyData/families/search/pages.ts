import type { IDataObject } from 'n8n-workflow';

import { serialize } from '../../../../core/base/async';
import { saidIn, searchRowsOf } from '../../../../core/base/json';
import { askAhead, askOnce } from '../../../../core/once/askOnce';
import { asInteger, asText, ServiceFailure, type Call, type Endpoint, type Service } from '../kit';

/** Where to continue an already charged search. */
export interface SearchPosition {
	readonly cacheKey: string;
	readonly total: number;
	/** Number of rows already loaded, which is the offset of the first wanted row. */
	readonly offset: number;
}

export interface PageRequest {
	readonly endpoint: Endpoint;
	/** The body without paging, with lists in a stable order. */
	readonly filters: IDataObject;
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
	/** True when the service does not honor its own keys and no further page may be charged. */
	readonly renewed: boolean;
}

export interface Page {
	readonly rows: readonly IDataObject[];
	readonly state: SearchState;
}

/** One page as the service returned it. */
interface PageAnswer {
	readonly rows: readonly IDataObject[];
	readonly total?: number;
	readonly cacheKey?: string;
	/** Page size used by the service. */
	readonly size: number;
	/** False when the user has set a fixed page under Options. */
	readonly follows: boolean;
}

/**
 * Yields the pages of a search in order. Only the first is charged: later pages are requested with the
 * `chave_cache` and `total` of the first (credit rule 1), and equal pages are requested once per run. Ends when
 * the limit is reached, when a page has no rows, when there are no more, or when the service gave no key, since each further page
 * would then be a new search. A key that the service has forgotten costs one new search, whose key then counts;
 * it also ends the search when the run may not be charged any more.
 */
export async function* loadPages(service: Service, request: PageRequest): AsyncGenerator<Page> {
	const { limit, from } = request;
	let cached = from && { chave_cache: from.cacheKey, total_cacheado: from.total };
	let size = request.pageSize;
	let offset = from?.offset ?? 0;
	let page = Math.floor(offset / size) + 1;
	let wanted = limit;
	// Number of keys that the service did not accept.
	let refusals = 0;
	// Whether the service has accepted the current key; until then only one page at a time is requested.
	let isKept = false;
	const ahead: Ahead = { until: 0, refused: new Set() };
	for (;;) {
		const asked = page;
		const load = async (): Promise<PageAnswer> =>
			await loadPage(service, request, { pagina: asked, por_pagina: size, ...cached });
		const answer =
			cached !== undefined && isTight(service, request.endpoint)
				? await serialize(service.session, load)
				: await load();
		const isNew = cached === undefined || (answer.cacheKey ?? cached.chave_cache) !== cached.chave_cache;
		if (cached !== undefined && isNew) {
			refusals++;
			ahead.refused.add(cached.chave_cache);
		}
		if (cached !== undefined) isKept = !isNew;
		const cacheKey = answer.cacheKey ?? cached?.chave_cache;
		// Pages may report another total, but the key only counts together with the first one.
		const total = isNew ? (answer.total ?? cached?.total_cacheado) : cached?.total_cacheado;
		const start = (page - 1) * answer.size;
		const end = start + answer.rows.length;
		// The service uses another page size than requested, and this page starts after the wanted row.
		const isBeyond = answer.follows && answer.size !== size && start > offset;
		size = answer.size;
		if (!isBeyond) offset = Math.max(offset, start);
		const rows = isBeyond ? [] : answer.rows.slice(offset - start, offset - start + wanted);
		offset += rows.length;
		wanted -= rows.length;
		const hasMore = total === undefined ? answer.rows.length >= size : end < total;
		const isCut = !isBeyond && answer.rows.length === 0 && hasMore;
		const more = isBeyond || offset < end || hasMore;
		const renewed = refusals > (mayBeCharged(service, request.endpoint) ? 1 : 0);
		const stuck = more && (cacheKey === undefined || total === undefined || renewed);
		yield {
			rows,
			state: { total, cacheKey, stuck, isCut, isNew, renewed, ...(more && { nextOffset: offset }) },
		};
		if (!more || isCut || wanted <= 0 || !answer.follows || stuck) return;
		if (cacheKey === undefined || total === undefined) return;
		cached = { chave_cache: cacheKey, total_cacheado: total };
		page = isBeyond ? Math.floor(offset / size) + 1 : page + 1;
		// A service that has forgotten one key may forget the next.
		if (isKept && refusals === 0 && request.oneAtATime !== true) {
			const last = Math.ceil(Math.min(total, offset + wanted) / size);
			loadAhead(service, request, ahead, { page, last, size, cached });
		}
	}
}

/** Whether the user's ceiling leaves credits for another search. */
const mayBeCharged = ({ session }: Service, endpoint: Endpoint): boolean =>
	(session.budget.leftFor(endpoint) ?? 1) > 0;

/**
 * Whether fewer credits are left than calls may be under way. Pages with a cache key are then asked for one by one, in
 * all searches of the run: a service that forgets its keys charges one of them at most, and the others are refused.
 */
const isTight = ({ session: { budget, concurrency } }: Service, endpoint: Endpoint): boolean =>
	(budget.leftFor(endpoint) ?? concurrency) < concurrency;

/** What was requested ahead. */
interface Ahead {
	/** The last page that was. */
	until: number;
	/** Keys that the service has forgotten: what still waits for its turn with one of them is not sent. */
	readonly refused: Set<string>;
}

interface Next {
	readonly page: number;
	readonly last: number;
	readonly size: number;
	readonly cached: { readonly chave_cache: string; readonly total_cacheado: number };
}

/**
 * Requests further pages while the next one loads, as many as the concurrency allows; none where the user's ceiling
 * could not take it if the service has just forgotten the key.
 */
function loadAhead(service: Service, request: PageRequest, ahead: Ahead, next: Next): void {
	const { concurrency } = service.session;
	const { endpoint } = request;
	if (isTight(service, endpoint)) return;
	const { page: first, size, cached } = next;
	const last = Math.min(next.last, first + concurrency - 1);
	for (let page = Math.max(first, ahead.until + 1); page <= last; page++) {
		const before = async (): Promise<void> => {
			if (ahead.refused.has(cached.chave_cache)) throw new ServiceFailure({ kind: 'notSent', endpoint });
		};
		askAhead(service, { ...pageCall(request, { pagina: page, por_pagina: size, ...cached }), before });
	}
	ahead.until = Math.max(last, ahead.until);
}

type Paging = { readonly pagina: number; readonly por_pagina: number };

const pageCall = ({ endpoint, filters }: PageRequest, paging: Paging): Call => ({
	endpoint,
	body: { ...paging, ...filters },
});

/** A page size; values below one are rejected because paging would run backwards. */
function sizeIn(value: unknown): number | undefined {
	const size = asInteger(value);
	return size !== undefined && size > 0 ? size : undefined;
}

async function loadPage(service: Service, request: PageRequest, paging: Paging): Promise<PageAnswer> {
	const call = pageCall(request, paging);
	const sent = service.effectiveBody(call.endpoint, call.body ?? {});
	const reply = await askOnce(service, call);
	const said = (name: string): unknown => saidIn(reply.body, name);
	const total = asInteger(said('total'));
	return {
		rows: searchRowsOf(reply.body),
		// A negative total is none.
		...(total !== undefined && total >= 0 && { total }),
		cacheKey: asText(said('chave_cache')),
		size: sizeIn(said('por_pagina')) ?? sizeIn(sent.por_pagina) ?? paging.por_pagina,
		follows: sent.pagina === paging.pagina,
	};
}
