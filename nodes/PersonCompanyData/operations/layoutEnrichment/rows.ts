import cloneDeep from 'lodash/cloneDeep';
import partition from 'lodash/partition';
import pick from 'lodash/pick';
import type { IDataObject } from 'n8n-workflow';

import { groupInTurns, inTurns, mapInTurns } from '../../../../core/base/async';
import { asText } from '../../../../core/base/json';
import { writeTable } from '../../../../core/files/csv';
import { FileRecord, NotFound, toOutputs, type Output, type Produced } from '../../../../core/output/result';
import { identity } from '../../../../core/read/identifiers';

export interface SentRow {
	readonly item: number;
	readonly json: IDataObject;
}

/** A copy of the chosen columns, or of all. */
export const chosenColumns = (json: IDataObject, columns: readonly string[]): IDataObject =>
	cloneDeep(columns.length > 0 ? pick(json, columns) : json);

export function tableOf(rows: readonly SentRow[], columns: readonly string[]): string {
	const all = columns.length > 0 ? columns : [...new Set(rows.flatMap(({ json }) => Object.keys(json)))];
	const records = rows.map(({ json }) => json);
	return writeTable(all, records, ';');
}

const valueOf = (row: IDataObject, column: string): string => {
	const same = Object.keys(row).find((name) => name.toLowerCase() === column.toLowerCase());
	return identity(asText(row[same ?? column]) ?? '');
};

/** The item of each result row: by `column`, else by order if the counts match; `undefined` if neither works. */
export async function itemsOfRows(
	returned: readonly IDataObject[],
	sent: readonly SentRow[],
	column?: string,
): Promise<readonly number[] | undefined> {
	const inOrder = returned.length === sent.length ? sent.map(({ item }) => item) : undefined;
	if (column === undefined) return inOrder;
	const unmatched = await groupInTurns(sent, ({ json }) => valueOf(json, column));
	const items: number[] = [];
	for await (const row of inTurns(returned)) {
		const same = unmatched.get(valueOf(row, column));
		if (same === undefined) return inOrder;
		items.push(same[0].item);
		// Rows beyond those that were sent belong to the last.
		if (same.length > 1) same.shift();
	}
	return items;
}

const isRow = (produced: Produced): produced is IDataObject =>
	!(produced instanceof FileRecord) && !(produced instanceof NotFound);

/** Each result row for its item, then items without a row as not found; unmatched rows belong to all items. */
export async function rowOutputs(
	produced: readonly Produced[],
	sent: readonly SentRow[],
	column?: string,
): Promise<Output[]> {
	const all = sent.map(({ item }) => item);
	const [rows, others] = partition(produced, isRow);
	const own = rows.length === 0 ? undefined : await itemsOfRows(rows, sent, column);
	const outputs = await mapInTurns(rows.entries(), ([i, json]): Output => ({
		json,
		items: own === undefined ? all : [own[i]],
	}));
	const found = new Set(own ?? all);
	const missing = sent.flatMap(({ item, json }) =>
		found.has(item) ? [] : toOutputs([new NotFound(json, 'The result has no row for this item.')], [item]),
	);
	return [...outputs, ...missing, ...toOutputs(others, all)];
}
