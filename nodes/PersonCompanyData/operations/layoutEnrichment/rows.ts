import groupBy from 'lodash/groupBy';
import pick from 'lodash/pick';
import type { IDataObject } from 'n8n-workflow';

import { inTurns } from '../../../../core/base/async';
import { writeTable } from '../../../../core/files/csv';
import { FileRecord, toOutputs } from '../../../../core/output/outcome';
import { identity } from '../../../../core/read/contacts';
import { asText, NotFound, type Output, type Produced } from '../../shared/prelude';

export interface SentRow {
	readonly item: number;
	readonly json: IDataObject;
}

export const rowOf = (json: IDataObject, columns: readonly string[]): IDataObject =>
	columns.length > 0 ? pick(json, columns) : json;

export function tableOf(rows: readonly SentRow[], columns: readonly string[]): string {
	const all = columns.length > 0 ? columns : [...new Set(rows.flatMap(({ json }) => Object.keys(json)))];
	return writeTable(
		all,
		rows.map(({ json }) => json),
		';',
	);
}

const plainName = (name: string): string => name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');

const keyOf = (row: IDataObject, column = ''): string => {
	const text = asText(row[column]);
	return text === undefined ? '' : identity(text);
};

/** Items of each result row, by `column`, else by order if the counts match; `undefined` if neither works. */
export async function itemsOfRows(
	returned: readonly IDataObject[],
	sent: readonly SentRow[],
	column?: string,
): Promise<ReadonlyArray<readonly number[]> | undefined> {
	const inOrder = returned.length === sent.length ? sent.map(({ item }) => [item]) : undefined;
	if (column === undefined) return inOrder;
	const same = Object.keys(returned[0]).find((name) => plainName(name) === plainName(column));
	const groups = new Map<string, { readonly items: number[]; readonly rows: number[][] }>();
	for await (const { item, json } of inTurns(sent)) {
		const key = keyOf(json, column);
		const group = groups.get(key) ?? { items: [], rows: [] };
		group.items.push(item);
		if (key !== '') groups.set(key, group);
	}
	const byColumn: number[][] = [];
	for await (const row of inTurns(returned)) {
		const group = groups.get(keyOf(row, same));
		if (group === undefined) return inOrder;
		const own = [group.items[Math.min(group.rows.length, group.items.length - 1)]];
		group.rows.push(own);
		byColumn.push(own);
	}
	// If an identifier comes back less often than it was sent, its last row belongs to all remaining items.
	for (const { items, rows } of groups.values()) rows.at(-1)?.push(...items.slice(rows.length));
	return byColumn;
}

const isRow = (produced: Produced): produced is IDataObject =>
	!(produced instanceof FileRecord) && !(produced instanceof NotFound);

/** Each result row for its items, then items without a row as not found; unmatched rows belong to all items. */
export async function rowOutputs(
	produced: readonly Produced[],
	sent: readonly SentRow[],
	column?: string,
): Promise<Output[]> {
	const all = sent.map(({ item }) => item);
	const outputs: Output[] = [];
	let isTold = true;
	for (const rows of Object.values(groupBy(produced.filter(isRow), ({ sourceFile }) => sourceFile))) {
		const items = await itemsOfRows(rows, sent, column);
		isTold &&= items !== undefined;
		for await (const [i, json] of inTurns(rows.entries())) {
			if (items === undefined) outputs.push({ json, items: all });
			else for (const item of items[i]) outputs.push({ json: { ...json }, items: [item] });
		}
	}
	const processed = new Set(outputs.flatMap(({ items }) => items));
	const missing = isTold && outputs.length > 0 ? sent.filter(({ item }) => !processed.has(item)) : [];
	const others = produced.filter((one) => !isRow(one));
	return [
		...outputs,
		...missing.flatMap(({ item, json }) =>
			toOutputs([new NotFound(json, 'The result has no row for this item.')], [item]),
		),
		...toOutputs(others, all),
	];
}
