import type { IDataObject } from 'n8n-workflow';

import { asRows, asText, isObject } from '../base/json';

/** An entry of a list: the value to send and the label to show. */
export interface ListEntry {
	readonly value: string | number;
	readonly label: string;
}

/** The entries that the service returns for one filter. */
export interface ListGroup {
	readonly group: string;
	readonly entries: readonly ListEntry[];
}

/** The fields of an entry that may hold the value to send and the label, most likely first. */
export interface EntryNames {
	readonly value: readonly string[];
	readonly label: readonly string[];
}

/** Default field names of an entry (assumed: client, one; the specification shows neither). */
export const USUAL_NAMES: EntryNames = {
	value: ['value', 'valor', 'id', 'code', 'codigo'],
	label: ['label', 'name', 'nome', 'text', 'texto', 'description', 'descricao', 'rotulo', 'titulo', 'title'],
};

const isValue = (value: unknown): value is string | number =>
	(typeof value === 'string' && value !== '') || typeof value === 'number';

function readEntry(entry: unknown, names = USUAL_NAMES): ListEntry | undefined {
	if (isValue(entry)) return { value: entry, label: String(entry) };
	if (!isObject(entry)) return undefined;
	const value = names.value.map((name) => entry[name]).find(isValue);
	const label = names.label.map((name) => asText(entry[name])).find((text) => text !== undefined);
	if (value === undefined) return label === undefined ? undefined : { value: label, label };
	return { value, label: label ?? otherTextIn(entry, value) ?? String(value) };
}

/** The only text of an entry beside its value, under a name that nobody knows. */
function otherTextIn(entry: IDataObject, value: string | number): string | undefined {
	const texts = Object.values(entry).filter((text) => typeof text === 'string' && text.trim() !== '');
	const others = texts.filter((text) => text !== String(value));
	return others.length === 1 ? asText(others[0]) : undefined;
}

/** Levels of a response that are looked into. */
const DEEPEST = 100;

/** The first list in a response: the response itself, one of its fields, or a nested field. */
export function listIn(body: unknown, depth = 0): readonly unknown[] {
	if (Array.isArray(body)) return body;
	if (!isObject(body) || depth === DEEPEST) return [];
	const lists = Object.values(body).filter(Array.isArray);
	const filled = lists.find((list) => list.length > 0) ?? lists[0];
	if (filled !== undefined) return filled;
	const inner = Object.values(body)
		.filter(isObject)
		.map((value) => listIn(value, depth + 1));
	return inner.find((list) => list.length > 0) ?? inner[0] ?? [];
}

/** Reads the entries of a list, however it is wrapped: strings, or objects with a value and a label. */
export const readEntries = (body: unknown, names?: EntryNames): ListEntry[] =>
	listIn(body).flatMap((entry) => readEntry(entry, names) ?? []);

/**
 * Reads a response with several lists, each under the name of its filter, at any depth:
 * `{departamentos: [...]}`, `{filtros_pessoa: {departamentos: [...]}}`, or a list of objects that each have a
 * name and a list.
 */
export function readGroups(body: unknown, depth = 0): ListGroup[] {
	if (depth === DEEPEST) return [];
	if (Array.isArray(body)) return asRows(body).flatMap(namedGroup);
	if (!isObject(body)) return [];
	return Object.entries(body).flatMap(([group, inner]): ListGroup[] => {
		if (!Array.isArray(inner)) return readGroups(inner, depth + 1);
		const entries = inner.flatMap((entry) => readEntry(entry) ?? []);
		const isSelfNamed = asRows(inner).some((row) => Object.values(row).some(Array.isArray));
		return isSelfNamed ? readGroups(inner, depth + 1) : entries.length === 0 ? [] : [{ group, entries }];
	});
}

/** A group with its own name: `{name: 'departamentos', options: [...]}`. */
function namedGroup(row: Readonly<Record<string, unknown>>): ListGroup[] {
	const group = ['name', 'nome', 'field', 'campo', 'key'].map((name) => asText(row[name])).find(Boolean);
	const list = Object.values(row).find(Array.isArray);
	if (group === undefined || list === undefined) return [];
	return [{ group, entries: list.flatMap((entry: unknown) => readEntry(entry) ?? []) }];
}
