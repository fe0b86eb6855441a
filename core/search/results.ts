import type { IDataObject } from 'n8n-workflow';

import { clock } from '../base/clock';
import { fingerprint } from '../base/fingerprint';
import { asText } from '../base/json';
import type { Service } from '../client/service';
import { offsetOf, type Cursor, type PageAnswer, type Searched } from './page';
import { Prefetch } from './prefetch';

/**
 * Why a search has ended: it has no more results; it has no key or total, or the service forgot the key, so that each
 * further page would be charged; or a page was empty too early, or had known rows only.
 */
export type End = 'done' | 'noKey' | 'newKey' | 'empty' | 'repeats';

export interface ResultsRequest extends Searched {
	readonly cursor: Cursor;
	readonly limit: number;
	/** IDs of rows that were delivered; they are left out, and others added. */
	readonly seen?: Set<string>;
	/**
	 * Whether polls read the search on: page by page, another key than the cursor's ends it, and the page in hand when it
	 * has no usable key is given whole, as its rest would be paid for again.
	 */
	readonly byPolls?: boolean;
	/** When to request no further page. */
	readonly deadline?: number;
}

/** What was loaded of a search. */
export interface Results {
	readonly rows: readonly IDataObject[];
	/** Where the search is read on. */
	readonly cursor: Cursor;
	/** Absent while there may be more results. */
	readonly end?: End;
	/** Pages that were, or may have been, charged as a new search. */
	readonly charged: number;
	/** Why the rest is missing. */
	readonly failure?: Error;
}

/**
 * Loads results of a search, each once by its IDs. Only the first page is charged: later ones are requested with the
 * key and total of the first (credit rule 1). An odd page ends the search. What was on its way when the service forgot
 * the key may have been paid for, and is output.
 * @throws when the first page fails
 */
export async function loadResults(service: Service, request: ResultsRequest): Promise<Results> {
	const { limit, byPolls = false, deadline = Number.POSITIVE_INFINITY, seen = new Set() } = request;
	const prefetch = new Prefetch(service, request);
	const rows: IDataObject[] = [];
	let { cursor } = request;
	let end: End | undefined;
	let [pages, charged] = [0, 0];

	const isUnseen = (row: IDataObject): boolean => {
		const id = idOf(row, request);
		if (id === undefined) return true;
		const isNew = !seen.has(id);
		seen.add(id);
		return isNew;
	};
	const take = (answer: PageAnswer): void => {
		const { rows: all, isNew } = answer;
		const isNext = answer.page === cursor.page;
		const isAnother = isNew && (pages > 0 || (byPolls && cursor.key !== undefined));
		// Pages may report another total, but the key only counts together with the first one.
		const key = answer.key ?? cursor.key;
		const total = isNew ? (answer.total ?? cursor.total) : cursor.total;
		const hasNoKey = key === undefined || total === undefined;
		const room = byPolls && (isAnother || hasNoKey) ? Number.POSITIVE_INFINITY : limit - rows.length;
		const from = isNext ? cursor.taken : 0;
		const before = rows.length;
		let at = from;
		for (; at < all.length && rows.length - before < room; at++) if (isUnseen(all[at])) rows.push(all[at]);
		const given = rows.length - before;
		const size = isNext ? Math.max(cursor.size, all.length) : cursor.size;
		const count = cursor.count === undefined ? undefined : cursor.count + given;
		const isEmpty = all.length === 0;
		const repeats = given === 0 && from === 0 && !isEmpty && room > 0;
		const isOver = at >= all.length;
		const isDone = isEmpty
			? (cursor.page - 1) * size >= (total ?? 0)
			: total === undefined
				? isOver && all.length < size
				: count !== undefined && count >= total;
		pages++;
		if (isNew) charged++;
		if (isNext && isDone) end = 'done';
		else if (isNext && isEmpty) end = 'empty';
		else if (isNext && repeats) end = 'repeats';
		else if (isAnother) end = 'newKey';
		else if (hasNoKey) end = 'noKey';
		cursor = { ...cursor, key, total, size, ...(count !== undefined && { count }) };
		if (isNext && !isEmpty && !repeats)
			cursor = isOver ? { ...cursor, page: cursor.page + 1, taken: 0 } : { ...cursor, taken: at };
	};

	let failure: Error | undefined;
	while (end === undefined && rows.length < limit && clock.now() <= deadline) {
		const got = await prefetch.next(cursor);
		if (!got.ok) {
			failure = got.error;
			break;
		}
		take(got.value);
		// Until the service has accepted the key, one page at a time is requested.
		if (end !== undefined || got.value.isNew || byPolls) continue;
		const { total = 0, size } = cursor;
		const wanted = Math.min(total, offsetOf(cursor) + limit - rows.length);
		if (rows.length < limit) prefetch.ahead(cursor, Math.ceil(wanted / size));
	}
	// Beyond a page that did not come, only what was paid for: the others are loaded at no charge with that page.
	for (const answer of await prefetch.rest()) if (answer.isNew || answer.page === cursor.page) take(answer);
	if (prefetch.hasHeldBack(failure)) failure = undefined;
	if (failure !== undefined && pages === 0) throw failure;
	return { rows, cursor, charged, ...(end && { end }), ...(failure && { failure }) };
}

/**
 * Identifies a row by all that it says: a person has a row for each job, and companies of the registry have a CNPJ and no
 * ID. `undefined` for one without an ID of its own, which is never left out.
 */
const idOf = (row: IDataObject, { kind }: Searched): string | undefined =>
	kind.ownIds.some((name) => asText(row[name]) !== undefined) ? fingerprint(row) : undefined;

const missingOf = (end: End | undefined, { total = 0, count = total }: Cursor): number =>
	end === 'done' ? Math.max(0, total - count) : 0;

export const MATCHED_NOTHING =
	'The search matched nothing. The service may still have charged 1 credit for it.';

const NO_KEY =
	'The service returned no cache key that it accepts, or no usable total, so every further page would be charged as a new search';

/**
 * Why results are missing; `undefined` when none are.
 * @param loaded tells how many there were
 */
export function whyMissing(end: End, cursor: Cursor, loaded: string): string | undefined {
	const missing = missingOf(end, cursor);
	if (end === 'done' && missing === 0) return undefined;
	const whys: Record<End, string> = {
		...{ newKey: NO_KEY, noKey: NO_KEY, empty: 'The service returned an empty page' },
		repeats: 'The service returned the same results again',
		done: `${missing} results were on none of the pages`,
	};
	return `The result is not complete: ${loaded}. ${whys[end]}.`;
}

/** The search object of the output. */
export function detailsOf(results: Results): IDataObject {
	const { cursor, end, charged } = results;
	const missing = missingOf(end, cursor);
	return {
		total: cursor.total,
		cacheKey: cursor.key,
		nextOffset: end === 'done' ? null : offsetOf(cursor),
		pageSize: cursor.size,
		...(missing > 0 && { missing }),
		creditsAtMost: charged,
	};
}
