import groupBy from 'lodash/groupBy';
import omit from 'lodash/omit';
import type { IDataObject } from 'n8n-workflow';

import { mapInTurns } from '../../../../core/base/async';
import { identity } from '../../../../core/read/contacts';
import { toOutputs } from '../../../../core/output/nothingFound';
import { FileRecord } from '../../../../core/output/outcome';
import { asText, NotFound, type Output, type Produced } from '../../families/kit';

/** Finds out which rows of a result answer which rows of the file that was made from input items. */

/** A row of the file, with the item it was made from. */
export interface SentRow {
	readonly item: number;
	readonly json: IDataObject;
}

const plainName = (name: string): string => name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');

const keyOf = (row: IDataObject, column: string): string => {
	const text = asText(row[column]);
	return text === undefined ? '' : identity(text);
};

/** Shares out the rows of one identifier among the items that sent it: as many to each as to the others, in order. */
function sharedOut(rows: readonly number[], items: readonly number[]): Array<readonly [number, number[]]> {
	const each = Math.max(1, Math.floor(rows.length / items.length));
	const last = Math.min(rows.length, items.length) - 1;
	return rows.map((row, i) => {
		const turn = Math.min(last, Math.floor(i / each));
		// An identifier that was sent more often than it came back: its last row belongs to all items that are left.
		return [row, rows.length < items.length && turn === last ? items.slice(last) : [items[turn]]];
	});
}

/**
 * The items that each row of a result belongs to: by the first column of the file if it comes back under its name with
 * what was sent, else by the order when there are as many rows as were sent; `undefined` when neither tells.
 */
export async function itemsOfRows(
	returned: readonly IDataObject[],
	sent: readonly SentRow[],
): Promise<ReadonlyArray<readonly number[]> | undefined> {
	const column = Object.keys(sent[0].json)[0] ?? '';
	const same = Object.keys(returned[0]).find((name) => plainName(name) === plainName(column)) ?? '';
	const groups = new Map<string, { rows: number[]; items: number[] }>();
	await mapInTurns(sent, ({ item, json }) => {
		const key = keyOf(json, column);
		const group = groups.get(key) ?? { rows: [], items: [] };
		group.items.push(item);
		if (key !== '') groups.set(key, group);
	});
	let isKey = true;
	await mapInTurns(returned.entries(), ([row, json]) => {
		const group = groups.get(keyOf(json, same));
		isKey &&= group !== undefined;
		group?.rows.push(row);
	});
	if (!isKey) return returned.length === sent.length ? sent.map(({ item }) => [item]) : undefined;
	const items = new Map([...groups.values()].flatMap(({ rows, items: own }) => sharedOut(rows, own)));
	return returned.map((_, row) => items.get(row) ?? []);
}

const isRow = (produced: Produced): produced is IDataObject =>
	!(produced instanceof FileRecord) && !(produced instanceof NotFound);

/**
 * The output of a file that was made from items: each row of the result for the items it answers, and each item
 * without a row as one for which nothing was found. What cannot be told apart belongs to all items.
 */
export async function rowOutputs(produced: readonly Produced[], sent: readonly SentRow[]): Promise<Output[]> {
	const all = sent.map(({ item }) => item);
	const tables = Object.values(groupBy(produced.filter(isRow), ({ sourceFile }) => sourceFile));
	const linked: Array<{ rows: IDataObject[]; items?: ReadonlyArray<readonly number[]> }> = [];
	for (const rows of tables) {
		const bare = await mapInTurns(rows, (row) => omit(row, 'sourceFile'));
		linked.push({ rows, items: await itemsOfRows(bare, sent) });
	}
	const outputs: Output[] = [];
	for (const { rows, items } of linked) {
		await mapInTurns(rows.entries(), ([i, json]) => {
			if (items === undefined) outputs.push({ json, items: all });
			else for (const item of items[i]) outputs.push({ json: { ...json }, items: [item] });
		});
	}
	const isTold = linked.length > 0 && linked.every(({ items }) => items !== undefined);
	const served = new Set(outputs.flatMap(({ items }) => items));
	const missing = isTold ? sent.filter(({ item }) => !served.has(item)) : [];
	return [
		...outputs,
		...missing.flatMap(({ item, json }) =>
			toOutputs([new NotFound(json, 'The result has no row for this item.')], [item]),
		),
		...toOutputs(
			produced.filter((one) => !isRow(one)),
			all,
		),
	];
}
