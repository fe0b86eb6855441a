import type { IDataObject } from 'n8n-workflow';

import { WRAPPERS } from '../../../../core/base/json';
import { asInteger, asObject, asRows, asText, firstOf, type Call, type Endpoint, type Service } from '../kit';

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
}

/** State of a search after a page was loaded. */
export interface SearchState {
	readonly total?: number;
	readonly cacheKey?: string;
	/** Offset of the next row; `undefined` when there are no more. */
	readonly nextOffset?: number;
	/** True when further pages would be charged as a new search, because the service gave no usable key. */
	readonly stuck: boolean;
	/** True when the service treated the call as a new search, which is charged. */
	readonly isNew: boolean;
	/** True when the service does not honor its own keys, so that every further page would be charged. */
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
 * the limit is reached, when there are no more rows, or when the service gave no key, since each further page
 * would then be a new search.
 */
export async function* loadPages(service: Service, request: PageRequest): AsyncGenerator<Page> {
	const { limit, from } = request;
	let cached = from && { chave_cache: from.cacheKey, total_cacheado: from.total };
	let size = request.pageSize;
	let offset = from?.offset ?? 0;
	let page = Math.floor(offset / size) + 1;
	let wanted = limit;
	// The last page that was prefetched.
	let ahead = 0;
	// Number of keys that the service did not accept.
	let refusals = 0;
	// Whether the service has accepted the current key; until then only one page at a time is requested.
	let isKept = false;
	for (;;) {
		const answer = await loadPage(service, request, { pagina: page, por_pagina: size, ...cached });
		const isNew = cached === undefined || (answer.cacheKey ?? cached.chave_cache) !== cached.chave_cache;
		if (cached !== undefined) isKept = !isNew;
		if (cached !== undefined && isNew) refusals++;
		const cacheKey = answer.cacheKey ?? cached?.chave_cache;
		const total = answer.total ?? cached?.total_cacheado;
		const start = (page - 1) * answer.size;
		const end = start + answer.rows.length;
		// The service uses another page size than requested, and this page starts after the wanted row.
		const isBeyond = answer.follows && answer.size !== size && start > offset;
		size = answer.size;
		if (!isBeyond) offset = Math.max(offset, start);
		const rows = isBeyond ? [] : answer.rows.slice(offset - start, offset - start + wanted);
		offset += rows.length;
		wanted -= rows.length;
		const hasMore =
			answer.rows.length > 0 && (total === undefined ? answer.rows.length >= size : end < total);
		const more = isBeyond || offset < end || hasMore;
		const renewed = refusals > 1;
		const stuck = more && (cacheKey === undefined || total === undefined || renewed);
		yield { rows, state: { total, cacheKey, stuck, isNew, renewed, ...(more && { nextOffset: offset }) } };
		if (!more || wanted <= 0 || !answer.follows || stuck) return;
		if (cacheKey === undefined || total === undefined) return;
		if (cached === undefined || isNew) {
			cached = { chave_cache: cacheKey, total_cacheado: total };
			ahead = 0;
		}
		page = isBeyond ? Math.floor(offset / size) + 1 : page + 1;
		const last = Math.ceil(Math.min(total, offset + wanted) / size);
		if (isKept) {
			ahead = loadAhead(service, request, { from: Math.max(page, ahead + 1), to: last, size, cached }, page);
		}
	}
}

interface Ahead {
	readonly from: number;
	readonly to: number;
	readonly size: number;
	readonly cached: IDataObject;
}

/**
 * Prefetches further pages while the next one loads, up to the concurrency limit.
 * @returns the last page that was requested
 */
function loadAhead(service: Service, request: PageRequest, ahead: Ahead, next: number): number {
	const last = Math.min(ahead.to, next + service.session.concurrency - 1);
	for (let page = ahead.from; page <= last; page++) {
		service.prefetch(pageCall(request, { pagina: page, por_pagina: ahead.size, ...ahead.cached }));
	}
	return Math.max(last, ahead.from - 1);
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
	const reply = await service.ask(call);
	const answer = asObject(reply.body);
	return {
		rows: asRows(firstOf(answer, ...WRAPPERS)),
		total: asInteger(answer.total),
		cacheKey: asText(answer.chave_cache),
		size: sizeIn(answer.por_pagina) ?? sizeIn(sent.por_pagina) ?? paging.por_pagina,
		follows: sent.pagina === paging.pagina,
	};
}
