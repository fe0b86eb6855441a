import type { IDataObject } from 'n8n-workflow';

import { assumedLimits } from '../../contract/model/limits';
import type { Call } from '../client/request';
import type { Service } from '../client/service';
import { askOnce } from '../purchase/askOnce';
import { readPage } from '../read/answer';
import type { SearchKind } from './kinds';

/** One page of a search: how it is asked for, and what the service answers. */

/** Where a search is read on. */
export interface Cursor {
	/** The key of the search, which makes further pages free together with the total (credit rule 1). */
	readonly key?: string;
	readonly total?: number;
	/** The next page, counted from 1, and how many of its rows were taken. */
	readonly page: number;
	readonly taken: number;
	/** Rows of a full page: what is asked for, or more where pages are longer. */
	readonly size: number;
	/** Results taken so far; absent when unknown. */
	readonly count?: number;
}

/** Offsets count full pages: they are numbers of rows, and still tell the page where pages are shorter. */
export const offsetOf = ({ page, taken, size }: Cursor): number => (page - 1) * size + taken;

export const cursorAt = (offset: number, size: number): Cursor => ({
	page: Math.floor(offset / size) + 1,
	taken: offset % size,
	size,
	...(offset === 0 && { count: 0 }),
});

/** What is searched for. */
export interface Searched {
	readonly kind: SearchKind;
	/** The body without paging, with lists in a stable order. */
	readonly filters: IDataObject;
}

/** One page as the service returned it. */
export interface PageAnswer {
	readonly page: number;
	readonly rows: readonly IDataObject[];
	readonly total?: number;
	readonly key?: string;
	/** Whether the service made a new search of it, which is charged: it was asked for without a key, or the key is forgotten. */
	readonly isNew: boolean;
}

export const pageCall = (
	{ kind, filters }: Searched,
	{ key: chave_cache, total: total_cacheado, page, size }: Cursor,
): Call => ({
	endpoint: kind.endpoint,
	body: {
		pagina: page,
		por_pagina: Math.min(size, assumedLimits.searchPageSize),
		...(chave_cache !== undefined && total_cacheado !== undefined && { chave_cache, total_cacheado }),
		...filters,
	},
});

/** @param before is called right before each time that the page is sent, and may throw */
export async function loadPage(
	service: Service,
	call: Call,
	{ page, key: sent }: Cursor,
	before: () => Promise<void>,
): Promise<PageAnswer> {
	const { body } = await askOnce(service, { ...call, before });
	const { rows, total, key } = readPage(call.endpoint, body);
	return {
		...{ page, rows, key, isNew: sent === undefined || (key ?? sent) !== sent },
		// Ignore a total smaller than the page.
		...(total !== undefined && total >= rows.length && { total }),
	};
}
