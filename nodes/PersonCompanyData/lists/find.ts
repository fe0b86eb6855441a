import type { INodeListSearchItems, INodeListSearchResult } from 'n8n-workflow';

import type { FreeEndpoint } from '../../../contract/model/endpoint';
import { attempt, type Settled } from '../../../core/base/async';
import { withoutAccents } from '../../../core/base/text';
import { readEntries, type EntryNames, type ListEntry } from '../../../core/read/entries';
import type { Body } from '../../../core/read/answer';
import { mayBeCut } from '../shared/loadList';
import { isRefusal, type ListClient } from './listClient';

type Query = Readonly<Record<string, string | number>>;

export interface Source {
	readonly endpoint: FreeEndpoint;
	/** Absent if the list is too long, or can only be searched. */
	readonly all?: Query;
	/** The queries for a text, in each form that the service may understand. */
	readonly search?: (text: string) => readonly Query[];
	readonly names?: EntryNames;
	readonly entry?: (entry: ListEntry) => ListEntry;
	/** An answer with this many entries may be cut; by default, `mayBeCut` decides. */
	readonly most?: number;
	readonly keepMs?: number;
}

export interface Rows {
	readonly entries: readonly ListEntry[];
	readonly isWhole: boolean;
}

/** Shorter texts match too much to be worth a request; they only filter the entries already shown. */
const leastOf = ({ all }: Source): number => (all === undefined ? 2 : 3);

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

const callOf = ({ endpoint }: Source, query: Query) => ({ endpoint, query });

function read({ names, entry = (each) => each, most }: Source, body: Body): Rows {
	const entries = readEntries(body, names).map(entry);
	const isCut = most === undefined ? mayBeCut(entries) : entries.length >= most;
	// No entries may also mean that the service wants a longer text.
	return { entries, isWhole: entries.length > 0 && !isCut };
}

/** Returns a refusal instead of throwing it, so that another form of the call can be tried. */
async function ask(client: ListClient, source: Source, query: Query): Promise<Settled<Rows>> {
	const asked = await attempt(client.ask(callOf(source, query), source.keepMs));
	if (asked.ok) return { ok: true, value: read(source, asked.value) };
	if (isRefusal(asked.error)) return asked;
	throw asked.error;
}

/** Sends no request if the answer to a prefix of the text was complete. */
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

/** Entries from the whole list, else searched by the text as typed, then by its longest word. */
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

/** n8n requests further pages as the user scrolls. */
const PAGE = 200;
/** Not '', by which n8n means that nothing is chosen; if picked, the field still counts as empty. */
export const NO_VALUE = ' ';

const note = (shown: number): INodeListSearchItems => ({
	name: `Not complete: ${shown} values. Type to find others, or choose By Value.`,
	value: NO_VALUE,
});

/** One page without duplicate values; the last one says if the list is not complete. */
export function pageOf({ entries, isWhole }: Rows, token?: string): INodeListSearchResult {
	const distinct = [...new Map(entries.map((entry) => [entry.value, entry])).values()];
	const from = Number(token ?? 0);
	const end = from + PAGE;
	const results = distinct.slice(from, end).map(({ value, label }) => ({ name: label, value }));
	if (end < distinct.length) return { results, paginationToken: String(end) };
	const isCut = !isWhole && distinct.length > 0;
	return { results: isCut ? [...results, note(distinct.length)] : results };
}
