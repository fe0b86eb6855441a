import type { IDataObject } from 'n8n-workflow';
import isEqual from 'lodash/isEqual';

import { plainText } from '../../contract/input';
import { mapInTurns } from '../base/async';
import { forRun, toggle, type Field } from '../form/field';
import { identity } from '../output/contacts';
import { isOutcome, type Output } from '../output/outcome';

/** Keeps the columns of the input row beside its result. */

export const includeInputFields = (initially: boolean): Field<boolean> =>
	forRun(
		toggle(
			'Include Input Fields',
			'Whether to keep the fields of the input item beside the result',
			initially,
		),
	);

const PREFIX = 'input_';

/** Input rows by the index of their item; the rows of a waiting execution have none for items that are done. */
export type Rows = Readonly<Record<number, IDataObject | undefined>>;

/** Adds the fields of input rows to items, and knows which names clashed. */
export class InputFields {
	readonly clashes = new Set<string>();

	constructor(private readonly rows: Rows | undefined) {}

	/** For the rows of these results: what one of them renames is renamed in all rows, also in those without a result. */
	static async of(rows: Rows | undefined, outputs: readonly Output[]): Promise<InputFields> {
		const fields = new InputFields(rows);
		await mapInTurns(
			outputs,
			({ json }) => Object.keys(json).length,
			({ json, items }) => void fields.beside(json, items),
		);
		return fields;
	}

	/** An item with the fields of its row; one that belongs to several rows or none stays as it is. */
	beside(json: IDataObject, items: readonly number[]): IDataObject {
		const row = items.length === 1 ? this.rows?.[items[0]] : undefined;
		if (row === undefined) return json;
		const both: IDataObject = { ...json };
		// What an earlier step of this package said of the row is no field of it.
		const isTold = isOutcome(row.outcome);
		for (const [name, value] of Object.entries(row)) {
			if (isTold && VERDICT.includes(name)) continue;
			if (!(name in json) && !RESERVED.includes(name) && !this.clashes.has(name)) {
				both[name] = value;
			} else if (!isSame(name, json[name], value)) {
				this.clashes.add(name);
				both[freeName(name, both, row)] = value;
			}
		}
		return both;
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
const isSame = (name: string, one: unknown, other: unknown): boolean =>
	isEqual(one, other) || (DOCUMENTS.includes(name) && written(one) === written(other));

const written = (value: unknown): string => identity(plainText(String(value)));

const DOCUMENTS = ['cnpj', 'cpf'];
const MOST_NAMES = 5;
const VERDICT = ['outcome', 'reason', 'error', 'message'];
/** In a result, these say that a row has failed, and why. */
const RESERVED = ['outcome', 'reason', 'error'];

function freeName(name: string, ...taken: readonly IDataObject[]): string {
	const prefixed = `${PREFIX}${name}`;
	return taken.some((fields) => prefixed in fields) ? freeName(prefixed, ...taken) : prefixed;
}
