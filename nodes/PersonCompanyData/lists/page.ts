import type { INodeListSearchResult } from 'n8n-workflow';

import type { ListEntry } from '../../../core/output/listReader';

/** Entries that n8n is given at once; it asks for more when the user scrolls. */
const PAGE = 200;

/** The part of a list that begins where the one before ended, each value once. */
export function pageOf(entries: readonly ListEntry[], token?: string): INodeListSearchResult {
	const distinct = [...new Map(entries.map((entry) => [entry.value, entry])).values()];
	const from = Number(token ?? 0);
	const end = from + PAGE;
	return {
		results: distinct.slice(from, end).map(({ value, label }) => ({ name: label, value })),
		...(end < distinct.length && { paginationToken: String(end) }),
	};
}
