import type { INodeListSearchResult } from 'n8n-workflow';

import type { ListEntry } from '../../../core/output/listReader';

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

/** The page of a list that starts at the token, each value once. */
export function pageOf(entries: readonly ListEntry[], token?: string): INodeListSearchResult {
	const distinct = [...new Map(entries.map((entry) => [entry.value, entry])).values()];
	const from = Number(token ?? 0);
	const end = from + PAGE;
	return {
		results: distinct.slice(from, end).map(({ value, label }) => ({ name: label, value })),
		...(end < distinct.length && { paginationToken: String(end) }),
	};
}
