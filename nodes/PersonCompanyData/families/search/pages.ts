import type { IDataObject } from 'n8n-workflow';

import { WRAPPERS } from '../../../../core/base/json';
import { asInteger, asObject, asRows, asText, firstOf, type Call, type Endpoint, type Service } from '../kit';

/** Where to go on in a search that was paid for. */
export interface SearchPosition {
	readonly cacheKey: string;
	readonly total: number;
	/** Rows that were obtained before; the next one is the first wanted. */
	readonly offset: number;
}

export interface PageRequest {
	readonly endpoint: Endpoint;
	/** The body without paging; its lists already in a stable order. */
	readonly filters: IDataObject;
	readonly pageSize: number;
	/** Rows wanted at most. */
	readonly limit: number;
	readonly from?: SearchPosition;
}

/** What is known of a search after a page of it. */
export interface SearchState {
	readonly total?: number;
	readonly cacheKey?: string;
	/** The row to go on with; `undefined` when there are no more. */
	readonly nextOffset?: number;
	/** True when getting further would have to be paid for anew: the service gave no key. */
	readonly stuck: boolean;
	/** True when the service took the call for a new search, which it charges. */
	readonly isNew: boolean;
	/** True when the service does not keep to the keys it gives, so that every further page would be charged. */
	readonly renewed: boolean;
}

export interface Page {
	readonly rows: readonly IDataObject[];
	readonly state: SearchState;
}

/** One page as the service answered it. */
interface PageAnswer {
	readonly rows: readonly IDataObject[];
	readonly total?: number;
	readonly cacheKey?: string;
	/** Rows of a full page, as the service counts them. */
	readonly size: number;
	/** False when the user has fixed the page under Options. */
	readonly follows: boolean;
}

/**
 * The pages of a search, one after another. Only the first is charged: later ones are asked for with the
 * `chave_cache` and `total` of the first (credit rule 1), and equal pages of one run are asked for once. Ends
 * when the limit is reached, when nothing more is there, or when the service gave no key, since each further
 * page would then be a new search.
 */
export async function* loadPages(service: Service, request: PageRequest): AsyncGenerator<Page> {
	const { limit, from } = request;
	let cached = from && { chave_cache: from.cacheKey, total_cacheado: from.total };
	let size = request.pageSize;
	let offset = from?.offset ?? 0;
	let page = Math.floor(offset / size) + 1;
	let wanted = limit;
	// The last page that was asked for before its turn.
	let ahead = 0;
	// Keys that the service did not accept.
	let refusals = 0;
	// Whether the service has answered to the key at hand: until then one page at a time is risked.
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
		// The service gives other pages than were asked for, and this one lies beyond the row wanted.
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
 * Asks for further pages while the next one is awaited, as many as may be under way.
 * @returns the last page that was asked for
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

/** The rows of a page; less than one would lead backwards, page after page. */
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
