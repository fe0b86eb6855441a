import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import { digits } from '../../../../core/base/text';
import { limits } from '../../../../contract/model/limits';
import { inTurns } from '../../../../core/base/async';
import { isBlank, isObject } from '../../../../core/base/json';
import { inputError, type Fields } from '../../../../core/form/field';
import { given as givenFor, type GivenItem } from '../../../../core/form/same';

/** A field that may hold a list. */
export interface ListField {
	/** Its name. */
	readonly field: string;
	/** Its label. */
	readonly label: string;
	/** What of its value may be a list: the value itself, or a column of a whole item. */
	readonly valueIn: (given: unknown) => unknown;
	/** The entries of a line; the line itself if it is one. */
	readonly partsIn: (line: string) => readonly string[];
}

/** What is asked for at once: an input item, or one entry of the list that an item holds. */
export interface Row extends GivenItem {
	/** The index of the input item. */
	readonly source: number;
	/** The fields of the input item, with the entry in the place of the list, or of an entry that is a row itself. */
	readonly json: IDataObject;
}

/** A line; empty ones are none. */
const LINE = /[^\n\r\u2028\u2029]+/g;

/** The rows of all items, in order: one for each, or for each entry where the operation takes lists. */
export async function rowsOf(
	list: ListField | undefined,
	items: readonly GivenItem[],
	inputs: readonly INodeExecutionData[],
): Promise<readonly Row[]> {
	const rows: Row[] = [];
	for await (const [source, item] of inTurns(items.entries())) {
		const row: Row = { ...item, source, json: inputs[source].json };
		// A row copies all columns of its item.
		for await (const each of inTurns(list === undefined ? [row] : await rowsIn(list, row))) rows.push(each);
	}
	return rows;
}

/** An item as one row for each entry, if its field holds a list; a value that cannot be read is no list. */
async function rowsIn(list: ListField, row: Row): Promise<Iterable<Row>> {
	const { field, label, valueIn } = list;
	let given: unknown;
	try {
		given = row.parameter(field, undefined);
	} catch {
		return [row];
	}
	const whole = valueIn(given);
	const entries = await filledIn(whole, list);
	if (entries.length === 0 || entries[0] === whole) return [row];
	if (entries.length > limits.contactsPerBatch) {
		const most = digits(limits.contactsPerBatch);
		const problem = `has a list of more than ${most} entries, but may have at most ${most}.`;
		const refuse = (): never => {
			throw inputError({ ...row.where, field: label }, problem, 'Divide it among several items.');
		};
		return [withValue(row, field, refuse)];
	}
	return divided(row, { field, given, whole, entries });
}

/** What the field of an item holds. */
interface Held {
	readonly field: string;
	readonly given: unknown;
	/** The list, which stands in `given` or is it. */
	readonly whole: unknown;
	readonly entries: readonly unknown[];
}

/** One row for each entry, made when it is asked for. */
function* divided(row: Row, { field, given, whole, entries }: Held): Generator<Row> {
	for (const entry of entries) {
		// An entry that is a whole row brings its own columns.
		const json =
			isObject(entry) && !isObject(given) ? entry : withEntry(row.json, { whole, entry, otherwise: field });
		const own = isObject(given) ? withEntry(given, { whole, entry, otherwise: field }) : entry;
		yield { ...withValue(row, field, () => own), json };
	}
}

/** Copies an object with an entry in each place of the list, or in a column of its own where it has no such place. */
function withEntry(
	from: IDataObject,
	{
		whole,
		entry,
		otherwise,
	}: { readonly whole: unknown; readonly entry: unknown; readonly otherwise: string },
): IDataObject {
	const places = Object.keys(from).filter((name) => from[name] === whole);
	const names = places.length === 0 && !Object.hasOwn(from, otherwise) ? [otherwise] : places;
	return { ...from, ...Object.fromEntries(names.map((name) => [name, entry])) } as IDataObject;
}

/**
 * The filled entries of a list, or of a text that holds several; none for anything else. Of a list that is too long,
 * such as a whole file in one cell, only one too many.
 */
async function filledIn(value: unknown, list: ListField): Promise<readonly unknown[]> {
	const filled: unknown[] = [];
	for await (const entry of inTurns(entriesIn(value, list))) {
		if (!isBlank(entry)) filled.push(entry);
		if (filled.length > limits.contactsPerBatch) break;
	}
	return filled;
}

function* entriesIn(value: unknown, { partsIn }: ListField): Generator<unknown> {
	if (!Array.isArray(value) && typeof value !== 'string') return;
	for (const entry of [value].flat())
		if (typeof entry !== 'string') yield entry;
		else for (const [line] of entry.matchAll(LINE)) yield* partsIn(line);
}

const withValue = (row: Row, field: string, value: () => unknown): Row => ({
	...row,
	parameter: (name, fallback) => (name === field ? value() : row.parameter(name, fallback)),
});

const LONGEST_VALUE = 100;

/** What a user would call the value: of a picker what was picked, not what narrows its list, and no switches. */
const textsIn = (value: unknown): string[] => {
	if (Array.isArray(value)) return value.flatMap(textsIn);
	if (isObject(value))
		return (Object.hasOwn(value, 'value') ? [value.value] : Object.values(value)).flatMap(textsIn);
	return isBlank(value) || typeof value === 'boolean' ? [] : [String(value)];
};

/**
 * What the user gave for a row, with the label of its field: the one that may hold a list, or the first that holds
 * something of the row's own; without one, by the first column of the row.
 */
export function givenIn(
	{ fields, list }: { readonly fields: Fields; readonly list?: ListField },
	row: Row,
): { readonly label: string; readonly value: string } {
	const all = Object.entries(fields);
	// The filters of a job tell more than its name.
	const isFilters = ([name, { property }]: (typeof all)[number]): boolean =>
		property.type === 'collection' && name !== 'options';
	const inOrder = [...all.filter(isFilters), ...all.filter((field) => !isFilters(field))];
	for (const [name, field] of inOrder) {
		const { type, displayName: label } = field.property;
		const isOther = list === undefined ? field.sameFor !== undefined : list.field !== name;
		if (isOther || type === 'options' || type === 'boolean') continue;
		const held = givenFor(fields, { parameter: name, field, inner: [] }, row);
		const texts = textsIn(list === undefined ? held : list.valueIn(held));
		if (texts.length > 0) return { label, value: texts.join(', ').slice(0, LONGEST_VALUE) };
	}
	if (list !== undefined) return { label: list.label, value: '' };
	const [[label, value] = ['', '']] = Object.entries(row.json).filter(([, held]) => textsIn(held).length > 0);
	return { label, value: textsIn(value).join(', ').slice(0, LONGEST_VALUE) };
}
