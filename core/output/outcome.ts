import type { IBinaryKeyData, IDataObject } from 'n8n-workflow';

import type { Contact } from './contacts';

/** A batch whose end is waited for by webhook. */
export interface ParkedBatch {
	/** ID of the batch. */
	readonly id: string;
	readonly contacts: ReadonlyArray<Contact & { readonly item: number }>;
}

/** What an execution waits for without holding a worker. */
export interface Parked {
	readonly batches: readonly ParkedBatch[];
	readonly limitSeconds: number;
	/** Whether a record that failed makes its item fail. */
	readonly ifRecordFails?: string;
}

/** Several things to wait for as one. */
const combineParked = (parked: readonly Parked[]): Parked => ({
	...parked[0],
	batches: parked.flatMap(({ batches }) => batches),
	limitSeconds: Math.max(...parked.map(({ limitSeconds }) => limitSeconds)),
});

/** Something to output, and the input items it belongs to; none when that is not known. */
export interface Output {
	readonly json: IDataObject;
	readonly binary?: IBinaryKeyData;
	readonly items: readonly number[];
}

/** Something that went wrong, and the input items it concerns. */
export interface Problem {
	readonly error: Error;
	readonly items: readonly number[];
}

export interface Outcome {
	readonly outputs: readonly Output[];
	readonly problems: readonly Problem[];
	/** What is still to come by webhook; the execution waits for it without holding a worker. */
	readonly parked?: Parked;
}

/** Several outcomes as one. */
export const combine = (outcomes: readonly Outcome[]): Outcome => ({
	outputs: outcomes.flatMap(({ outputs }) => outputs),
	problems: outcomes.flatMap(({ problems }) => problems),
	...(outcomes.some(({ parked }) => parked !== undefined) && {
		parked: combineParked(outcomes.flatMap(({ parked }) => parked ?? [])),
	}),
});

/** A record that carries files. */
export class FileRecord {
	constructor(
		readonly json: IDataObject,
		readonly binary: IBinaryKeyData,
	) {}
}

/** Stands for an item for which the service has nothing; the user says what is to be output for it. */
export class NotFound {
	constructor(
		/** What is known all the same. */
		readonly about: IDataObject = {},
	) {}
}

/** What an operation makes of an item: plain objects, objects with files, or the news that there is nothing. */
export type Produced = IDataObject | FileRecord | NotFound;

/** Thrown when a call failed after some of an item's results had been obtained: they are not lost. */
export class PartialResult extends Error {
	constructor(
		readonly records: readonly Produced[],
		readonly reason: Error,
	) {
		super(reason.message);
	}
}
