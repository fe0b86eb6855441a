import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import type { Endpoint } from '../../../contract/model/endpoint';
import type { Requests } from '../../../core/background/requests';
import type { At, Field, Fields, Input } from '../../../core/form/field';
import type { Leads } from '../../../core/leads/view';
import type { Contact } from '../../../core/read/contacts';
import type { Outcome, Produced } from '../../../core/output/outcome';
import { isCharged } from '../../../contract/model/billing';
import { Service } from '../../../core/client/service';
import type { Session } from '../../../core/client/session';
import type { ListField } from './input/rows';
import { overridesOf, type ItemOptions } from './options/options';

/** An input item that passed validation. */
export interface CheckedItem<P = unknown> {
	/** Index of its row: of the input item, unless items hold lists. */
	readonly item: number;
	/** The result of the operation's `prepare`. */
	readonly input: P;
	readonly options: ItemOptions;
	/** The work that the item asks for; see `unitOf`. */
	readonly unit: string;
	/** The same work by the identifier that was found for it; see `find`. */
	readonly also?: string;
}

/** What was found for an item ahead of its submission: its input with that, or its output if that settles it. */
export type Found<P = unknown> = { readonly input: P } | { readonly output: IDataObject };

/** Whether the service gave this cache key in this execution. */
export type IsKnownKey = (key: string | undefined) => boolean;

/** What a count says of an item whose price depends on it. */
export interface Counted {
	/** How many records match; absent where the service does not say it. */
	readonly matching?: number;
	/** The most credits by that. */
	readonly credits: number;
	/** What was counted, in a sentence. */
	readonly reason: string;
}

/** The limits of a run that matter to its number of requests. */
export interface RequestLimits {
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
	/** When to take it, and what goes before and after it, for a model that builds workflows. */
	readonly hint?: string;
	/** The endpoints it calls; the first charged one sets the price. */
	readonly calls: readonly [Endpoint, ...Endpoint[]];
	/** The calls that user overrides apply to; the first one by default. */
	readonly overridable?: readonly Endpoint[];
	readonly fields: F;
	/** The persons or companies that it outputs; they come out as Output says. */
	readonly leads?: Leads;
	/** Whether the fields of the input item are output beside a result by default; absent where they never are. */
	readonly includesInput?: boolean;
	/** Less common fields, shown under Options. */
	readonly options?: O;
	/**
	 * Number of records an item is charged for: one by default, `undefined` when unknown.
	 * @param isKnownKey tells the cache keys that this execution got from the service
	 */
	readonly records?: (input: P, isKnownKey: IsKnownKey) => number | undefined;
	/**
	 * The calls for an item that may be charged, in order, each for one record; by default the first charged one of
	 * `calls`.
	 */
	readonly plan?: (input: P) => readonly Endpoint[];
	/** What an item is, in words; where there is this, Preview Cost shows the plan of each item. */
	readonly kindOf?: (input: P) => string;
	/** The contact that an item asks for, which stands in its output also when no record of it comes out. */
	readonly contactIn?: (input: P) => Contact;
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
	readonly requests?: (
		items: ReadonlyArray<CheckedItem<P>>,
		limits: RequestLimits,
	) => Requests | Promise<Requests>;
	/** Counts for the preview what an item would buy, by free calls only. */
	readonly preview?: (input: P, service: Service) => Promise<Counted>;
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
	/** Asks for what an item needs before it is submitted; called where `plan` has a call ahead of the submission. */
	readonly find?: (input: P, service: Service, before: () => Promise<void>) => Promise<Found<P>>;
	/** Whether every item has an output, also one that is invalid or skipped. */
	readonly outputsEveryItem?: boolean;
	/** The field that may hold a list; each of its entries is a row of its own. */
	readonly list?: ListField;
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
	readonly find?: (input: unknown, service: Service, before: () => Promise<void>) => Promise<Found>;
	readonly outputsEveryItem?: boolean;
	readonly list?: ListField;
}

/** Declares an operation. The fields define the input type of `prepare`; `prepare` defines that of `run`. */
export const operation = <const F extends Fields, P, const O extends Fields = Record<never, Field>>(
	definition: PerItem<F, O, P> | ForAll<F, O, P>,
): Operation => definition as unknown as Operation;

/** The work of an item, by each of its identifiers that are known. */
export const unitsOf = ({ unit, also = unit }: Pick<CheckedItem, 'unit' | 'also'>): string[] =>
	also === unit ? [unit] : [unit, also];

/** The calls for an item that may be charged, in order. */
export const planOf = (
	{ plan, calls }: Operation,
	{ input }: Pick<CheckedItem, 'input'>,
): readonly Endpoint[] => plan?.(input) ?? calls.filter(({ billing }) => isCharged(billing)).slice(0, 1);

/** Whether an item is a record of what is submitted, and claimed before that. */
export const isSubmitted = (operation: Operation, item: CheckedItem): boolean =>
	operation.submitsRecords === true && planOf(operation, item).some(({ creates }) => creates);

/** Whether something is to be found for an item before it is submitted. */
export const needsFinding = (operation: Operation, item: CheckedItem): boolean =>
	operation.find !== undefined && isSubmitted(operation, item) && planOf(operation, item).length > 1;

/** The calls that an item's overrides apply to. */
export const overridable = ({ overridable: some, calls: [main] }: Operation): readonly Endpoint[] =>
	some ?? [main];

/** The service with an item's overrides applied. */
export const serviceFor = (session: Session, operation: Operation, options: ItemOptions): Service =>
	new Service(session, overridable(operation), overridesOf(options));

/** A group of operations; workflows save the export name of an operation as its value. */
export interface Resource {
	readonly name: string;
	/** One line that tells it from the resources next to it, without a final period. */
	readonly description: string;
	readonly operations: Readonly<Record<string, Operation>>;
	/** The operations used most, in the order of the menu; the others follow by name. The first one is the default. */
	readonly first: readonly [string, ...string[]];
}
