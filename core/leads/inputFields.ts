import type { IDataObject } from 'n8n-workflow';
import isEqual from 'lodash/isEqual';

import { plainText } from '../../contract/input';
import { mapInTurns } from '../base/async';
import { isFilled, type Json } from '../base/json';
import { forRun, toggle, type Field } from '../form/field';
import { identity } from '../read/contacts';
import { isOutcome, type Output } from '../output/outcome';
import { Columns } from './columns';

/** Keeps the columns of the input row beside its result. */

export const includeInputFields = (initially: boolean): Field<boolean> =>
	forRun(toggle('Include Input Fields', 'Whether to keep the input fields', initially));

const PREFIX = 'input_';

/** Input rows by the index of their item; the rows of a waiting execution have none for items that are done. */
export type Rows = Readonly<Record<number, IDataObject | undefined>>;

/**
 * Adds the fields of input rows to items: the user's own columns first, in their order, then the result. All items of a
 * run have the same columns in the same order, so that a file that is made of them has them, too.
 */
export class InputFields {
	readonly clashes = new Set<string>();
	/** The user's own columns, as far as they are known of all rows. */
	private own: readonly string[] = [];
	/** Fields of results that some result has, in their order. */
	private results: readonly string[] = [];
	/** Fields that an own column stands for: the same document under the same name but for capitals and marks. */
	private repeated: readonly string[] = [];

	constructor(private readonly rows: Rows | undefined) {}

	/**
	 * For the rows of these results: what one of them renames is renamed in all rows, also in those without a result.
	 * @param order the fields that results may have, in their order; those that some result has are in all items
	 */
	static async of(
		rows: Rows | undefined,
		outputs: readonly Output[],
		order: readonly string[] = [],
	): Promise<InputFields> {
		const fields = new InputFields(rows);
		const own = new Columns();
		await mapInTurns(Object.values(rows ?? {}), (row = {}) => own.add(row));
		fields.own = own.names;
		const like = DOCUMENTS.map(
			(name) => [name, own.names.filter((column) => isWritten(name, column))] as const,
		);
		const [found, differing] = [new Set<string>(), new Set<string>()];
		await mapInTurns(outputs, ({ json, items }) => {
			for (const name of Object.keys(json)) found.add(name);
			const row = fields.rowOf(items);
			if (row === undefined) return;
			fields.noteClashes(json, row);
			for (const [name, columns] of like)
				if (isFilled(json[name]) && !columns.some((column) => isSame(name, json[name], row[column])))
					differing.add(name);
		});
		fields.results = order.filter((name) => found.has(name));
		fields.repeated = like.flatMap(([name, columns]) =>
			columns.length > 0 && !own.names.includes(name) && !differing.has(name) ? [name] : [],
		);
		return fields;
	}

	/** An item with the fields of its row; one that belongs to several rows or none has no row. */
	beside(json: IDataObject, items: readonly number[]): IDataObject {
		const row = this.rowOf(items);
		// A file, or an answer of another shape, is no row of a table.
		const results = Object.hasOwn(json, 'outcome') ? this.results : [];
		if (row === undefined && results.every((name) => Object.hasOwn(json, name))) return json;
		const all = new Map(row === undefined ? [] : this.ownFields(json, row));
		const left = row === undefined ? [] : this.repeated;
		for (const name of [...results, ...Object.keys(json)])
			if (!all.has(name) && !left.includes(name)) all.set(name, json[name] ?? null);
		return Object.fromEntries(all) as IDataObject;
	}

	/** The own columns of a row; where the result has the same field, its value stands in the place of the column. */
	private *ownFields(json: IDataObject, row: IDataObject): Generator<[name: string, value: Json]> {
		this.noteClashes(json, row);
		for (const name of this.own.length > 0 ? this.own : Object.keys(row)) {
			if (isTold(name, row)) continue;
			const isReserved = RESERVED.includes(name);
			const isOfBoth = Object.hasOwn(json, name);
			if (isOfBoth && !isReserved) yield [name, json[name]];
			const value = Object.hasOwn(row, name) ? row[name] : null;
			if (this.clashes.has(name)) yield [freeName(name, json, row), value];
			else if (!isOfBoth && !isReserved) yield [name, value];
		}
	}

	private rowOf(items: readonly number[]): IDataObject | undefined {
		return items.length === 1 ? this.rows?.[items[0]] : undefined;
	}

	/** Notes the fields that the row and its result have with different values. */
	private noteClashes(json: IDataObject, row: IDataObject): void {
		for (const [name, value] of Object.entries(row)) {
			const isOfBoth = Object.hasOwn(json, name) || RESERVED.includes(name);
			if (isOfBoth && !isTold(name, row) && !isSame(name, json[name], value)) this.clashes.add(name);
		}
	}

	/** Tells which fields were renamed; `undefined` when none was. */
	get hint(): string | undefined {
		if (this.clashes.size === 0) return undefined;
		const names = [...this.clashes].slice(0, MOST_NAMES).join(', ');
		const more = this.clashes.size > MOST_NAMES ? ' and others' : '';
		return `The input and the result both have the fields ${names}${more}: those of the input are output as ${PREFIX}….`;
	}
}

/** Whether two values of a field are the same; a document may be written in several ways. */
const isSame = (name: string, one: Json, other: Json): boolean =>
	isEqual(one, other) || (DOCUMENTS.includes(name) && written(one) === written(other));

const written = (value: Json): string => identity(plainText(String(value)));

const DOCUMENTS = ['cnpj', 'cpf'];
const MOST_NAMES = 5;
const VERDICT = ['outcome', 'reason', 'error', 'message'];
/** In a result, these say that a row has failed, and why. */
const RESERVED = ['outcome', 'reason', 'error'];

/** What an earlier step of this package said of the row is no field of it. */
const isTold = (name: string, row: IDataObject): boolean => VERDICT.includes(name) && isOutcome(row.outcome);

/** Whether a column has the name of a document but for capitals and marks. */
const isWritten = (name: string, column: string): boolean =>
	column.length <= LONGEST_NAME &&
	[...column.toLowerCase()].filter((letter) => letter >= 'a' && letter <= 'z').join('') === name;
const LONGEST_NAME = 100;

function freeName(name: string, ...taken: readonly IDataObject[]): string {
	const prefixed = `${PREFIX}${name}`;
	return taken.some((fields) => Object.hasOwn(fields, prefixed)) ? freeName(prefixed, ...taken) : prefixed;
}
