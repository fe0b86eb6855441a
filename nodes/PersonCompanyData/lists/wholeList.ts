import type { FreeEndpoint } from '../../../contract/model/endpoint';
import { isWhole, readEntries, type EntryNames, type ListEntry } from '../../../core/output/listReader';
import { attempt } from '../../../core/base/async';
import { isRefusal, type ListClient } from './listClient';
import { matching, wordsOf } from './matching';
import { searchText, type Rows, type TextSearch } from './textSearch';

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

/** The matching entries, with as few requests as possible. */
export async function fromWhole(
	client: ListClient,
	list: WholeList,
	filter: string,
): Promise<readonly ListEntry[]> {
	const whole = await wholeOf(client, list);
	if (whole?.isWhole) return matching(whole.entries, filter);
	// A rejected page size would be rejected again.
	const size = whole === undefined && list.size !== undefined ? USUAL_SIZE : list.size;
	const found = await searchFor(client, { ...list, size }, filter);
	return found ?? matching(whole?.entries ?? [], filter);
}

const callOf = ({ endpoint, within, size }: WholeList, by: Query = {}) => ({
	endpoint,
	query: { ...within, ...(size !== undefined && { page: 1, page_size: size }), ...by },
});

const rowsOf = (list: WholeList, body: unknown): Rows => ({
	entries: readEntries(body, list.names),
	isWhole: isWhole(body, list.size),
});

/** The list as the service returns it in one response; `undefined` when the service rejects the call. */
async function wholeOf(client: ListClient, list: WholeList): Promise<Rows | undefined> {
	if (list.isTooLong) return undefined;
	const asked = await attempt(client.ask(callOf(list), list.keepMs));
	if (asked.ok) {
		const rows = rowsOf(list, asked.value);
		// An empty result may mean that the service requires a search text.
		return rows.entries.length === 0 && list.searchBy !== undefined ? { ...rows, isWhole: false } : rows;
	}
	if (list.searchBy === undefined || !isRefusal(asked.error)) throw asked.error;
	return undefined;
}

/** The entries that the service finds; `undefined` for a text that is not worth a request. */
async function searchFor(
	client: ListClient,
	list: WholeList,
	filter: string,
): Promise<readonly ListEntry[] | undefined> {
	const { searchBy, code, names, keepMs } = list;
	const words = wordsOf(filter);
	const phrase = words.join(' ');
	if (code !== undefined && /^\d+$/.test(phrase)) {
		if (phrase.length !== code.digits) return undefined;
		return readEntries(await client.ask(callOf(list, { [code.name]: phrase }), keepMs), names);
	}
	const longest = words.reduce((a, b) => (b.length > a.length ? b : a), '');
	if (searchBy === undefined || longest.length < LEAST_TEXT) return undefined;
	const search: TextSearch = {
		call: (text) => callOf(list, { [searchBy]: text }),
		read: (body) => rowsOf(list, body),
		least: LEAST_TEXT,
		keepMs,
	};
	// The service searches for one text: the longest word finds the words in any order, unless it matches too
	// much.
	const byWord = await searchText(client, search, longest);
	if (byWord.isWhole || longest === phrase) return matching(byWord.entries, filter);
	return (await searchText(client, search, phrase)).entries;
}
