import type { IDataObject } from 'n8n-workflow';

import { identity } from '../../../../core/output/contacts';
import { asText } from '../../families/kit';

/** Finds out which rows of a result answer which rows of the file that was made from input items. */

/** A row of the file, with the item it was made from. */
export interface SentRow {
	readonly item: number;
	readonly json: IDataObject;
}

/** The column that identifies rows: its name in the file and in the result. */
interface Key {
	readonly sent: string;
	readonly returned: string;
}

const plainName = (name: string): string => name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');

const keyOf = (row: IDataObject, column: string): string => {
	const text = asText(row[column]);
	return text === undefined ? '' : identity(text);
};

const columnsOf = (rows: readonly IDataObject[]): string[] => [...new Set(rows.flatMap(Object.keys))];

/**
 * The columns of both sides that hold the same identifiers: every row of the result carries one that was sent. Of
 * several, the one that tells most rows apart; columns of the same name first.
 */
function commonKey(sent: readonly IDataObject[], returned: readonly IDataObject[]): Key | undefined {
	const values = new Map(
		columnsOf(sent).map((column) => [column, new Set(sent.map((row) => keyOf(row, column)))]),
	);
	const keys = columnsOf(returned).flatMap((column) => {
		const found = returned.map((row) => keyOf(row, column));
		return [...values].flatMap(([name, own]) => {
			const fits = found.every((value) => value !== '' && own.has(value));
			const isNamesake = plainName(name) === plainName(column);
			return fits ? [{ sent: name, returned: column, apart: own.size, isNamesake }] : [];
		});
	});
	const [best] = keys.sort(
		(a, b) => b.apart - a.apart || Number(b.isNamesake) - Number(a.isNamesake),
	);
	// A column with the same value everywhere tells nothing apart.
	return best !== undefined && (best.apart > 1 || sent.length === 1) ? best : undefined;
}

/** Shares out the rows of one key among the items that sent it: as many to each as to the others, in order. */
function sharedOut(rows: readonly number[], items: readonly number[]): Array<readonly [number, number[]]> {
	// The service has answered a row that was sent twice once: it belongs to each of its items.
	if (rows.length < items.length) return rows.map((row, i) => [row, i === 0 ? itemsFrom(items, rows.length) : [items[i]]]);
	const each = Math.floor(rows.length / items.length);
	return rows.map((row, i) => [row, [items[Math.min(items.length - 1, Math.floor(i / each))]]]);
}

/** The first item, and those for which there is no row of their own. */
const itemsFrom = ([first, ...others]: readonly number[], rows: number): number[] => [
	first,
	...others.slice(rows - 1),
];

/**
 * The items that each row of a result belongs to: by an identifier that was sent and comes back, else by the order
 * when there are as many rows as were sent; `undefined` when neither tells.
 */
export function itemsOfRows(
	returned: readonly IDataObject[],
	sent: readonly SentRow[],
): ReadonlyArray<readonly number[]> | undefined {
	const key = commonKey(
		sent.map(({ json }) => json),
		returned,
	);
	if (key === undefined) {
		return returned.length === sent.length ? sent.map(({ item }) => [item]) : undefined;
	}
	const groups = new Map<string, { rows: number[]; items: number[] }>();
	const groupOf = (value: string) => {
		const group = groups.get(value) ?? { rows: [], items: [] };
		groups.set(value, group);
		return group;
	};
	for (const { item, json } of sent) groupOf(keyOf(json, key.sent)).items.push(item);
	for (const [row, json] of returned.entries()) groupOf(keyOf(json, key.returned)).rows.push(row);
	const items = new Map([...groups.values()].flatMap(({ rows, items: own }) => sharedOut(rows, own)));
	return returned.map((_, row) => items.get(row) ?? []);
}
