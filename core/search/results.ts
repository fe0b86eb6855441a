import type { IDataObject } from 'n8n-workflow';
import isEqual from 'lodash/isEqual';

import { atMost, attempt, serialize, type Settled } from '../base/async';
import { clock } from '../base/clock';
import { fingerprint } from '../base/fingerprint';
import { asText } from '../base/json';
import type { Service } from '../client/service';
import { loadPage, pageCall, pageOf, type Cursor, type PageAnswer, type Searched } from './page';

/**
 * Why a search ended: no more results; no key or total, or a forgotten key, so that every further page would be
 * charged; a page that is empty too early, or repeats the previous one.
 */
export type End = 'done' | 'noKey' | 'newKey' | 'empty' | 'repeats';

export interface ResultsRequest extends Searched {
	readonly cursor: Cursor;
	readonly limit: number;
	/**
	 * Continued by later polls: loads one page at a time and ends when the key changes. A page without a usable key
	 * is returned whole, since its rest would be charged again.
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
 * Loads search results without duplicates. Only the first page is charged: later ones are requested with its key
 * and total (credit rule 1). Pages already requested when the service forgot the key may have been charged, so
 * they are output.
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
		// After a missing page, free pages are dropped: they can be loaded again. Charged ones are kept.
		if (!isNext && !isNew) return;
		const isAnother = isNew && (pages > 0 || (byPolls && cursor.key !== undefined));
		// Pages may report another total, but the key is only valid with the first one.
		const key = answer.key ?? cursor.key;
		const total = isNew ? (answer.total ?? cursor.total) : cursor.total;
		const hasNoKey = key === undefined || total === undefined;
		// The service may use a page size of its own.
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
		// One page at a time until the service has accepted the key.
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
 * Loads the first page, and the others while they are free or kept by an earlier attempt, until one fails, is
 * empty or is charged as a new search. Under a credit limit, further pages are sent one at a time, so that a
 * forgotten key costs one credit more at most.
 * @returns the pages that were sent, in order
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
 * Filters duplicate rows by all their fields, not the ID alone: a person has a row per job, and rows of companies
 * may share an ID. Rows without an ID are never dropped.
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

/** `undefined` if none are missing. `loaded` says how many there were. */
export const whyMissing = (end: End, loaded: string): string | undefined =>
	end === 'done' ? undefined : `The result is not complete: ${loaded}. ${WHY[end]}.`;

export const detailsOf = ({ cursor, end, charged }: Results): IDataObject => ({
	total: cursor.total,
	cacheKey: cursor.key,
	nextOffset: end === 'done' ? null : cursor.offset,
	pageSize: cursor.size,
	creditsAtMost: charged,
});
