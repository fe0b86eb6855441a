import { asRows, asText, isObject } from './read';

/** A value of a list: what is sent back, and what people read. */
export interface ListEntry {
	readonly value: string | number;
	readonly label: string;
}

/** The entries that the service gives for one filter. */
export interface ListGroup {
	readonly group: string;
	readonly entries: readonly ListEntry[];
}

/** Where an entry keeps the value to send back, and its label (assumed: client, one; the specification shows neither). */
const VALUE_NAMES = ['value', 'valor', 'id', 'code', 'codigo'];
const LABEL_NAMES = ['label', 'name', 'nome', 'text', 'description', 'descricao'];

const isValue = (value: unknown): value is string | number =>
	(typeof value === 'string' && value !== '') || typeof value === 'number';

function readEntry(entry: unknown): ListEntry | undefined {
	if (isValue(entry)) return { value: entry, label: String(entry) };
	if (!isObject(entry)) return undefined;
	const label = LABEL_NAMES.map((name) => asText(entry[name])).find((text) => text !== undefined);
	const value = VALUE_NAMES.map((name) => entry[name]).find(isValue) ?? label;
	return value === undefined ? undefined : { value, label: label ?? String(value) };
}

/** The first list of an answer: the answer itself, one of its fields, or a field further in. */
function listIn(body: unknown): readonly unknown[] {
	if (Array.isArray(body)) return body;
	if (!isObject(body)) return [];
	const lists = Object.values(body).filter(Array.isArray);
	const filled = lists.find((list) => list.length > 0) ?? lists[0];
	if (filled !== undefined) return filled;
	return Object.values(body).filter(isObject).map(listIn)[0] ?? [];
}

/** The entries of a list in whatever wrapper: texts, or objects with a value and a label. */
export const readEntries = (body: unknown): ListEntry[] =>
	listIn(body).flatMap((entry) => readEntry(entry) ?? []);

/**
 * The lists of an answer that holds several, each under the name of what it is for, however deep:
 * `{departamentos: [...]}`, `{filtros_pessoa: {departamentos: [...]}}`, or a list of objects that name
 * themselves and hold a list.
 */
export function readGroups(body: unknown): ListGroup[] {
	if (Array.isArray(body)) return asRows(body).flatMap(namedGroup);
	if (!isObject(body)) return [];
	return Object.entries(body).flatMap(([group, inner]): ListGroup[] => {
		if (!Array.isArray(inner)) return readGroups(inner);
		const entries = inner.flatMap((entry) => readEntry(entry) ?? []);
		const isSelfNamed = asRows(inner).some((row) => Object.values(row).some(Array.isArray));
		return isSelfNamed ? readGroups(inner) : entries.length === 0 ? [] : [{ group, entries }];
	});
}

/** A group that names itself: `{name: 'departamentos', options: [...]}`. */
function namedGroup(row: Readonly<Record<string, unknown>>): ListGroup[] {
	const group = ['name', 'nome', 'field', 'campo', 'key'].map((name) => asText(row[name])).find(Boolean);
	const list = Object.values(row).find(Array.isArray);
	if (group === undefined || list === undefined) return [];
	return [{ group, entries: list.flatMap((entry: unknown) => readEntry(entry) ?? []) }];
}
