import { asText, isObject } from '../base/json';

export interface ListEntry {
	readonly value: string | number;
	readonly label: string;
}

/** Fields that may hold the value and the label, most likely first. */
export interface EntryNames {
	readonly value: readonly string[];
	readonly label: readonly string[];
}

/** Of an entry (client, one) and of reference data. */
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

/** One level only: no source shows more. */
const listsIn = (body: unknown): ReadonlyArray<readonly [name: string, list: readonly unknown[]]> =>
	Array.isArray(body)
		? [['', body]]
		: Object.entries(isObject(body) ? body : {}).flatMap(([name, list]) =>
				Array.isArray(list) ? [[name, list as readonly unknown[]] as const] : [],
			);

export function readEntries(body: unknown, names: EntryNames = USUAL_NAMES): ListEntry[] {
	const lists = listsIn(body).map(([, list]) => list);
	const filled = lists.find(({ length }) => length > 0) ?? [];
	return filled.flatMap((entry) => readEntry(entry, names) ?? []);
}

export const readGroups = (body: unknown): Array<{ readonly group: string; readonly entries: ListEntry[] }> =>
	(Array.isArray(body) ? [] : listsIn(body)).map(([group, list]) => ({
		group,
		entries: list.flatMap((entry) => readEntry(entry, USUAL_NAMES) ?? []),
	}));
