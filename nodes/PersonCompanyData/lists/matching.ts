import type { INodeListSearchItems, INodeListSearchResult } from 'n8n-workflow';

import type { ListEntry } from '../../../core/read/entries';
import type { Rows } from './listClient';

/** Lowercase text without accents, to compare typed text with the service's spelling. */
export const folded = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

export const wordsOf = (text: string): string[] => text.split(/\s+/).filter((word) => word !== '');

/** The entries that contain every word of the filter, in any order. */
export function matching(entries: readonly ListEntry[], filter: string): readonly ListEntry[] {
	const words = wordsOf(folded(filter));
	if (words.length === 0) return entries;
	return entries.filter(({ label, value }) => {
		const text = folded(`${value} ${label}`);
		return words.every((word) => text.includes(word));
	});
}

/** Entries returned to n8n per page; it requests more when the user scrolls. */
const PAGE = 200;
/** Not empty, which is how n8n writes that nothing is chosen; if it is chosen, the field is empty all the same. */
export const NO_VALUE = ' ';

/** The entry that tells that a list is not complete. */
const note = (shown: number, total: number | undefined): INodeListSearchItems => ({
	name: `Not complete: ${shown}${total === undefined ? '' : ` of ${total}`} values. Type to find others, or choose By Value.`,
	value: NO_VALUE,
});

/** The page of a list that starts at the token, each value once; the last one tells if the list is not complete. */
export function pageOf({ entries, isWhole, total }: Rows, token?: string): INodeListSearchResult {
	const distinct = [...new Map(entries.map((entry) => [entry.value, entry])).values()];
	const from = Number(token ?? 0);
	const end = from + PAGE;
	const results = distinct.slice(from, end).map(({ value, label }) => ({ name: label, value }));
	if (end < distinct.length) return { results, paginationToken: String(end) };
	const isCut = !isWhole && distinct.length > 0;
	return { results: isCut ? [...results, note(distinct.length, total)] : results };
}
