import groupBy from 'lodash/groupBy';
import omit from 'lodash/omit';
import type { IDataObject } from 'n8n-workflow';

import { HASH_WEIGHT, mapInTurns } from '../../../../core/base/async';
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

async function columnsOf(rows: readonly IDataObject[]): Promise<Set<string>> {
	const names = new Set<string>();
	await mapInTurns(
		rows,
		() => HASH_WEIGHT,
		(row) => {
			for (const name of Object.keys(row)) names.add(name);
		},
	);
	return names;
}

const isDocument = ({ sent, returned }: Key): boolean =>
	[sent, returned].some((name) => /cpf|cnpj|document/.test(plainName(name)));

/** What the rows have in a column. */
const valuesIn = async (rows: readonly IDataObject[], column: string): Promise<string[]> =>
	await mapInTurns(
		rows,
		() => HASH_WEIGHT,
		(row) => keyOf(row, column),
	);

interface Candidate extends Key {
	/** What the rows of both sides have in it. */
	readonly sentValues: readonly string[];
	readonly returnedValues: readonly string[];
	/** How many rows it tells apart. */
	readonly apart: number;
	readonly isNamesake: boolean;
}

/** What the rows have in two columns, as one text each. */
const pairsIn = async (one: readonly string[], other: readonly string[]): Promise<string[]> =>
	await mapInTurns(
		one.entries(),
		() => HASH_WEIGHT,
		([row, value]) => `${value}\n${other[row]}`,
	);

/** Whether each row of the result, paired by one column, has in the other one what was sent with it. */
async function agree(by: Candidate, other: Candidate): Promise<boolean> {
	const sent = new Set(await pairsIn(by.sentValues, other.sentValues));
	return (await pairsIn(by.returnedValues, other.returnedValues)).every((pair) => sent.has(pair));
}

async function agreeWithAll(key: Candidate, documents: readonly Candidate[]): Promise<boolean> {
	for (const document of documents) if (!(await agree(key, document))) return false;
	return true;
}

/**
 * The columns of both sides that hold the same identifiers: every row of the result carries one that was sent. Of
 * several, the one that tells most rows apart; columns of the same name first. What contradicts a document is a number
 * of the result's own.
 */
async function commonKey(
	sent: readonly IDataObject[],
	returned: readonly IDataObject[],
): Promise<Candidate | undefined> {
	const own: Array<Pick<Candidate, 'sent' | 'sentValues'> & { readonly values: ReadonlySet<string> }> = [];
	for (const name of await columnsOf(sent)) {
		const sentValues = await valuesIn(sent, name);
		own.push({ sent: name, sentValues, values: new Set(sentValues) });
	}
	const keys: Candidate[] = [];
	for (const column of await columnsOf(returned)) {
		const first = keyOf(returned[0], column);
		const likely = own.filter(({ values }) => values.has(first));
		if (likely.length === 0) continue;
		const returnedValues = await valuesIn(returned, column);
		const distinct = new Set(returnedValues).size;
		for (const { values, ...key } of likely) {
			const isNamesake = plainName(key.sent) === plainName(column);
			// Under another name, values are only taken for identifiers if they tell the rows apart.
			const isLikely =
				isNamesake || (returned.length > 1 && distinct === Math.min(returned.length, values.size));
			const fits =
				isLikely && values.size > 1 && returnedValues.every((value) => value !== '' && values.has(value));
			if (fits) keys.push({ ...key, returned: column, returnedValues, apart: values.size, isNamesake });
		}
	}
	const documents = keys.filter(isDocument);
	// The first of the best that no document contradicts.
	for (const key of keys.sort((a, b) => b.apart - a.apart || Number(b.isNamesake) - Number(a.isNamesake))) {
		if (isDocument(key) || (await agreeWithAll(key, documents))) return key;
	}
	return undefined;
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
	for (const [row, value] of key.sentValues.entries()) {
		const group = groups.get(value) ?? { rows: [], items: [] };
		group.items.push(sent[row].item);
		groups.set(value, group);
	}
	for (const [row, value] of key.returnedValues.entries()) groups.get(value)?.rows.push(row);
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
	const outputs: Output[] = [];
	for (const { rows, items } of linked) {
		await mapInTurns(
			rows.entries(),
			() => HASH_WEIGHT,
			([i, json]) => {
				if (items === undefined) outputs.push({ json, items: all });
				else for (const item of items[i]) outputs.push({ json: { ...json }, items: [item] });
			},
		);
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
