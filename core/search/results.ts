import type { IDataObject } from 'n8n-workflow';

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
		const number = Math.floor(cursor.offset / cursor.size) + 1;
		const loaded = await attempt(loadPage(service, request, cursor, number));
		if (!loaded.ok && pages === 0) throw loaded.error;
		if (!loaded.ok) return { rows, cursor, charged, failure: loaded.error };
		const page = loaded.value;

		// 1. Whether the next page is free.
		if (page.isNewSearch) charged++;
		const isKeyForgotten = page.isNewSearch && (pages > 0 || (byPolls && cursor.key !== undefined));
		const key = page.key ?? cursor.key;
		// Pages may report another total, but the key is only valid with the first one.
		const total = page.isNewSearch ? (page.total ?? cursor.total) : cursor.total;
		const isNextCharged = isKeyForgotten || key === undefined || total === undefined;
		if (pages === 0 && number > 1 && page.size < cursor.size) {
			// Where pages are smaller than assumed, the offset is on another page.
			cursor = { ...cursor, key, total, size: page.size };
			continue;
		}

		// 2. Take the rows from the offset on, up to the limit.
		const most = byPolls && isNextCharged ? Number.POSITIVE_INFINITY : limit;
		const before = rows.length;
		const skipped = cursor.offset % cursor.size;
		let at = skipped;
		for (; at < page.rows.length && rows.length < most; at++)
			if (isUnseen(page.rows[at])) rows.push(page.rows[at]);

		// 3. Where the search goes on, or why it ends.
		const size = number === 1 ? pageSizeOf(page.rows, cursor, total) : cursor.size;
		const next = at < page.rows.length ? (number - 1) * size + at : number * size;
		// The last rows may well equal earlier ones; what is skipped of a page came out before.
		const hasNoneNew = skipped === 0 && rows.length === before && next < (total ?? 0);
		const isOdd = page.rows.length === 0 || hasNoneNew;
		cursor = { ...cursor, key, total, size, offset: isOdd ? cursor.offset : next };
		const isOver = total === undefined ? page.rows.length < size : cursor.offset >= total;
		if (isOver) end = 'done';
		else if (isOdd) end = 'empty';
		else if (isNextCharged) end = 'noKey';
	}
	return { rows, cursor, charged, ...(end && { end }) };
}

/** The service may use a page size of its own, which a first page shows that is shorter than the total. */
const pageSizeOf = ({ length }: readonly unknown[], { size }: Cursor, total = 0): number =>
	length > 0 && length < total ? length : size;

async function loadPage(service: Service, { kind, filters }: Searched, cursor: Cursor, number: number) {
	const { key: sent, total: sentTotal } = cursor;
	const isContinued = sent !== undefined && sentTotal !== undefined;
	const body: IDataObject = {
		pagina: number,
		por_pagina: Math.min(cursor.size, assumedLimits.searchPageSize),
		...(isContinued && { chave_cache: sent, total_cacheado: sentTotal }),
		...filters,
	};
	const reply = await askOnce(service, { endpoint: kind.endpoint, body });
	const answer = known(kind.endpoint, reply.body);
	const { total, chave_cache: key, por_pagina: size = 0 } = answer?.fields ?? {};
	const rows = (answer?.rows ?? []).filter(isFilled);
	return {
		rows,
		key,
		size: size > 0 && size >= rows.length ? size : cursor.size,
		// Charged: it was requested without a key, or the service forgot the key.
		isNewSearch: sent === undefined || (key ?? sent) !== sent,
		// Ignore a total smaller than the page.
		total: total !== undefined && total >= rows.length ? total : undefined,
	};
}

/**
 * Whether a row has not come before, by all its fields, not the ID alone: a person has a row per job, and rows of
 * companies may share an ID. Rows without an ID are never dropped.
 */
function unseen({ kind }: Searched): (row: IDataObject) => boolean {
	const seen = new Set<string>();
	return (row) => {
		if (!kind.ownIds.some((name) => asText(row[name]) !== undefined)) return true;
		const written = JSON.stringify(row);
		const isNew = !seen.has(written);
		seen.add(written);
		return isNew;
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
