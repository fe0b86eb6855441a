import type { IDataObject } from 'n8n-workflow';

import { assumedLimits } from '../../contract/model/limits';
import type { Call } from '../client/request';
import type { Service } from '../client/service';
import { askOnce } from '../purchase/askOnce';
import { readPage } from '../read/answer';
import type { SearchKind } from './kinds';

export interface Cursor {
	/** Together with the total, makes further pages free (credit rule 1). */
	readonly key?: string;
	readonly total?: number;
	/** Of the next result, counted from 0 as if all pages were full. */
	readonly offset: number;
	/** Rows per full page. */
	readonly size: number;
	/** Fingerprint of the page read last. */
	readonly lastPage?: string;
}

/** Counted from 1. */
export const pageOf = ({ offset, size }: Cursor): number => Math.floor(offset / size) + 1;

export interface Searched {
	readonly kind: SearchKind;
	/** The body without paging, lists in a stable order. */
	readonly filters: IDataObject;
}

export interface PageAnswer {
	readonly page: number;
	readonly rows: readonly IDataObject[];
	readonly total?: number;
	readonly key?: string;
	/** Charged as a new search: it was requested without a key, or the service forgot the key. */
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
