import type { IBinaryKeyData, IDataObject } from 'n8n-workflow';

import type { Contact } from './contacts';

/** A batch whose completion is reported by webhook. */
export interface ParkedBatch {
	/** ID of the batch. */
	readonly id: string;
	readonly contacts: ReadonlyArray<Contact & { readonly item: number }>;
}

/** What an execution waits for without occupying a worker. */
export interface Parked {
	readonly batches: readonly ParkedBatch[];
	readonly limitSeconds: number;
	/** Whether a failed record fails its item. */
	readonly ifRecordFails?: string;
}

/** Merges several waits into one. */
const combineParked = (parked: readonly Parked[]): Parked => ({
	...parked[0],
	batches: parked.flatMap(({ batches }) => batches),
	limitSeconds: Math.max(...parked.map(({ limitSeconds }) => limitSeconds)),
});

/** Something to output and the input items it belongs to; none when unknown. */
export interface Output {
	readonly json: IDataObject;
	readonly binary?: IBinaryKeyData;
	readonly items: readonly number[];
}

/** An error and the input items it affects. */
export interface Problem {
	readonly error: Error;
	readonly items: readonly number[];
}

export interface Outcome {
	readonly outputs: readonly Output[];
	readonly problems: readonly Problem[];
	/** What is still to arrive by webhook; the execution waits for it without occupying a worker. */
	readonly parked?: Parked;
}

/** Merges several outcomes into one. */
export const combine = (outcomes: readonly Outcome[]): Outcome => ({
	outputs: outcomes.flatMap(({ outputs }) => outputs),
	problems: outcomes.flatMap(({ problems }) => problems),
	...(outcomes.some(({ parked }) => parked !== undefined) && {
		parked: combineParked(outcomes.flatMap(({ parked }) => parked ?? [])),
	}),
});

/** A record with files. */
export class FileRecord {
	constructor(
		readonly json: IDataObject,
		readonly binary: IBinaryKeyData,
	) {}
}

/** Marks an item for which the service found nothing; If Nothing Is Found decides what is output. */
export class NotFound {
	constructor(
		/** Fields to output with the item. */
		readonly about: IDataObject = {},
	) {}
}

/** What an operation returns for an item: objects, objects with files, or that nothing was found. */
export type Produced = IDataObject | FileRecord | NotFound;

/** Thrown when a call fails after some of an item's results were received, so that they are not lost. */
export class PartialResult extends Error {
	constructor(
		readonly records: readonly Produced[],
		readonly reason: Error,
	) {
		super(reason.message);
	}
}
