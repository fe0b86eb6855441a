import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import { digits } from '../../../core/base/text';
import { limits } from '../../../contract/model/limits';
import { inTurns } from '../../../core/base/async';
import { isBlank, isObject } from '../../../core/base/json';
import { inputError, type Fields } from '../../../core/form/field';
import type { GivenItem } from '../../../core/form/form';
import type { ListField, Operation } from './operation';

/** An input item, or one entry of the list that it holds. */
export interface Row extends GivenItem {
	/** The index of the input item. */
	readonly source: number;
	/** The input item's fields with the entry in place of the list; or the entry, if it is a row itself. */
	readonly json: IDataObject;
}

const LINE = /[^\n\r\u2028\u2029]+/g;

/** In order: one row per item, or per entry where the operation takes lists. */
export async function rowsOf(
	list: ListField | undefined,
	items: readonly GivenItem[],
	inputs: readonly INodeExecutionData[],
): Promise<readonly Row[]> {
	const whole = items.map((item, source): Row => ({ ...item, source, json: inputs[source].json }));
	if (list === undefined) return whole;
	const rows: Row[] = [];
	for await (const item of inTurns(whole))
		// Each row copies all columns of its item, which takes time.
		for await (const row of inTurns(await rowsIn(list, item))) rows.push(row);
	return rows;
}

/** A value that cannot be read is no list; reading its row reports the error. */
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
		const problem = `has a list of more than ${most} entries, but may have at most ${most}`;
		const refuse = (): never => {
			throw inputError({ ...row.where, field: label }, problem, 'Divide it among several items.');
		};
		return [withValue(row, field, refuse)];
	}
	return divided(row, { field, given, whole, entries });
}

interface Held {
	readonly field: string;
	readonly given: unknown;
	/** The list: `given`, or a part of it. */
	readonly whole: unknown;
	readonly entries: readonly unknown[];
}

function* divided(row: Row, { field, given, whole, entries }: Held): Generator<Row> {
	for (const entry of entries) {
		// An entry that is a whole row brings its own columns.
		const json =
			isObject(entry) && !isObject(given) ? entry : withEntry(row.json, { whole, entry, otherwise: field });
		const own = isObject(given) ? withEntry(given, { whole, entry, otherwise: field }) : entry;
		yield { ...withValue(row, field, () => own), json };
	}
}

/** Puts an entry in each place of the list, or in a column of its own if there is none. */
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

/** Stops at one above the limit: a whole file may be in one cell. */
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

/** Of a picker only what was picked, and no switches. */
const textsIn = (value: unknown): string[] => {
	if (Array.isArray(value)) return value.flatMap(textsIn);
	if (isObject(value))
		return (Object.hasOwn(value, 'value') ? [value.value] : Object.values(value)).flatMap(textsIn);
	return isBlank(value) || typeof value === 'boolean' ? [] : [String(value)];
};

/** Recursive, because n8n has no value for a hidden field. */
const isShown = (fields: Fields, name: string, row: Row): boolean =>
	Object.entries(fields[name]?.show ?? {}).every(([other, values]) => {
		const value = givenOf(fields, other, row);
		return values.some((wanted) => wanted === value);
	});

function givenOf(fields: Fields, name: string, row: Row): unknown {
	try {
		return isShown(fields, name, row) ? row.parameter(name, fields[name]?.property.default) : undefined;
	} catch {
		return undefined;
	}
}

/** What identifies a row: the list field, else the first filled field that may vary, else its first column. */
export function givenIn(
	{ fields, list, runAll }: Pick<Operation, 'fields' | 'list' | 'runAll'>,
	row: Row,
): { readonly label: string; readonly value: string } {
	for (const [name, field] of Object.entries(fields)) {
		const { type, displayName: label } = field.property;
		const isOfAll = field.isForRun === true || (name === 'jobName' && runAll !== undefined);
		const isOther = list === undefined ? isOfAll : list.field !== name;
		if (isOther || type === 'options' || type === 'boolean') continue;
		const held = givenOf(fields, name, row);
		const texts = textsIn(list === undefined ? held : list.valueIn(held));
		if (texts.length > 0) return { label, value: texts.join(', ').slice(0, LONGEST_VALUE) };
	}
	if (list !== undefined) return { label: list.label, value: '' };
	const [[label, value] = ['', '']] = Object.entries(row.json).filter(([, held]) => textsIn(held).length > 0);
	return { label, value: textsIn(value).join(', ').slice(0, LONGEST_VALUE) };
}
