import type { FreeEndpoint } from '../../../contract/model/endpoint';
import { readEntries, type EntryNames } from '../../../core/read/entries';
import { loadPages } from '../../../core/output/pagedList';
import { extentOf } from '../../../core/read/extent';
import type { Body } from '../../../core/read/answer';
import { attempt } from '../../../core/base/async';
import { isRefusal, withEntries, type ListClient, type Rows } from './listClient';
import { matching, wordsOf } from './matching';
import { searchWords, type TextSearch } from './textSearch';

type Query = Readonly<Record<string, string | number>>;

/** A list that is requested once, and searched by the service only if it is not available as a whole. */
export interface WholeList {
	readonly endpoint: FreeEndpoint;
	readonly names: EntryNames;
	/** Query parameters that filter the list and its searches. */
	readonly within?: Query;
	/** True when the list is too long to request even with these filters. */
	readonly isTooLong?: boolean;
	/** Page size to request, for paginated endpoints. */
	readonly size?: number;
	readonly keepMs?: number;
	/** The query parameter that searches the list; absent when there is none. */
	readonly searchBy?: string;
	/** The query parameter for an exact code, and the number of digits of a code. */
	readonly code?: { readonly name: string; readonly digits: number };
}

/** Shorter texts match too much to be worth a request. */
const LEAST_TEXT = 3;
/** A page size that is always accepted (the default of the vendor's client). */
const USUAL_SIZE = 50;
/** The most requests for one list: an account has few per day. */
const MOST_PAGES = 5;

/** The matching entries, with as few requests as possible. */
export async function fromWhole(client: ListClient, list: WholeList, filter: string): Promise<Rows> {
	const { rows: whole, size } = await wholeOf(client, list);
	if (whole?.isWhole) return withEntries(whole, matching(whole.entries, filter));
	const found = await searchFor(client, { ...list, size }, filter);
	if (found !== undefined) return found;
	const shown = matching(whole?.entries ?? [], filter);
	return { isWhole: true, ...whole, entries: shown };
}

const callOf = ({ endpoint, within, size }: WholeList, by: Query = {}) => ({
	endpoint,
	query: { ...within, ...(size !== undefined && { page: 1, page_size: size }), ...by },
});

/** The list, with the pages that the first answer does not hold, unless they are too many. */
async function pagesOf(client: ListClient, list: WholeList): Promise<Rows> {
	const call = callOf(list);
	const first = await client.ask(call, list.keepMs);
	const { total = 0 } = extentOf(first, list.size);
	const pages = Math.ceil(total / Math.max(1, readEntries(first, list.names).length));
	const loaded = await loadPages(first, {
		...(list.size !== undefined && { asked: list.size }),
		atMost: pages > MOST_PAGES ? 1 : MOST_PAGES,
		load: async (paging) => {
			const asked = await attempt(client.ask({ ...call, query: { ...call.query, ...paging } }, list.keepMs));
			if (asked.ok) return asked.value;
			if (isRefusal(asked.error)) return undefined;
			throw asked.error;
		},
	});
	return { entries: readEntries(loaded.rows, list.names), isWhole: loaded.isWhole, total: loaded.total };
}

/** The list as the service returns it, and the page size it accepts; no list when it rejects the call. */
async function wholeOf(
	client: ListClient,
	list: WholeList,
): Promise<{ readonly rows?: Rows; readonly size?: number }> {
	const { size, searchBy } = list;
	if (list.isTooLong) return { size };
	const asked = await attempt(pagesOf(client, list));
	if (asked.ok) {
		// An empty result may mean that the service requires a search text.
		const isWhole = asked.value.isWhole && (asked.value.entries.length > 0 || searchBy === undefined);
		return { rows: { ...asked.value, isWhole }, size };
	}
	if (!isRefusal(asked.error)) throw asked.error;
	// A rejected page size would be rejected again.
	if (size !== undefined && size > USUAL_SIZE) return await wholeOf(client, { ...list, size: USUAL_SIZE });
	if (searchBy === undefined) throw asked.error;
	return { size };
}

/** The entries that the service finds; `undefined` for a text that is not worth a request. */
async function searchFor(client: ListClient, list: WholeList, filter: string): Promise<Rows | undefined> {
	const { searchBy, code, keepMs } = list;
	const words = wordsOf(filter);
	const phrase = words.join(' ');
	const read = (body: Body): Rows => ({
		entries: readEntries(body, list.names),
		isWhole: extentOf(body, list.size).isWhole,
	});
	if (code !== undefined && /^\d+$/.test(phrase)) {
		if (phrase.length !== code.digits) return undefined;
		return read(await client.ask(callOf(list, { [code.name]: phrase }), keepMs));
	}
	if (searchBy === undefined || words.every((word) => word.length < LEAST_TEXT)) return undefined;
	const search: TextSearch = {
		call: (text) => callOf(list, { [searchBy]: text }),
		read,
		least: LEAST_TEXT,
		keepMs,
	};
	const found = await searchWords(client, search, filter);
	return withEntries(found, matching(found.entries, filter));
}
