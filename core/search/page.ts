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
	/** The next result, counted from 0 in full pages. */
	readonly offset: number;
	/** Rows of a full page. */
	readonly size: number;
	/** Identifies the page read last. */
	readonly lastPage?: string;
}

/** The page of the next result, counted from 1. */
export const pageOf = ({ offset, size }: Cursor): number => Math.floor(offset / size) + 1;

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
	{ key: chave_cache, total: total_cacheado, size }: Cursor,
	page: number,
): Call => ({
	endpoint: kind.endpoint,
	body: {
		pagina: page,
		por_pagina: Math.min(size, assumedLimits.searchPageSize),
		...(chave_cache !== undefined && total_cacheado !== undefined && { chave_cache, total_cacheado }),
		...filters,
	},
});

export async function loadPage(
	service: Service,
	searched: Searched,
	cursor: Cursor,
	page: number,
): Promise<PageAnswer> {
	const call = pageCall(searched, cursor, page);
	const { body } = await askOnce(service, call);
	const { rows, total, key } = readPage(call.endpoint, body);
	return {
		...{ page, rows, key, isNew: cursor.key === undefined || (key ?? cursor.key) !== cursor.key },
		// Ignore a total smaller than the page.
		...(total !== undefined && total >= rows.length && { total }),
	};
}
