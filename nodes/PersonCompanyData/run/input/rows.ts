import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import { limits } from '../../../../contract/model/limits';
import { inTurns } from '../../../../core/base/async';
import { isBlank, isObject } from '../../../../core/base/json';
import { inputError } from '../../../../core/form/field';
import type { GivenItem } from '../../../../core/form/same';

/** A field that may hold a list. */
export interface ListField {
	/** Its name. */
	readonly field: string;
	/** Its label. */
	readonly label: string;
	/** What of its value may be a list: the value itself, or a column of a whole item. */
	readonly valueIn: (given: unknown) => unknown;
}

/** What is asked for at once: an input item, or one entry of the list that an item holds. */
export interface Row extends GivenItem {
	/** The index of the input item. */
	readonly source: number;
	/** The fields of the input item, with the entry in the place of the list, or of an entry that is a row itself. */
	readonly json: IDataObject;
}

/** How a text area, or a cell with several lines, divides a list. */
const LINE_BREAK = /\r\n|[\n\r\u2028\u2029]/;

/** The rows of all items, in order: one for each, or for each entry where the operation takes lists. */
export async function rowsOf(
	list: ListField | undefined,
	items: readonly GivenItem[],
	inputs: readonly INodeExecutionData[],
): Promise<readonly Row[]> {
	const rows: Row[] = [];
	for await (const [source, item] of inTurns(items.entries())) {
		const row: Row = { ...item, source, json: inputs[source].json };
		for (const each of list === undefined ? [row] : divided(list, row)) rows.push(each);
	}
	return rows;
}

/** An item as one row for each entry, if its field holds a list; a value that cannot be read is no list. */
function divided({ field, label, valueIn }: ListField, row: Row): Row[] {
	let given: unknown;
	try {
		given = row.parameter(field, undefined);
	} catch {
		return [row];
	}
	const whole = valueIn(given);
	const entries = entriesOf(whole).filter((entry) => !isBlank(entry));
	if (entries.length === 0) return [row];
	if (entries.length > limits.contactsPerBatch) {
		const [count, most] = [entries.length, limits.contactsPerBatch].map((n) => n.toLocaleString('en-US'));
		const problem = `has a list of ${count} entries, but may have at most ${most}.`;
		const refuse = (): never => {
			throw inputError({ ...row.where, field: label }, problem, 'Divide it among several items.');
		};
		return [withValue(row, field, refuse)];
	}
	return entries.map((entry): Row => {
		const withEntry = (from: IDataObject): IDataObject =>
			Object.fromEntries(
				Object.entries(from).map(([name, value]) => [
					name,
					value === whole ? (entry as typeof value) : value,
				]),
			);
		if (isObject(given)) {
			const value = withEntry(given);
			return { ...withValue(row, field, () => value), json: withEntry(row.json) };
		}
		// An entry that is a whole row brings its own columns.
		return { ...withValue(row, field, () => entry), json: isObject(entry) ? entry : withEntry(row.json) };
	});
}

/** The entries of a list, or of text with several lines; none for a single value. */
function entriesOf(value: unknown): readonly unknown[] {
	if (Array.isArray(value)) return value;
	const lines = typeof value === 'string' ? value.split(LINE_BREAK) : [];
	return lines.length > 1 ? lines : [];
}

const withValue = (row: Row, field: string, value: () => unknown): Row => ({
	...row,
	parameter: (name, fallback) => (name === field ? value() : row.parameter(name, fallback)),
});
