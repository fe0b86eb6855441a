import type { FreeCall } from '../../../core/client/request';
import type { Body } from '../../../core/read/answer';
import { attempt } from '../../../core/base/async';
import { withEntries, type ListClient, type Rows } from './listClient';
import { matching, wordsOf } from './matching';

/** A text search by the service. */
export interface TextSearch {
	readonly call: (text: string) => FreeCall;
	readonly read: (body: Body) => Rows;
	/** Minimum length of a text to search for. */
	readonly least: number;
	readonly keepMs?: number;
}

/** What the service finds for a text; no request if its response to a prefix of the text was complete. */
async function searchText(client: ListClient, search: TextSearch, text: string): Promise<Rows> {
	for (let end = search.least; end < text.length; end++) {
		const known = client.known(search.call(text.slice(0, end)));
		const settled = known && (await attempt(known));
		if (!settled?.ok) continue;
		const rows = search.read(settled.value);
		if (rows.isWhole) return withEntries(rows, matching(rows.entries, text));
	}
	return search.read(await client.ask(search.call(text), search.keepMs));
}

/** What the service finds for the words as they are typed, else for the longest of them, with the others in any order. */
export async function searchWords(client: ListClient, search: TextSearch, filter: string): Promise<Rows> {
	const words = wordsOf(filter);
	const found = await searchText(client, search, words.join(' '));
	if (found.entries.length > 0 || words.length === 1) return found;
	const longest = words.reduce((a, b) => (b.length > a.length ? b : a));
	if (longest.length < search.least) return found;
	const byWord = await searchText(client, search, longest);
	return withEntries(byWord, matching(byWord.entries, filter));
}
