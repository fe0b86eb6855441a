import type { INodeListSearchResult } from 'n8n-workflow';

import type { FreeEndpoint } from '../../../contract/model/endpoint';
import { attempt } from '../../../core/base/async';
import { withoutAccents } from '../../../core/base/text';
import { readEntries, type EntryNames, type ListEntry } from '../../../core/read/entries';
import type { Body } from '../../../core/read/answer';
import { isRefusal, mayBeCut } from '../shared/loadList';
import type { ListClient } from './listClient';

type Query = Readonly<Record<string, string | number>>;

export interface ListSource {
	readonly endpoint: FreeEndpoint;
	/** Absent if the list is too long, or can only be searched. */
	readonly all?: Query;
	/** The queries for a text, in each form that the service may understand (field notes: contradictory). */
	readonly search?: (text: string) => readonly Query[];
	readonly names?: EntryNames;
	readonly entry?: (entry: ListEntry) => ListEntry;
	/** An answer with this many entries may be cut; by default, `mayBeCut` decides. */
	readonly most?: number;
	readonly keepMs?: number;
}

export interface Listed {
	readonly entries: readonly ListEntry[];
	readonly isWhole: boolean;
}

/** Shorter texts match too much to be worth a request; they only filter the entries already shown. */
const leastOf = ({ all }: ListSource): number => (all === undefined ? 2 : 3);

const folded = (text: string): string => withoutAccents(text).toLowerCase();

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

const NONE: Listed = { entries: [], isWhole: false };

function read({ names, entry = (each) => each, most }: ListSource, body: Body): Listed {
	const entries = readEntries(body, names).map(entry);
	const isCut = most === undefined ? mayBeCut(entries) : entries.length >= most;
	// No entries may also mean that the service wants a longer text.
	return { entries, isWhole: entries.length > 0 && !isCut };
}

/** A refusal has no entries: it may be for want of text, and n8n takes the search box away when a list throws. */
async function ask(client: ListClient, source: ListSource, query: Query): Promise<Listed> {
	const asked = await attempt(client.ask({ endpoint: source.endpoint, query }, source.keepMs));
	if (asked.ok) return read(source, asked.value);
	if (isRefusal(asked.error)) return NONE;
	throw asked.error;
}

/** Sends no request if the answer to a prefix of the text was complete. */
export async function search(client: ListClient, source: ListSource, text: string): Promise<Listed> {
	const { endpoint, search: queriesOf = () => [] } = source;
	for (let end = leastOf(source); end < text.length; end++) {
		for (const query of queriesOf(text.slice(0, end))) {
			const answer = await client.remembered({ endpoint, query })?.catch(() => undefined);
			const rows = answer && read(source, answer);
			if (rows?.isWhole) return rows;
		}
	}
	for (const query of queriesOf(text)) {
		const rows = await ask(client, source, query);
		if (rows.entries.length > 0) return rows;
	}
	return NONE;
}

/** Entries from the whole list, else searched by the text as typed. */
export async function find(client: ListClient, source: ListSource, filter: string): Promise<Listed> {
	const whole = source.all === undefined ? NONE : await ask(client, source, source.all);
	const shown = { ...whole, entries: matching(whole.entries, filter) };
	if (whole.isWhole || filter.length < leastOf(source)) return shown;
	const found = await search(client, source, filter.replace(/\s+/g, ' '));
	const entries = matching(found.entries, filter);
	return entries.length > 0 ? { ...found, entries } : shown;
}

/** n8n requests further pages as the user scrolls. */
const PAGE = 200;
/** Not '', by which n8n means that nothing is chosen; if picked, the field still counts as empty. */
export const NO_VALUE = ' ';

/** One page without duplicate values; the last one says if the list may not be complete. */
export function pageOf({ entries, isWhole }: Listed, token?: string): INodeListSearchResult {
	const distinct = [...new Map(entries.map((entry) => [entry.value, entry])).values()];
	const from = Number(token ?? 0);
	const end = from + PAGE;
	const results = distinct.slice(from, end).map(({ value, label }) => ({ name: label, value }));
	if (end < distinct.length) return { results, paginationToken: String(end) };
	const name = `These ${distinct.length} values may not be all. Type to find others, or choose By Value.`;
	return { results: isWhole || results.length === 0 ? results : [...results, { name, value: NO_VALUE }] };
}
