import type { IBinaryKeyData, IDataObject, INodeExecutionData } from 'n8n-workflow';

import type { Endpoint } from '../../../contract/model/endpoint';
import type { Field, Fields, Input, Where } from '../../../core/form/field';
import { together, type Parked } from '../../../core/background/parked';
import type { Service } from '../../../core/client/service';

/** Names a field of the item at hand, for messages about it. */
export type At = (field: string) => Where;

/** A checked request together with the input item that asked for it. */
export interface Prepared<P> {
	readonly item: number;
	readonly request: P;
}

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
export const gather = (outcomes: readonly Outcome[]): Outcome => ({
	outputs: outcomes.flatMap(({ outputs }) => outputs),
	problems: outcomes.flatMap(({ problems }) => problems),
	...(outcomes.some(({ parked }) => parked !== undefined) && {
		parked: together(outcomes.flatMap(({ parked }) => parked ?? [])),
	}),
});

/** A record that carries files. */
export class FileRecord {
	constructor(
		readonly json: IDataObject,
		readonly binary: IBinaryKeyData,
	) {}
}

/** What an operation makes of an item: a plain object, or one with files. */
export type Produced = IDataObject | FileRecord;

/** Thrown when a call failed after some of an item's results had been obtained: they are not lost. */
export class PartialResult extends Error {
	constructor(
		readonly records: readonly Produced[],
		readonly reason: Error,
	) {
		super(reason.message);
	}
}

interface Common<F extends Fields, O extends Fields, P> {
	/** Label in the list of operations. */
	readonly name: string;
	/** What a user reads in n8n's list of actions. */
	readonly action: string;
	/** One sentence without full stop; the price is added from the contract. */
	readonly description: string;
	/** The endpoints it calls; the first one that is charged tells the price. */
	readonly calls: readonly [Endpoint, ...Endpoint[]];
	/** The calls that the user's changes are meant for; the first one unless it says otherwise. */
	readonly mainCalls?: readonly Endpoint[];
	readonly fields: F;
	/** Rarely needed fields, shown under Options. */
	readonly options?: O;
	/** Records that a request is charged for: one unless it says otherwise, `undefined` when nobody knows. */
	readonly records?: (request: P) => number | undefined;
	/** What makes requests equal, so that they are paid for once; the whole request unless it says otherwise. */
	readonly identity?: (request: P) => unknown;
	/** Least requests for a number of distinct items; one for each unless it says otherwise. */
	readonly requestsFor?: (distinct: number) => number;
	/** What else is known of a request beforehand, by free calls only. */
	readonly preview?: (request: P, service: Service) => Promise<IDataObject>;
	/** Checks one item's input, without any request, and turns it into what is sent. */
	readonly prepare: (
		input: Input<F> & { readonly options: Partial<Input<O>> },
		at: At,
		/** The input item itself. */
		data: INodeExecutionData,
	) => P;
}

/** An operation that serves each input item with calls of its own. */
export interface PerItem<F extends Fields, O extends Fields, P> extends Common<F, O, P> {
	readonly run: (request: P, service: Service) => Promise<readonly Produced[]>;
	readonly runAll?: never;
}

/** An operation that serves all input items together. */
export interface ForAll<F extends Fields, O extends Fields, P> extends Common<F, O, P> {
	readonly run?: never;
	readonly runAll: (prepared: ReadonlyArray<Prepared<P>>, service: Service) => Promise<Outcome>;
}

/**
 * An operation whatever its fields: what the loop over operations works with. Its request is opaque there:
 * only `run` or `runAll` of the same operation ever receives what its `prepare` made.
 */
export interface Operation extends Omit<Common<Fields, Fields, unknown>, 'prepare'> {
	readonly prepare: (input: Readonly<Record<string, unknown>>, at: At, data: INodeExecutionData) => unknown;
	readonly run?: (request: unknown, service: Service) => Promise<readonly Produced[]>;
	readonly runAll?: (prepared: ReadonlyArray<Prepared<unknown>>, service: Service) => Promise<Outcome>;
}

/** Declares an operation; its fields give `prepare` its input type, and `prepare` gives `run` its request. */
export const operation = <const F extends Fields, P, const O extends Fields = Record<never, Field>>(
	definition: PerItem<F, O, P> | ForAll<F, O, P>,
): Operation => definition as unknown as Operation;

/** A group of operations; the name an operation is exported under is the value that workflows save. */
export interface Resource {
	readonly name: string;
	readonly operations: Readonly<Record<string, Operation>>;
	/** The operation that is chosen at first. */
	readonly first: string;
}
