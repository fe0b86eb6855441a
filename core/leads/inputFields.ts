import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import isEqual from 'lodash/isEqual';

import { plainText } from '../../contract/input';
import { isOutcome } from '../../contract/outcomes';
import { mapInTurns } from '../base/async';
import type { Json } from '../base/json';
import { forRun, toggle, type Field } from '../form/field';
import { looksFailed } from '../output/items';
import { identity } from '../read/identifiers';

export const includeInputFields = (initially: boolean): Field<boolean> =>
	forRun(toggle('Include Input Fields', 'Whether to keep the input fields', initially));

/** Input rows by item index; a waiting execution keeps none for items that are done. */
export type Rows = Readonly<Record<number, IDataObject | undefined>>;

/** With more distinct columns, the input is not a table. */
const MOST_COLUMNS = 500;
const MOST_NAMES = 5;

const PREFIX = 'input_';
const DOCUMENTS = ['cnpj', 'cpf'];
/** In a result, these say that a row failed, and why. */
const RESERVED = ['outcome', 'reason', 'error'];

/** What an earlier step of this package wrote about a row is no column of the user. */
const columnsIn = (row: IDataObject): Array<[string, Json]> =>
	Object.entries(row).filter(([name]) => !isOutcome(row.outcome) || !['message', ...RESERVED].includes(name));

const isSame = (name: string, one: Json, other: Json): boolean =>
	isEqual(one, other) ||
	(DOCUMENTS.includes(name) && identity(plainText(String(one))) === identity(plainText(String(other))));

function freeName(name: string, ...taken: readonly IDataObject[]): string {
	const prefixed = `${PREFIX}${name}`;
	return taken.some((fields) => Object.hasOwn(fields, prefixed)) ? freeName(prefixed, ...taken) : prefixed;
}

/**
 * Adds input fields to output items: the user's columns first, then the result. All items of a run get the same
 * columns in the same order, so that they also fit a table or file. A column that clashes with one result is renamed
 * in all rows.
 * @param order fields that results may have; those that occur in any result are added to all items
 */
export async function withInputFields(
	items: readonly INodeExecutionData[],
	rows: Rows | undefined,
	order: readonly string[] = [],
): Promise<{ items: INodeExecutionData[]; hint?: string }> {
	// An item of several rows or none gets no input fields, nor does one to which n8n itself adds the row.
	const rowOf = ({ json, pairedItem }: INodeExecutionData): IDataObject =>
		(typeof pairedItem === 'object' && 'item' in pairedItem && !looksFailed(json)
			? rows?.[pairedItem.item]
			: undefined) ?? {};
	const own = new Set<string>();
	const clashes = new Set<string>();
	await mapInTurns(Object.values(rows ?? {}), (row = {}) => {
		if (own.size <= MOST_COLUMNS) columnsIn(row).forEach(([name]) => own.add(name));
	});
	const isTable = own.size > 0 && own.size <= MOST_COLUMNS;
	await mapInTurns(items, (item) => {
		for (const [name, value] of columnsIn(rowOf(item)))
			if (Object.hasOwn(item.json, name) ? !isSame(name, item.json[name], value) : RESERVED.includes(name))
				clashes.add(name);
	});
	const found = order.filter((name) => items.some(({ json }) => Object.hasOwn(json, name)));
	const complete = await mapInTurns(items, (item): INodeExecutionData => {
		const { json } = item;
		const row = rowOf(item);
		const columns = columnsIn(row).map(([name]) => name);
		const fields: IDataObject = {};
		for (const name of columns.length > 0 && isTable ? own : columns)
			fields[clashes.has(name) ? freeName(name, json, row) : name] = Object.hasOwn(row, name)
				? row[name]
				: null;
		// A file, or an answer of another shape, is not a row of the table.
		for (const name of Object.hasOwn(json, 'outcome') ? found : []) fields[name] ??= null;
		return { ...item, json: { ...fields, ...json } };
	});
	return { items: complete, ...(clashes.size > 0 && { hint: hintOf([...clashes]) }) };
}

const hintOf = (clashes: readonly string[]): string =>
	`The input and the result both have the fields ${clashes.slice(0, MOST_NAMES).join(', ')}${clashes.length > MOST_NAMES ? ' and others' : ''}: those of the input are output as ${PREFIX}….`;
