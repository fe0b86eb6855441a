import type { IDataObject } from 'n8n-workflow';

import type { endpoints } from '../../contract';
import { assumedLimits } from '../../contract/model/limits';
import { attempt } from '../base/async';
import { clock } from '../base/clock';
import { asText, isFilled } from '../base/json';
import type { Service } from '../client/service';
import { askOnce } from '../purchase/askOnce';
import { known } from '../read/answer';
import type { SearchKind } from './kinds';

export interface Cursor {
	/** Together with the total, makes further pages free (credit rule 1). */
	readonly key?: string;
	readonly total?: number;
	/** Of the next result, counted from 0 as if all pages were full. */
	readonly offset: number;
	/** Rows per full page. */
	readonly size: number;
}

export interface Searched {
	readonly kind: SearchKind;
	/** The body without paging, lists in a stable order. */
	readonly filters: IDataObject;
}

/**
 * Why a search ended: no more results; no key or total, or a forgotten key, so that every further page would be
 * charged; a page without new rows too early.
 */
export type End = 'done' | 'noKey' | 'empty';

export interface ResultsRequest extends Searched {
	readonly cursor: Cursor;
	readonly limit: number;
	/**
	 * Continued by later polls: ends when the key changes. A page without a usable key is returned whole, since its
	 * rest would be charged again.
	 */
	readonly byPolls?: boolean;
	/** No further page is requested after this time. */
	readonly deadline?: number;
}

export interface Results {
	readonly rows: readonly IDataObject[];
	readonly cursor: Cursor;
	readonly end?: End;
	readonly charged: number;
	readonly failure?: Error;
}

/**
 * Loads search results, each once in a call. Only the first page is charged: later ones are requested with its key
 * and total (credit rule 1), one at a time, so that a forgotten key costs one credit more at most.
 * @throws when the first page fails
 */
export async function loadResults(service: Service, request: ResultsRequest): Promise<Results> {
	const { limit, byPolls = false, deadline = Number.POSITIVE_INFINITY } = request;
	const rows: IDataObject[] = [];
	const isUnseen = unseen(request);
	let { cursor } = request;
	let end: End | undefined;
	let charged = 0;
	for (let pages = 0; end === undefined && rows.length < limit && clock.now() <= deadline; pages++) {
		const page = Math.floor(cursor.offset / cursor.size) + 1;
		const loaded = await attempt(loadPage(service, request, cursor, page));
		if (!loaded.ok && pages === 0) throw loaded.error;
		if (!loaded.ok) return { rows, cursor, charged, failure: loaded.error };
		const { rows: all, isChargedSearch, ...answer } = loaded.value;
		if (isChargedSearch) charged++;
		const isAnother = isChargedSearch && (pages > 0 || (byPolls && cursor.key !== undefined));
		// Pages may report another total, but the key is only valid with the first one.
		const key = answer.key ?? cursor.key;
		const total = isChargedSearch ? (answer.total ?? cursor.total) : cursor.total;
		const hasNoKey = key === undefined || total === undefined;
		// The service may use a page size of its own.
		const size = page === 1 && all.length > 0 && (total ?? 0) > all.length ? all.length : cursor.size;
		const most = byPolls && (isAnother || hasNoKey) ? Number.POSITIVE_INFINITY : limit;
		const skipped = cursor.offset % cursor.size;
		const before = rows.length;
		let at = skipped;
		for (; at < all.length && rows.length < most; at++) if (isUnseen(all[at])) rows.push(all[at]);
		const offset = at < all.length ? (page - 1) * size + at : page * size;
		// The last rows may well equal earlier ones; what is skipped of a page came out before.
		const hasNone = skipped === 0 && rows.length === before && offset < (total ?? 0);
		const isOdd = all.length === 0 || hasNone;
		cursor = { ...cursor, key, total, size, ...(!isOdd && { offset }) };
		if (total === undefined ? all.length < size : cursor.offset >= total) end = 'done';
		else if (isOdd) end = 'empty';
		else if (isAnother || hasNoKey) end = 'noKey';
	}
	return { rows, cursor, charged, ...(end && { end }) };
}

async function loadPage(
	service: Service,
	{ kind: { endpoint }, filters }: Searched,
	{ key: sent, total: total_cacheado, size }: Cursor,
	pagina: number,
) {
	const isContinued = sent !== undefined && total_cacheado !== undefined;
	const por_pagina = Math.min(size, assumedLimits.searchPageSize);
	const paging = { pagina, por_pagina, ...(isContinued && { chave_cache: sent, total_cacheado }) };
	const { body } = await askOnce(service, { endpoint, body: { ...paging, ...filters } });
	const read = known(endpoint as typeof endpoints.b2bPersonSearch, body);
	const { total, chave_cache: key } = read?.fields ?? {};
	const rows = (read?.rows ?? []).filter(isFilled);
	return {
		rows,
		key,
		// Charged as a new search: it was requested without a key, or the service forgot the key.
		isChargedSearch: sent === undefined || (key ?? sent) !== sent,
		// Ignore a total smaller than the page.
		...(total !== undefined && total >= rows.length && { total }),
	};
}

/**
 * Filters duplicate rows by all their fields, not the ID alone: a person has a row per job, and rows of companies
 * may share an ID. Rows without an ID are never dropped.
 */
function unseen({ kind }: Searched): (row: IDataObject) => boolean {
	const known = new Set<string>();
	return (row) => {
		if (!kind.ownIds.some((name) => asText(row[name]) !== undefined)) return true;
		const before = known.size;
		return known.add(JSON.stringify(row)).size > before;
	};
}

export const MAY_BE_CHARGED = 'The service may still have charged 1 credit for it. Change the filters.';
export const MATCHED_NOTHING = `The search matched nothing. ${MAY_BE_CHARGED}`;

const WHY: Record<Exclude<End, 'done'>, string> = {
	noKey:
		'The service returned no cache key that it accepts, or no usable total, so every further page would be charged as a new search',
	empty: 'The service returned a page without further results',
};

/** `undefined` if none are missing. `loaded` says how many there were. */
export const whyMissing = (end: End, loaded: string): string | undefined =>
	end === 'done' ? undefined : `The result is not complete: ${loaded}. ${WHY[end]}.`;

export const detailsOf = ({ cursor, end, charged }: Results): IDataObject => ({
	total: cursor.total,
	cacheKey: cursor.key,
	nextOffset: end === 'done' ? null : cursor.offset,
	creditsAtMost: charged,
});
