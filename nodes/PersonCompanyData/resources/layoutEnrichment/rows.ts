import groupBy from 'lodash/groupBy';
import omit from 'lodash/omit';
import type { IDataObject } from 'n8n-workflow';

import { HASH_WEIGHT, mapInTurns } from '../../../../core/base/async';
import { identity } from '../../../../core/output/contacts';
import { toOutputs } from '../../../../core/output/nothingFound';
import { FileRecord } from '../../../../core/output/outcome';
import { asText, NotFound, type Output, type Produced } from '../../families/kit';

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

const isDocument = ({ sent, returned }: Key): boolean =>
	[sent, returned].some((name) => /cpf|cnpj|document/.test(plainName(name)));

/** Whether each row of the result, paired by one column, has in the other one what was sent with it. */
function agree(sent: readonly IDataObject[], returned: readonly IDataObject[], by: Key, other: Key): boolean {
	const pairs = new Set(sent.map((row) => `${keyOf(row, by.sent)}\n${keyOf(row, other.sent)}`));
	return returned.every((row) => pairs.has(`${keyOf(row, by.returned)}\n${keyOf(row, other.returned)}`));
}

/** What the rows have in a column. */
const valuesIn = async (rows: readonly IDataObject[], column: string): Promise<string[]> =>
	await mapInTurns(
		rows,
		() => HASH_WEIGHT,
		(row) => keyOf(row, column),
	);

interface Candidate extends Key {
	/** How many rows it tells apart. */
	readonly apart: number;
	readonly isNamesake: boolean;
}

/**
 * The columns of both sides that hold the same identifiers: every row of the result carries one that was sent. Of
 * several, the one that tells most rows apart; columns of the same name first. What contradicts a document is a number
 * of the result's own.
 */
async function commonKey(
	sent: readonly IDataObject[],
	returned: readonly IDataObject[],
): Promise<Key | undefined> {
	const own: Array<{ readonly name: string; readonly values: ReadonlySet<string> }> = [];
	for (const name of columnsOf(sent)) own.push({ name, values: new Set(await valuesIn(sent, name)) });
	const keys: Candidate[] = [];
	for (const column of columnsOf(returned)) {
		const first = keyOf(returned[0], column);
		const likely = own.filter(({ values }) => values.has(first));
		if (likely.length === 0) continue;
		const found = await valuesIn(returned, column);
		const distinct = new Set(found).size;
		for (const { name, values } of likely) {
			const isNamesake = plainName(name) === plainName(column);
			// Under another name, values are only taken for identifiers if they tell the rows apart.
			const isLikely = isNamesake || (found.length > 1 && distinct === Math.min(found.length, values.size));
			const fits = isLikely && values.size > 1 && found.every((value) => value !== '' && values.has(value));
			if (fits) keys.push({ sent: name, returned: column, apart: values.size, isNamesake });
		}
	}
	const documents = keys.filter(isDocument);
	const agreeing = keys.filter(
		(key) => isDocument(key) || documents.every((document) => agree(sent, returned, key, document)),
	);
	return agreeing.sort((a, b) => b.apart - a.apart || Number(b.isNamesake) - Number(a.isNamesake))[0];
}

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
 * The items that each row of a result belongs to: by an identifier that was sent and comes back, else by the order
 * when there are as many rows as were sent; `undefined` when neither tells.
 */
export async function itemsOfRows(
	returned: readonly IDataObject[],
	sent: readonly SentRow[],
): Promise<ReadonlyArray<readonly number[]> | undefined> {
	const key = await commonKey(
		sent.map(({ json }) => json),
		returned,
	);
	if (key === undefined) {
		return returned.length === sent.length ? sent.map(({ item }) => [item]) : undefined;
	}
	const groups = new Map<string, { rows: number[]; items: number[] }>();
	for (const { item, json } of sent) {
		const value = keyOf(json, key.sent);
		const group = groups.get(value) ?? { rows: [], items: [] };
		group.items.push(item);
		groups.set(value, group);
	}
	for (const [row, json] of returned.entries()) groups.get(keyOf(json, key.returned))?.rows.push(row);
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
		const bare = await mapInTurns(
			rows,
			() => HASH_WEIGHT,
			(row) => omit(row, 'sourceFile'),
		);
		linked.push({ rows, items: await itemsOfRows(bare, sent) });
	}
	const outputs = linked.flatMap(({ rows, items }) =>
		rows.flatMap((json, i): Output[] =>
			items === undefined
				? [{ json, items: all }]
				: items[i].map((item) => ({ json: { ...json }, items: [item] })),
		),
	);
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
