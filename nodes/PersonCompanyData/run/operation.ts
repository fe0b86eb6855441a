import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import type { Endpoint } from '../../../contract/model/endpoint';
import type { At, Field, Fields, Input } from '../../../core/form/field';
import type { Outcome, Produced } from '../../../core/output/outcome';
import type { GenericOptions } from './options';
import type { Service } from '../../../core/client/service';

/** An input item that passed validation. */
export interface CheckedItem<P = unknown> {
	/** Index of the input item. */
	readonly item: number;
	/** The result of the operation's `prepare`. */
	readonly input: P;
	readonly options: GenericOptions;
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
	/** Items with the same identity are charged once; the whole input by default. */
	readonly identity?: (input: P) => unknown;
	/** Minimum number of requests for a number of distinct items; one per item by default. */
	readonly requestsFor?: (distinct: number) => number;
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
	readonly run: (input: P, service: Service) => Promise<readonly Produced[]>;
	readonly runAll?: never;
}

/** An operation that processes all input items together. */
export interface ForAll<F extends Fields, O extends Fields, P> extends Common<F, O, P> {
	readonly run?: never;
	readonly runAll: (prepared: ReadonlyArray<CheckedItem<P>>, service: Service) => Promise<Outcome>;
}

/**
 * An operation without its field types, as the generic run code uses it. Its input is opaque there:
 * only `run` or `runAll` of the same operation receives what `prepare` returned.
 */
export interface Operation extends Omit<Common<Fields, Fields, unknown>, 'prepare'> {
	readonly prepare: (input: Readonly<Record<string, unknown>>, at: At, data: INodeExecutionData) => unknown;
	readonly run?: (input: unknown, service: Service) => Promise<readonly Produced[]>;
	readonly runAll?: (prepared: ReadonlyArray<CheckedItem<unknown>>, service: Service) => Promise<Outcome>;
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
