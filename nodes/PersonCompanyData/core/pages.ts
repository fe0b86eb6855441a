import type { IDataObject } from 'n8n-workflow';

import type { Endpoint } from '../contract/endpoint';
import { asInteger, asObject, asRows, asText } from './read';
import type { Service } from './service';

/** Where to go on in a search that was paid for. */
export interface SearchPosition {
	readonly cacheKey: string;
	readonly total: number;
	readonly page: number;
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
	readonly pageSize: number;
	/** The page to ask for next; `undefined` when there is none. */
	readonly nextPage?: number;
	/** True when the search has to be paid for anew to get further: the service gave no key. */
	readonly stuck?: boolean;
}

export interface Page {
	readonly rows: readonly IDataObject[];
	readonly state: SearchState;
}

/**
 * The pages of a search, one after another. Only the first is charged: later ones are asked for with the
 * `chave_cache` and `total` of the first (credit rule 1). Ends when the limit is reached, when nothing more
 * is there, or when the service gave no key, since each further page would then be a new search.
 */
export async function* loadPages(service: Service, request: PageRequest): AsyncGenerator<Page> {
	const { endpoint, filters, limit, from } = request;
	let cached = from && { chave_cache: from.cacheKey, total_cacheado: from.total };
	let wanted = limit;
	for (let page = from?.page ?? 1; ; page++) {
		const body = { pagina: page, por_pagina: request.pageSize, ...filters, ...cached };
		// The user may have replaced the paging under Options.
		const sent = service.effectiveBody(body);
		const answer = asObject((await service.call({ endpoint, body })).body);
		const rows = asRows(answer.dados ?? answer.data ?? answer.results);
		const total = asInteger(answer.total) ?? cached?.total_cacheado;
		const cacheKey = cached?.chave_cache ?? asText(answer.chave_cache);
		const pageSize = asInteger(answer.por_pagina) ?? asInteger(sent.por_pagina) ?? request.pageSize;
		const seen = (page - 1) * pageSize + rows.length;
		const more = rows.length > 0 && (total === undefined ? rows.length >= pageSize : seen < total);
		const stuck = more && (cacheKey === undefined || total === undefined);
		const cut = wanted < rows.length;
		yield {
			rows: rows.slice(0, wanted),
			state: { total, cacheKey, pageSize, stuck, ...((more || cut) && { nextPage: cut ? page : page + 1 }) },
		};
		wanted -= rows.length;
		if (
			!more ||
			stuck ||
			wanted <= 0 ||
			sent.pagina !== page ||
			cacheKey === undefined ||
			total === undefined
		)
			return;
		cached = { chave_cache: cacheKey, total_cacheado: total };
	}
}
