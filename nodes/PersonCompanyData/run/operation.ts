import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import type { Endpoint } from '../../../contract/model/endpoint';
import type { At, Field, Fields, Input } from '../../../core/form/field';
import type { Outcome, Produced } from '../../../core/output/outcome';
import type { GenericOptions } from './options';
import type { Service } from '../../../core/client/service';

/** An input item that was checked. */
export interface CheckedItem<P = unknown> {
	/** Index of the input item. */
	readonly item: number;
	/** What the operation made of its input. */
	readonly input: P;
	readonly options: GenericOptions;
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
	readonly overridable?: readonly Endpoint[];
	readonly fields: F;
	/** Rarely needed fields, shown under Options. */
	readonly options?: O;
	/** Records that an item is charged for: one unless it says otherwise, `undefined` when nobody knows. */
	readonly records?: (input: P) => number | undefined;
	/** What makes items equal, so that they are paid for once; their whole input unless it says otherwise. */
	readonly identity?: (input: P) => unknown;
	/** Least requests for a number of distinct items; one for each unless it says otherwise. */
	readonly requestsFor?: (distinct: number) => number;
	/** What else is known of an item beforehand, by free calls only. */
	readonly preview?: (input: P, service: Service) => Promise<IDataObject>;
	/** Checks what the form says of one item, without any call, and turns it into the input of `run`. */
	readonly prepare: (
		input: Input<F> & { readonly options: Partial<Input<O>> },
		at: At,
		/** The input item itself. */
		data: INodeExecutionData,
	) => P;
}

/** An operation that serves each input item with calls of its own. */
export interface PerItem<F extends Fields, O extends Fields, P> extends Common<F, O, P> {
	readonly run: (input: P, service: Service) => Promise<readonly Produced[]>;
	readonly runAll?: never;
}

/** An operation that serves all input items together. */
export interface ForAll<F extends Fields, O extends Fields, P> extends Common<F, O, P> {
	readonly run?: never;
	readonly runAll: (prepared: ReadonlyArray<CheckedItem<P>>, service: Service) => Promise<Outcome>;
}

/**
 * An operation whatever its fields: what the loop over operations works with. Its input is opaque there:
 * only `run` or `runAll` of the same operation ever receives what its `prepare` made.
 */
export interface Operation extends Omit<Common<Fields, Fields, unknown>, 'prepare'> {
	readonly prepare: (input: Readonly<Record<string, unknown>>, at: At, data: INodeExecutionData) => unknown;
	readonly run?: (input: unknown, service: Service) => Promise<readonly Produced[]>;
	readonly runAll?: (prepared: ReadonlyArray<CheckedItem<unknown>>, service: Service) => Promise<Outcome>;
}

/** Declares an operation; its fields give `prepare` its input type, and `prepare` gives `run` its own. */
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
