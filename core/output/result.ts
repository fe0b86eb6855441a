import type { IBinaryKeyData, IDataObject } from 'n8n-workflow';

import { reasonFor } from '../../contract/outcomes';
import { AdvisedError } from '../base/errors';
import { choice } from '../form/field';
import type { Contact } from '../read/identifiers';

/** A batch that the execution waits for without occupying a worker. */
export interface Suspension {
	readonly id: string;
	readonly contacts: ReadonlyArray<Contact & { readonly item: number }>;
	readonly limitSeconds: number;
}

/** `items` are the input items it belongs to; empty if unknown. */
export interface Output {
	readonly json: IDataObject;
	readonly binary?: IBinaryKeyData;
	readonly items: readonly number[];
	readonly isRaw?: true;
}

export interface Problem {
	readonly error: Error;
	readonly items: readonly number[];
	/** Set if the error does not imply it. */
	readonly outcome?: 'invalid' | 'not sent';
}

export interface RunResult {
	readonly outputs: readonly Output[];
	readonly problems: readonly Problem[];
	readonly suspension?: Suspension;
}

export const itemsOf = (all: ReadonlyArray<Pick<Output, 'items'>>): number[] =>
	all.flatMap(({ items }) => items);

export const failed = (items: readonly number[], error: Error): RunResult => ({
	outputs: [],
	problems: [{ items, error }],
});

/** A run waits for one batch at most. */
export function combine(results: ReadonlyArray<Partial<RunResult>>): RunResult {
	const suspension = results.find((result) => result.suspension !== undefined)?.suspension;
	return {
		outputs: results.flatMap(({ outputs = [] }) => outputs),
		problems: results.flatMap(({ problems = [] }) => problems),
		...(suspension && { suspension }),
	};
}

export class FileRecord {
	constructor(
		readonly json: IDataObject,
		readonly binary: IBinaryKeyData,
	) {}
}

/** If Nothing Is Found decides what is output. */
export class NotFound {
	constructor(
		readonly about: IDataObject = {},
		readonly reason?: string,
		/** What happened and what to do, where more is known than that nothing was found. */
		readonly error?: NothingFound,
	) {}
}

/** Output as invalid instead of being sent; does not stop the run. */
export class InvalidItem extends Error {}

export type Produced = IDataObject | FileRecord | NotFound;

export class PartialResult extends Error {
	constructor(
		readonly records: readonly Produced[],
		readonly reason: Error,
	) {
		super(reason.message);
	}
}

/** The item has no result yet, but it can usually be read later by the ID. */
export class UnfinishedWork extends AdvisedError {
	constructor(
		readonly kind: 'batch' | 'job',
		readonly id: string,
		title: string,
		advice: string,
		/** `failed` when it was refunded, `uncertain` when it has ended and nothing says so. */
		readonly outcome: 'waiting' | 'failed' | 'uncertain' = 'waiting',
	) {
		super(title, advice);
	}
}

/** The wait timed out while the work goes on; its rows are output with its ID. */
export class StillRunning extends UnfinishedWork {}

/** The error is the whole result: the service answered that it has nothing. */
export class NothingFound extends AdvisedError {}

export type IfNothingFound = 'item' | 'drop' | 'error';

/** Read by the loop over the items, not by the operation. */
export const ifNothingFound = choice<IfNothingFound>('If Nothing Is Found', undefined, [
	{
		name: 'Output an Item',
		value: 'item',
		description: 'Output an item with the outcome "not found", so that every input item has an output',
	},
	{ name: 'Output Nothing', value: 'drop', description: 'Leave the input item out' },
	{ name: 'Treat as Error', value: 'error', description: 'Fail the input item' },
]);

export const toOutputs = (
	produced: readonly Produced[],
	items: readonly number[],
	wanted: IfNothingFound = 'item',
): Output[] =>
	produced.flatMap((record): Output | Output[] => {
		if (record instanceof FileRecord) return { json: record.json, binary: record.binary, items };
		if (!(record instanceof NotFound)) return { json: record, items };
		if (wanted === 'error') {
			const title = record.reason?.replace(/\.$/, '') ?? 'The service found nothing for this item';
			const advice =
				"Check what was asked for. To output an item instead, set 'If Nothing Is Found' to 'Output an Item'.";
			throw record.error ?? new NothingFound(title, advice);
		}
		const { about, reason = reasonFor('not found') } = record;
		return wanted === 'drop' ? [] : { json: { outcome: 'not found', reason, ...about }, items };
	});
