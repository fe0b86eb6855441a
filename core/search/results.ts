import type { IDataObject } from 'n8n-workflow';
import isEqual from 'lodash/isEqual';

import { atMost, attempt, serialize, type Settled } from '../base/async';
import { clock } from '../base/clock';
import { fingerprint } from '../base/fingerprint';
import { asText } from '../base/json';
import type { Service } from '../client/service';
import { loadPage, pageCall, pageOf, type Cursor, type PageAnswer, type Searched } from './page';

/**
 * Why a search has ended: it has no more results; it has no key or total, or the service forgot the key, so that each
 * further page would be charged; or a page was empty too early, or the same as the one before.
 */
export type End = 'done' | 'noKey' | 'newKey' | 'empty' | 'repeats';

export interface ResultsRequest extends Searched {
	readonly cursor: Cursor;
	readonly limit: number;
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
 * Loads results of a search, each once. Only the first page is charged: later ones are requested with the key and total
 * of the first (credit rule 1). An odd page ends the search. What was on its way when the service forgot the key may have
 * been paid for, and is output.
 * @throws when the first page fails
 */
export async function loadResults(service: Service, request: ResultsRequest): Promise<Results> {
	const { limit, byPolls = false, deadline = Number.POSITIVE_INFINITY } = request;
	const rows: IDataObject[] = [];
	const isUnseen = unseen(request);
	let { cursor } = request;
	let end: End | undefined;
	let failure: Error | undefined;
	let isAccepted = false;
	let [pages, charged] = [0, 0];

	const take = ({ page, rows: all, isNew, ...answer }: PageAnswer): void => {
		const isNext = page === pageOf(cursor);
		// Behind a page that did not come, others come again at no charge, unless they were paid for.
		if (!isNext && !isNew) return;
		const isAnother = isNew && (pages > 0 || (byPolls && cursor.key !== undefined));
		// Pages may report another total, but the key only counts together with the first one.
		const key = answer.key ?? cursor.key;
		const total = isNew ? (answer.total ?? cursor.total) : cursor.total;
		const hasNoKey = key === undefined || total === undefined;
		// The service may have pages of its own length.
		const size = page === 1 && all.length > 0 && (total ?? 0) > all.length ? all.length : cursor.size;
		const room = byPolls && (isAnother || hasNoKey) ? Number.POSITIVE_INFINITY : limit - rows.length;
		const skipped = isNext ? cursor.offset % cursor.size : 0;
		const lastPage = fingerprint(JSON.stringify(all));
		const repeats = skipped === 0 && all.length > 0 && lastPage === cursor.lastPage;
		const before = rows.length;
		let at = skipped;
		for (; !repeats && at < all.length && rows.length - before < room; at++)
			if (isUnseen(all[at])) rows.push(all[at]);
		pages++;
		if (isNew) charged++;
		isAccepted = !isNew;
		cursor = { ...cursor, key, total, size };
		if (isNext && !repeats && all.length > 0)
			cursor = { ...cursor, lastPage, offset: at < all.length ? (page - 1) * size + at : page * size };
		if (isNext && (total === undefined ? all.length < size : cursor.offset >= total)) end = 'done';
		else if (isNext && all.length === 0) end = 'empty';
		else if (isNext && repeats) end = 'repeats';
		else if (isAnother) end = 'newKey';
		else if (hasNoKey) end = 'noKey';
	};

	while (end === undefined && failure === undefined && rows.length < limit && clock.now() <= deadline) {
		const { total = 0, offset, size } = cursor;
		const next = pageOf(cursor);
		const last = Math.ceil(Math.min(total, offset + limit - rows.length) / size);
		// Until the service has accepted the key, one page at a time is requested.
		const further = isAccepted && !byPolls ? Math.max(0, last - next) : 0;
		const wanted = Array.from({ length: 1 + further }, (_, i) => next + i);
		for (const got of await loadPages(service, request, cursor, wanted)) {
			if (got.ok) take(got.value);
			else failure ??= got.error;
		}
	}
	if (failure !== undefined && pages === 0) throw failure;
	return { rows, cursor, charged, ...(end && { end }), ...(failure && { failure }) };
}

/**
 * Loads the first of these pages, and as many of the others as are free or kept by an earlier try, until one fails, is
 * empty or is charged as a new search. Under a limit of credits only one further page of the run is sent at a time: where
 * nothing is left, a key that is forgotten then costs one credit more at most.
 * @returns those that were sent, in order
 */
async function loadPages(
	service: Service,
	searched: Searched,
	cursor: Cursor,
	wanted: readonly number[],
): Promise<Array<Settled<PageAnswer>>> {
	const { session } = service;
	const { isLimited } = session.budget;
	const isKept = (page: number): boolean => service.hasReply(pageCall(searched, cursor, page));
	const isFree = (page: number): boolean =>
		!isLimited && service.mostOf(pageCall(searched, cursor, page)) === 0;
	const charged = wanted.findIndex((page, i) => i > 0 && !isFree(page) && !isKept(page));
	const pages = charged === -1 ? wanted : wanted.slice(0, charged);
	const answers = new Map<number, Settled<PageAnswer>>();
	let isOver = false;
	await atMost(session.limits.concurrency, pages, async (page) => {
		if (isOver && !isKept(page)) return;
		const load = async () => await loadPage(service, searched, cursor, page);
		const got = await attempt(isLimited && cursor.key !== undefined ? serialize(session, load) : load());
		answers.set(page, got);
		const before = answers.get(page - 1);
		const repeats = got.ok && before?.ok === true && isEqual(got.value.rows, before.value.rows);
		isOver ||= !got.ok || got.value.isNew || got.value.rows.length === 0 || repeats;
	});
	return pages.flatMap((page) => answers.get(page) ?? []);
}

/**
 * Tells whether a row is the first of its kind. Rows are told by all that they say, as a person has a row for each job and
 * rows of companies may share an ID; those without an ID of their own are never left out.
 */
function unseen({ kind }: Searched): (row: IDataObject) => boolean {
	const known = new Map<string, IDataObject[]>();
	return (row) => {
		const name = kind.ownIds.find((each) => asText(row[each]) !== undefined);
		if (name === undefined) return true;
		const id = `${name} ${asText(row[name])}`;
		const others = known.get(id);
		if (others === undefined) known.set(id, [row]);
		else if (others.some((other) => isEqual(other, row))) return false;
		else others.push(row);
		return true;
	};
}

export const MATCHED_NOTHING =
	'The search matched nothing. The service may still have charged 1 credit for it.';

const NO_KEY =
	'The service returned no cache key that it accepts, or no usable total, so every further page would be charged as a new search';

const WHY: Record<Exclude<End, 'done'>, string> = {
	newKey: NO_KEY,
	noKey: NO_KEY,
	empty: 'The service returned an empty page',
	repeats: 'The service returned the same results again',
};

/**
 * Why results are missing; `undefined` when none are.
 * @param loaded tells how many there were
 */
export const whyMissing = (end: End, loaded: string): string | undefined =>
	end === 'done' ? undefined : `The result is not complete: ${loaded}. ${WHY[end]}.`;

/** The search object of the output. */
export const detailsOf = ({ cursor, end, charged }: Results): IDataObject => ({
	total: cursor.total,
	cacheKey: cursor.key,
	nextOffset: end === 'done' ? null : cursor.offset,
	pageSize: cursor.size,
	creditsAtMost: charged,
});
