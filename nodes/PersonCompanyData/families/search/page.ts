import type { IDataObject } from 'n8n-workflow';

import { readPage } from '../../../../core/read/answer';
import { askOnce } from '../../../../core/purchase/askOnce';
import type { Call, Endpoint, Service } from '../kit';

/** One page of a search: how it is asked for, and what the service answers. */

/** What makes a page of a paid search free; the service wants both together. */
export interface Cached {
	readonly chave_cache: string;
	readonly total_cacheado: number;
}

export interface Asked {
	/** Counted from 1. */
	readonly page: number;
	readonly size: number;
	/** Absent for a new search. */
	readonly cached?: Cached;
}

/** One page as the service returned it. */
export interface PageAnswer {
	readonly rows: readonly IDataObject[];
	/** Its number, as it was asked for. */
	readonly page: number;
	readonly total?: number;
	readonly cacheKey?: string;
	/** Rows on a page, by what the service says. */
	readonly said?: number;
	/** True when the service made a new search of it, which is charged: it was asked for without a key, or the key is forgotten. */
	readonly isNew: boolean;
}

/** What is searched for. */
export interface Searched {
	readonly endpoint: Endpoint;
	/** The body without paging, with lists in a stable order. */
	readonly filters: IDataObject;
}

/** The call for a page. */
export const pageCall = ({ endpoint, filters }: Searched, { page, size, cached }: Asked): Call => ({
	endpoint,
	body: { pagina: page, por_pagina: size, ...cached, ...filters },
});

/**
 * Loads a page.
 * @param before is called right before each time that it is sent, and may throw
 */
export async function loadPage(
	service: Service,
	searched: Searched,
	asked: Asked,
	before: () => Promise<void>,
): Promise<PageAnswer> {
	const { page, cached } = asked;
	const call = pageCall(searched, asked);
	const reply = await askOnce(service, { ...call, before });
	const { rows, total, key: cacheKey, size: said } = readPage(searched.endpoint, reply.body);
	return {
		rows,
		page,
		// One below the number of its rows is none.
		...(total !== undefined && total >= rows.length && { total }),
		cacheKey,
		said: said !== undefined && said > 0 ? said : undefined,
		isNew: cached === undefined || (cacheKey ?? cached.chave_cache) !== cached.chave_cache,
	};
}
