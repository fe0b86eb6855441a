import type { Endpoint } from '../contract/endpoint';
import { isWhole, readEntries, type EntryNames, type ListEntry } from '../core/listReader';
import { settle } from '../core/settle';
import type { Asker } from './asker';
import { isRefusal } from './asker';
import { matching, wordsOf } from './matching';

type Query = Readonly<Record<string, string | number>>;

/** A list that is asked for once, and searched at the service only if it cannot be had as a whole. */
export interface WholeList {
	readonly endpoint: Endpoint;
	/** What it is asked for with; absent when the list as a whole would be too long. */
	readonly query?: Query;
	/** Rows that are asked for, where the endpoint counts pages. */
	readonly size?: number;
	readonly names: EntryNames;
	readonly keepMs?: number;
	/** The parameter that searches the list at the service; absent when there is none. */
	readonly searchBy?: string;
	/** What a search is narrowed down with. */
	readonly searchWithin?: Query;
	/** The parameter that takes an exact code, and how many digits it has. */
	readonly code?: { readonly name: string; readonly digits: number };
}

/** Shorter texts match too much to be worth a request. */
const LEAST_TEXT = 3;
/** A page that every service gives (the default of the vendor's client). */
const USUAL_SIZE = 50;

interface Rows {
	readonly entries: readonly ListEntry[];
	readonly isWhole: boolean;
}

/** The entries that match, from as few requests as it takes. */
export async function fromWhole(
	asker: Asker,
	list: WholeList,
	filter: string,
): Promise<readonly ListEntry[]> {
	const whole = await wholeOf(asker, list);
	if (whole?.isWhole) return matching(whole.entries, filter);
	const first = matching(whole?.entries ?? [], filter);
	const size = list.size === undefined || whole === undefined ? USUAL_SIZE : list.size;
	const found = await search(asker, list, list.size === undefined ? {} : { page: 1, page_size: size }, filter);
	return found ?? first;
}

/** The list as the service gives it in one answer; nothing when it refuses to. */
async function wholeOf(asker: Asker, { endpoint, query, size, ...list }: WholeList): Promise<Rows | undefined> {
	if (query === undefined) return undefined;
	const paging = size === undefined ? {} : { page: 1, page_size: size };
	const asked = await settle(asker.ask({ endpoint, query: { ...query, ...paging } }, list.keepMs));
	if (asked.ok) return { entries: readEntries(asked.value, list.names), isWhole: isWhole(asked.value, size) };
	if (list.searchBy === undefined || !isRefusal(asked.error)) throw asked.error;
	return undefined;
}

/** The entries that the service itself finds; nothing when the text is too short to ask with. */
async function search(
	asker: Asker,
	list: WholeList,
	paging: Query,
	filter: string,
): Promise<readonly ListEntry[] | undefined> {
	const { endpoint, searchBy, searchWithin, code, names, keepMs } = list;
	const call = (by: Query) => ({ endpoint, query: { ...searchWithin, ...paging, ...by } });
	const words = wordsOf(filter);
	const phrase = words.join(' ');
	if (code !== undefined && /^\d+$/.test(phrase)) {
		if (phrase.length !== code.digits) return undefined;
		return readEntries(await asker.ask(call({ [code.name]: phrase }), keepMs), names);
	}
	const longest = words.reduce((a, b) => (b.length > a.length ? b : a), '');
	if (searchBy === undefined || longest.length < LEAST_TEXT) return undefined;
	const rows = (body: unknown): Rows => ({
		entries: readEntries(body, names),
		isWhole: isWhole(body, USUAL_SIZE),
	});
	// The service looks for one text: the longest word finds every order of them, unless there are too many.
	const byWord = await searchText(asker, longest, (text) => call({ [searchBy]: text }), rows, keepMs);
	if (byWord.isWhole || longest === phrase) return matching(byWord.entries, filter);
	const byPhrase = await searchText(asker, phrase, (text) => call({ [searchBy]: text }), rows, keepMs);
	return byPhrase.entries;
}
