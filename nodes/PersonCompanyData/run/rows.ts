import type { IDataObject, IExecuteFunctions, INode, INodeExecutionData } from 'n8n-workflow';

import { limits } from '../../../contract/model/limits';
import { inTurns, mapInTurns } from '../../../core/base/async';
import { isBlank, isObject } from '../../../core/base/json';
import { digits } from '../../../core/base/text';
import { inputError } from '../../../core/form/field';
import type { GivenItem } from '../../../core/form/form';
import { fieldIn, isWholeItem, meantBy } from '../../../core/form/fromItem';
import type { ListField } from './operation';

/** An input item, or one entry of the list that it holds. */
export interface Row extends GivenItem {
	/** The index of the input item. */
	readonly source: number;
	/** The input item's fields with the entry in place of the list; or the entry, if it is a row itself. */
	readonly json: IDataObject;
}

/** Fields that the rows of one item copy from it; more would fill n8n's memory. */
const MOST_COPIED = 5_000_000;

const LINE = /[^\n\r\u2028\u2029]+/g;

/** In order: one row per item, or per entry where the operation takes lists. */
export async function rowsOf(list: ListField | undefined, items: readonly Row[]): Promise<readonly Row[]> {
	if (list === undefined) return items;
	const rows: Row[] = [];
	for await (const item of inTurns(items)) for (const row of await rowsIn(list, item)) rows.push(row);
	return rows;
}

/** A value that cannot be read is no list; reading its row reports the error. */
async function rowsIn(list: ListField, row: Row): Promise<readonly Row[]> {
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
	// An entry that is a whole row brings its own columns.
	const isCopied = isObject(given) || !entries.every(isObject);
	const columns = isCopied ? Object.keys({ ...row.json, ...(isObject(given) && given) }).length : 0;
	const most = Math.min(limits.contactsPerBatch, Math.floor(MOST_COPIED / columns));
	if (entries.length > most) {
		const problem = `has a list of more than ${digits(most)} entries, but may have at most ${digits(most)}`;
		const advice =
			most === limits.contactsPerBatch
				? 'Divide it among several items.'
				: `Send fewer than its ${digits(columns)} columns, for example with Edit Fields, or divide the list.`;
		const refuse = (): never => {
			throw inputError({ ...row.where, field: label }, problem, advice);
		};
		return [withValue(row, field, refuse)];
	}
	/** Puts an entry in each place of the list, or in a column of its own if there is none. */
	const withEntry = (from: IDataObject, entry: unknown): IDataObject => {
		const places = Object.keys(from).filter((name) => from[name] === whole);
		const names = places.length === 0 && !Object.hasOwn(from, field) ? [field] : places;
		return { ...from, ...Object.fromEntries(names.map((name) => [name, entry])) } as IDataObject;
	};
	// Each row copies all columns of its item, which takes time.
	return await mapInTurns(entries, (entry): Row => {
		const json = isObject(entry) && !isObject(given) ? entry : withEntry(row.json, entry);
		const own = isObject(given) ? withEntry(given, entry) : entry;
		return { ...withValue(row, field, () => own), json };
	});
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

/** `getNodeParameter` is slow: constants are read once, and references to the item from the item itself. */
export function parameterReader(
	context: IExecuteFunctions,
	parameters: INode['parameters'],
	items: readonly INodeExecutionData[],
) {
	const names = Object.keys(parameters);
	const constants = new Set(names.filter((name) => !JSON.stringify(parameters[name])?.includes('"=')));
	const fields = new Map(names.map((name) => [name, fieldIn(String(parameters[name]))] as const));
	const whole = new Set(names.filter((name) => isWholeItem(String(parameters[name]))));
	const valuesOfConstants = new Map<string, unknown>();
	return (name: string, item: number, fallback: unknown): unknown => {
		if (valuesOfConstants.has(name)) return valuesOfConstants.get(name);
		if (whole.has(name)) return items[item].json;
		const field = fields.get(name);
		if (field !== undefined) {
			const { json } = items[item];
			const value = ownValue(json, parameters[name] === fallback ? meantBy(field, json) : field);
			if (value !== undefined) return value;
		}
		const value: unknown = context.getNodeParameter(name, item, fallback, { extractValue: true });
		if (constants.has(name)) valuesOfConstants.set(name, value);
		return value;
	};
}

/** n8n resolves anything but text and numbers. */
function ownValue(json: IDataObject, field = ''): string | number | undefined {
	const value = Object.hasOwn(json, field) ? json[field] : undefined;
	return typeof value === 'string' || typeof value === 'number' ? value : undefined;
}
