import type { IBinaryKeyData, IDataObject } from 'n8n-workflow';

import type { Contact } from '../read/contacts';

/**
 * What became of a row, in the field `outcome` of its item. With a result:
 * - `found`: a lookup or a search returned it.
 * - `enriched`: an enrichment returned data.
 *
 * The others have no result, for these reasons, unless something better is known.
 */
export const NO_RESULT: Readonly<Partial<Record<string, string>>> = {
	'not found': 'The service found nothing for this row.',
	failed: 'The service could not enrich this row. Its credit was refunded.',
	empty: 'The service returned no details for this row, and counted it as enriched.',
	missing: 'The result has no record for this row.',
	skipped: 'Enriched before, so it comes without data, which is in the output of that run.',
	invalid: 'The row is not valid. Nothing was sent for it.',
	'not sent': 'Nothing was sent for this row, and nothing charged.',
	uncertain: 'No answer came, so this row may have been charged.',
	waiting: 'The result is not there yet. Reading it later is free.',
};

/** Whether a value is one of these words. */
export const isOutcome = (value: unknown): boolean =>
	value === 'found' || value === 'enriched' || Object.hasOwn(NO_RESULT, String(value));

/** A batch whose completion is reported by webhook. */
export interface ParkedBatch {
	/** ID of the batch. */
	readonly id: string;
	/** The number by which the service calls back for it; absent in what earlier versions have kept. */
	readonly callback?: number;
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
	/** The service's answer as it is, which is no record. */
	readonly isRaw?: true;
}

/** An error and the input items it affects. */
export interface Problem {
	readonly error: Error;
	readonly items: readonly number[];
	/** What became of these rows, where the error does not tell; see `NO_RESULT`. */
	readonly outcome?: 'invalid' | 'not sent';
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
		/** Why there is nothing, in a sentence. */
		readonly reason?: string,
	) {}
}

/** Thrown for an item that is output as invalid instead of being sent, and stops nothing. */
export class InvalidItem extends Error {}

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
