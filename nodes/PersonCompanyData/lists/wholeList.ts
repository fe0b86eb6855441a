import type { Endpoint } from '../../../contract/model/endpoint';
import { isWhole, readEntries, type EntryNames, type ListEntry } from '../../../core/output/listReader';
import { attempt } from '../../../core/base/async';
import { isRefusal, type ListClient } from './listClient';
import { matching, wordsOf } from './matching';
import { searchText, type Rows, type TextSearch } from './textSearch';

type Query = Readonly<Record<string, string | number>>;

/** A list that is asked for once, and searched at the service only if it cannot be had as a whole. */
export interface WholeList {
	readonly endpoint: Endpoint;
	readonly names: EntryNames;
	/** What the list, and a search of it, is narrowed down with. */
	readonly within?: Query;
	/** True when even so it is too long to be asked for. */
	readonly isTooLong?: boolean;
	/** Rows that are asked for, where the endpoint counts pages. */
	readonly size?: number;
	readonly keepMs?: number;
	/** The parameter that searches the list at the service; absent when there is none. */
	readonly searchBy?: string;
	/** The parameter that takes an exact code, and how many digits a code has. */
	readonly code?: { readonly name: string; readonly digits: number };
}

/** Shorter texts match too much to be worth a request. */
const LEAST_TEXT = 3;
/** A page that every service gives (the default of the vendor's client). */
const USUAL_SIZE = 50;

/** The entries that match, from as few requests as it takes. */
export async function fromWhole(
	client: ListClient,
	list: WholeList,
	filter: string,
): Promise<readonly ListEntry[]> {
	const whole = await wholeOf(client, list);
	if (whole?.isWhole) return matching(whole.entries, filter);
	// A size that was refused would be refused again.
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

/** The list as the service gives it in one answer; nothing when it refuses to. */
async function wholeOf(client: ListClient, list: WholeList): Promise<Rows | undefined> {
	if (list.isTooLong) return undefined;
	const asked = await attempt(client.ask(callOf(list), list.keepMs));
	if (asked.ok) {
		const rows = rowsOf(list, asked.value);
		// Nothing at all may mean that the service wants something to search by.
		return rows.entries.length === 0 && list.searchBy !== undefined ? { ...rows, isWhole: false } : rows;
	}
	if (list.searchBy === undefined || !isRefusal(asked.error)) throw asked.error;
	return undefined;
}

/** The entries that the service itself finds; nothing for a text that is not worth a request. */
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
	// The service looks for one text: the longest word finds the words in any order, unless too much has it.
	const byWord = await searchText(client, search, longest);
	if (byWord.isWhole || longest === phrase) return matching(byWord.entries, filter);
	return (await searchText(client, search, phrase)).entries;
}
