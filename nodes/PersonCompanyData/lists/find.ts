import type { INodeListSearchItems, INodeListSearchResult } from 'n8n-workflow';

import type { FreeEndpoint } from '../../../contract/model/endpoint';
import { attempt, type Settled } from '../../../core/base/async';
import { readEntries, type EntryNames, type ListEntry } from '../../../core/read/entries';
import { extentOf } from '../../../core/read/extent';
import type { Body } from '../../../core/read/answer';
import { isRefusal, type ListClient } from './listClient';

/** Finds the entries of a list that match what was typed, with as few requests as possible. */

type Query = Readonly<Record<string, string | number>>;

export interface Source {
	readonly endpoint: FreeEndpoint;
	/** The query for the whole list; absent where it is too long, or only completed. */
	readonly all?: Query;
	/** The query that searches the list for a text, in each form that the service may understand. */
	readonly search?: (text: string) => readonly Query[];
	readonly names?: EntryNames;
	/** An entry as it is shown and sent. */
	readonly entry?: (entry: ListEntry) => ListEntry;
	/** With so many entries, an answer may have been cut; by default its size and totals tell. */
	readonly most?: number;
	readonly keepMs?: number;
}

/** Entries of a list, and whether they are complete. */
export interface Rows {
	readonly entries: readonly ListEntry[];
	readonly isWhole: boolean;
	/** Entries of the whole list, if the service tells. */
	readonly total?: number;
}

/** Shorter texts match too much to be worth a request; of a list that is shown, they find what is there. */
const leastOf = ({ all }: Source): number => (all === undefined ? 2 : 3);

/** Lowercase text without accents, to compare typed text with the service's spelling. */
export const folded = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

export const wordsOf = (text: string): string[] => text.split(/[\s,]+/).filter((word) => /[^-]/.test(word));

/** The entries that contain every word of the filter, in any order. */
export function matching(entries: readonly ListEntry[], filter: string): readonly ListEntry[] {
	const words = wordsOf(folded(filter));
	if (words.length === 0) return entries;
	return entries.filter(({ label, value }) => {
		const text = folded(`${value} ${label}`);
		return words.every((word) => text.includes(word));
	});
}

const callOf = ({ endpoint }: Source, query: Query) => ({ endpoint, query });

function read({ names, entry = (each) => each, most }: Source, body: Body): Rows {
	const entries = readEntries(body, names).map(entry);
	const { isWhole, total } = extentOf(body);
	// Nothing may also mean that the service wants a text, or a longer one.
	return {
		entries,
		total,
		isWhole: entries.length > 0 && (most === undefined ? isWhole : entries.length < most),
	};
}

/** The rows of a call, or its refusal, so that another call may be tried. */
async function ask(client: ListClient, source: Source, query: Query): Promise<Settled<Rows>> {
	const asked = await attempt(client.ask(callOf(source, query), source.keepMs));
	if (asked.ok) return { ok: true, value: read(source, asked.value) };
	if (isRefusal(asked.error)) return asked;
	throw asked.error;
}

/** What the service finds for a text; no request if its answer to a prefix of the text was complete. */
export async function search(client: ListClient, source: Source, text: string): Promise<Rows | undefined> {
	const queriesOf = source.search ?? (() => []);
	for (let end = leastOf(source); end < text.length; end++) {
		for (const query of queriesOf(text.slice(0, end))) {
			const known = await client.known(callOf(source, query))?.catch(() => undefined);
			const rows = known && read(source, known);
			if (rows?.isWhole) return rows;
		}
	}
	const queries = queriesOf(text);
	let last: Settled<Rows> | undefined;
	for (const [form, query] of queries.entries()) {
		if (queries.length > 1 && form !== (client.form ?? form)) continue;
		const asked = await ask(client, source, query);
		if (last?.ok !== true || asked.ok) last = asked;
		if (!asked.ok || asked.value.entries.length === 0) continue;
		if (queries.length > 1) client.form = form;
		return asked.value;
	}
	if (last?.ok === false) throw last.error;
	return undefined;
}

/**
 * The entries that match a filter: from the whole list, else as the service finds them for the text as it is typed or
 * for the longest of its words.
 */
export async function find(client: ListClient, source: Source, filter: string): Promise<Rows> {
	const asked = source.all && (await ask(client, source, source.all));
	if (asked?.ok === false && source.search === undefined) throw asked.error;
	const whole = asked?.ok ? asked.value : undefined;
	const shown = { isWhole: true, ...whole, entries: matching(whole?.entries ?? [], filter) };
	if (source.search === undefined || whole?.isWhole) return shown;
	const [longest = ''] = wordsOf(filter).sort((a, b) => b.length - a.length);
	for (const text of new Set([filter.replace(/\s+/g, ' '), longest])) {
		if (text.length < leastOf(source)) continue;
		const found = await search(client, source, text);
		const entries = matching(found?.entries ?? [], filter);
		if (found !== undefined && entries.length > 0) return { ...found, entries };
	}
	return shown;
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
