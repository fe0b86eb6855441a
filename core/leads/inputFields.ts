import type { IDataObject } from 'n8n-workflow';
import isEqual from 'lodash/isEqual';

import { plainText } from '../../contract/input';
import { mapInTurns } from '../base/async';
import type { Json } from '../base/json';
import { forRun, toggle, type Field } from '../form/field';
import { isOutcome, type Output } from '../output/outcome';
import { identity } from '../read/contacts';

export const includeInputFields = (initially: boolean): Field<boolean> =>
	forRun(toggle('Include Input Fields', 'Whether to keep the input fields', initially));

/** Input rows by item index; a waiting execution keeps none for items that are done. */
export type Rows = Readonly<Record<number, IDataObject | undefined>>;

/** With more distinct columns, the input is not a table. */
const MOST_COLUMNS = 500;

const PREFIX = 'input_';
const DOCUMENTS = ['cnpj', 'cpf'];
/** In a result, these say that a row failed, and why. */
const RESERVED = ['outcome', 'reason', 'error'];
/** Written by an earlier step of this package; not columns of the user. */
const VERDICT = [...RESERVED, 'message'];

/**
 * Adds input fields to output items: the user's columns first, then the result. All items of a run get the same
 * columns in the same order, so that they also fit a table or file.
 */
export class InputFields {
	private readonly clashes = new Set<string>();

	/**
	 * @param own the columns of all rows
	 * @param results fields that all results have
	 */
	constructor(
		private readonly rows: Rows | undefined,
		private readonly own: readonly string[] = [],
		private readonly results: readonly string[] = [],
	) {}

	/**
	 * A column that clashes with one result is renamed in all rows, including those without a result.
	 * @param order fields that results may have, in order; those that occur in any result are added to all items
	 */
	static async of(
		rows: Rows | undefined,
		outputs: readonly Output[],
		order: readonly string[] = [],
	): Promise<InputFields> {
		const [own, found] = [new Set<string>(), new Set<string>()];
		await mapInTurns(Object.values(rows ?? {}), (row = {}) => {
			if (own.size <= MOST_COLUMNS) Object.keys(row).forEach((name) => own.add(name));
		});
		await mapInTurns(outputs, ({ json }) => order.forEach((name) => name in json && found.add(name)));
		const results = order.filter((name) => found.has(name));
		const fields = new InputFields(rows, own.size > MOST_COLUMNS ? [] : [...own], results);
		await mapInTurns(outputs, ({ json, items }) => fields.noteClashes(json, fields.rowOf(items)));
		return fields;
	}

	/** An item that belongs to several rows or none gets no input fields. */
	beside(json: IDataObject, items: readonly number[]): IDataObject {
		const row = this.rowOf(items);
		this.noteClashes(json, row);
		// A file, or an answer of another shape, is not a row of the table.
		const results = Object.hasOwn(json, 'outcome') ? this.results : [];
		const own = this.ownFields(json, row);
		const blank = results.filter((name) => !Object.hasOwn(own, name)).map((name) => [name, null]);
		return { ...own, ...(Object.fromEntries(blank) as IDataObject), ...json };
	}

	get hint(): string | undefined {
		if (this.clashes.size === 0) return undefined;
		const names = [...this.clashes].slice(0, MOST_NAMES).join(', ');
		const more = this.clashes.size > MOST_NAMES ? ' and others' : '';
		return `The input and the result both have the fields ${names}${more}: those of the input are output as ${PREFIX}….`;
	}

	private ownFields(json: IDataObject, row: IDataObject | undefined): IDataObject {
		if (row === undefined) return {};
		const names = this.own.length > 0 ? this.own : Object.keys(row);
		return Object.fromEntries(
			names
				.filter((name) => !isVerdict(name, row))
				.map((name) => {
					const column = this.clashes.has(name) ? freeName(name, json, row) : name;
					return [column, Object.hasOwn(row, name) ? row[name] : null];
				}),
		) as IDataObject;
	}

	private rowOf(items: readonly number[]): IDataObject | undefined {
		return items.length === 1 ? this.rows?.[items[0]] : undefined;
	}

	private noteClashes(json: IDataObject, row: IDataObject = {}): void {
		for (const [name, value] of Object.entries(row)) {
			const isOfBoth = Object.hasOwn(json, name) || RESERVED.includes(name);
			if (isOfBoth && !isVerdict(name, row) && !isSame(name, json[name], value)) this.clashes.add(name);
		}
	}
}

const MOST_NAMES = 5;

const isVerdict = (name: string, row: IDataObject): boolean =>
	VERDICT.includes(name) && isOutcome(row.outcome);

/** Documents are compared without formatting. */
const isSame = (name: string, one: Json, other: Json): boolean =>
	isEqual(one, other) || (DOCUMENTS.includes(name) && written(one) === written(other));

const written = (value: Json): string => identity(plainText(String(value)));

function freeName(name: string, ...taken: readonly IDataObject[]): string {
	const prefixed = `${PREFIX}${name}`;
	return taken.some((fields) => Object.hasOwn(fields, prefixed)) ? freeName(prefixed, ...taken) : prefixed;
}
