import type { IDataObject } from 'n8n-workflow';

import { asText, isObject } from '../base/json';

/** Lists of values: those to choose from in the form, and the options of filters. */

export interface ListEntry {
	readonly value: string | number;
	readonly label: string;
}

/** The fields of an entry that may hold the value to send and the label, most likely first. */
export interface EntryNames {
	readonly value: readonly string[];
	readonly label: readonly string[];
}

/** Field names of an entry (client, one), and those of reference data. */
export const USUAL_NAMES: EntryNames = {
	value: ['value', 'valor', 'id', 'code'],
	label: ['label', 'name', 'nome', 'text', 'description'],
};

const isValue = (value: unknown): value is string | number =>
	(typeof value === 'string' && value !== '') || typeof value === 'number';

function readEntry(entry: unknown, names: EntryNames): ListEntry | undefined {
	if (isValue(entry)) return { value: entry, label: String(entry) };
	if (!isObject(entry)) return undefined;
	const label = names.label.map((name) => asText(entry[name])).find((text) => text !== undefined);
	const value = names.value.map((name) => entry[name]).find(isValue) ?? label;
	return value === undefined ? undefined : { value, label: label ?? String(value) };
}

/** The lists of an answer, by the names under which they stand: no source shows any but one level of them. */
const listsIn = (body: unknown): ReadonlyArray<readonly [name: string, list: readonly unknown[]]> =>
	Array.isArray(body)
		? [['', body]]
		: Object.entries(isObject(body) ? body : {}).flatMap(([name, list]) =>
				Array.isArray(list) ? [[name, list as readonly unknown[]] as const] : [],
			);

/** The entries of the list of an answer: texts, or objects with a value and a label. */
export function readEntries(body: unknown, names: EntryNames = USUAL_NAMES): ListEntry[] {
	const lists = listsIn(body).map(([, list]) => list);
	const filled = lists.find(({ length }) => length > 0) ?? [];
	return filled.flatMap((entry) => readEntry(entry, names) ?? []);
}

/** The values of filters, each list under the name of its filter. */
export const readGroups = (body: unknown): Array<{ readonly group: string; readonly entries: ListEntry[] }> =>
	(Array.isArray(body) ? [] : listsIn(body)).map(([group, list]) => ({
		group,
		entries: list.flatMap((entry) => readEntry(entry, USUAL_NAMES) ?? []),
	}));

export const rowsIn = (body: unknown): readonly IDataObject[] =>
	(listsIn(body).find(([, { length }]) => length > 0)?.[1] ?? []).filter(isObject);
