import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import type { Endpoint } from '../../../contract/model/endpoint';
import type { Requests } from '../../../core/background/requests';
import type { At, Field, Fields, Input } from '../../../core/form/field';
import type { Outcome, Produced } from '../../../core/output/outcome';
import type { ItemOptions } from './options';
import type { Service } from '../../../core/client/service';

/** An input item that passed validation. */
export interface CheckedItem<P = unknown> {
	/** Index of the input item. */
	readonly item: number;
	/** The result of the operation's `prepare`. */
	readonly input: P;
	readonly options: ItemOptions;
	/** The work that the item asks for; see `unitOf`. */
	readonly unit: string;
}

/** The limits of a run that matter to its number of requests. */
export interface RequestLimits {
	readonly concurrency: number;
	/** Whether the user limits the number of requests. */
	readonly isLimited: boolean;
}

interface Common<F extends Fields, O extends Fields, P> {
	/** Label in the operation menu. */
	readonly name: string;
	/** Label in n8n's list of actions. */
	readonly action: string;
	/** One sentence without a final period; the price is added from the contract. */
	readonly description: string;
	/** The endpoints it calls; the first charged one sets the price. */
	readonly calls: readonly [Endpoint, ...Endpoint[]];
	/** The calls that user overrides apply to; the first one by default. */
	readonly overridable?: readonly Endpoint[];
	readonly fields: F;
	/** Less common fields, shown under Options. */
	readonly options?: O;
	/** Number of records an item is charged for: one by default, `undefined` when unknown. */
	readonly records?: (input: P) => number | undefined;
	/**
	 * Identifies the work that an item asks for, without anything that does not change what is bought: how long to
	 * wait, how to output it, names, and the order of lists. Items with the same unit are charged once. Every
	 * operation that may be charged has one; without one, it is the whole input. See `unitOf`.
	 */
	readonly unit?: (input: P) => unknown;
	/**
	 * Identifies the piece of work that an item shares with others, for fields that decide for it (`forWork`): by
	 * default its unit. `undefined`: it shares none.
	 */
	readonly work?: (input: P) => unknown;
	/** How many requests a run sends for these items; by default one call to the first endpoint for each. */
	readonly requests?: (items: ReadonlyArray<CheckedItem<P>>, limits: RequestLimits) => Requests;
	/** Extra preview data for an item, from free calls only. */
	readonly preview?: (input: P, service: Service) => Promise<IDataObject>;
	/** Validates the parameters of one item without any call and returns the input of `run`. */
	readonly prepare: (
		input: Input<F> & { readonly options: Partial<Input<O>> },
		at: At,
		/** The input item itself. */
		data: INodeExecutionData,
	) => P;
}

/** An operation that makes separate calls for each input item. */
export interface PerItem<F extends Fields, O extends Fields, P> extends Common<F, O, P> {
	readonly run: (input: P, service: Service, item: CheckedItem<P>) => Promise<readonly Produced[]>;
	readonly runAll?: never;
}

/** An operation that processes all input items together. */
export interface ForAll<F extends Fields, O extends Fields, P> extends Common<F, O, P> {
	readonly run?: never;
	readonly runAll: (prepared: ReadonlyArray<CheckedItem<P>>, service: Service) => Promise<Outcome>;
	/** Whether each item is a record of its own in what is submitted, claimed before anything is sent. */
	readonly submitsRecords?: boolean;
	/** Records that are claimed and processed together; all of the run by default. */
	readonly recordsAtOnce?: number;
}

/**
 * An operation without its field types, as the generic run code uses it. Its input is opaque there:
 * only `run` or `runAll` of the same operation receives what `prepare` returned.
 */
export interface Operation extends Omit<Common<Fields, Fields, unknown>, 'prepare'> {
	readonly prepare: (input: Readonly<Record<string, unknown>>, at: At, data: INodeExecutionData) => unknown;
	readonly run?: (input: unknown, service: Service, item: CheckedItem) => Promise<readonly Produced[]>;
	readonly runAll?: (prepared: readonly CheckedItem[], service: Service) => Promise<Outcome>;
	readonly submitsRecords?: boolean;
	readonly recordsAtOnce?: number;
}

/** Declares an operation. The fields define the input type of `prepare`; `prepare` defines that of `run`. */
export const operation = <const F extends Fields, P, const O extends Fields = Record<never, Field>>(
	definition: PerItem<F, O, P> | ForAll<F, O, P>,
): Operation => definition as unknown as Operation;

/** A group of operations; workflows save the export name of an operation as its value. */
export interface Resource {
	readonly name: string;
	readonly operations: Readonly<Record<string, Operation>>;
	/** The operation selected by default. */
	readonly first: string;
}
