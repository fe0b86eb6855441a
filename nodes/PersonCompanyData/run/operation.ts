import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import { isCharged } from '../../../contract/model/billing';
import type { Endpoint } from '../../../contract/model/endpoint';
import { fingerprint } from '../../../core/base/fingerprint';
import { isFilled } from '../../../core/base/json';
import { Service } from '../../../core/client/service';
import type { Session } from '../../../core/client/session';
import type { At, Field, Fields, Input } from '../../../core/form/field';
import type { Leads } from '../../../core/leads/vocabulary';
import type { Produced, RunResult } from '../../../core/output/result';
import type { Contact } from '../../../core/read/identifiers';
import { overridesOf, type ItemOptions } from './options';

export interface CheckedItem<P = unknown> {
	/** Index of the row: the input item's, unless items hold lists. */
	readonly item: number;
	readonly input: P;
	readonly options: ItemOptions;
	/** Hash of the work; see `purchaseKeyOf`. */
	readonly purchaseKey: string;
	/** The same work by the identifier that was found for it; see `find`. */
	readonly foundKey?: string;
}

export type Items = readonly CheckedItem[];

/** The input completed by what was found, or an output if that settles the item. */
export type Found<P = unknown> = { readonly input: P } | { readonly output: IDataObject };

/** A count that the price of an item depends on. */
export interface Counted {
	/** Absent if the service does not say. */
	readonly matching?: number;
	readonly credits: number;
	/** A sentence about the count. */
	readonly reason: string;
}

/** A field whose value may be a list of rows. */
export interface ListField {
	readonly field: string;
	readonly label: string;
	/** The value itself, or a column of a whole item. */
	readonly valueIn: (given: unknown) => unknown;
	/** The entries of a line; the line itself if it is one. */
	readonly partsIn: (line: string) => readonly string[];
}

interface Common<F extends Fields, O extends Fields, P> {
	readonly name: string;
	/** Label in n8n's list of actions. */
	readonly action: string;
	/** One sentence without a final period; the purpose of the endpoint by default. The price is added. */
	readonly description?: string;
	/** The endpoints it calls; the first charged one sets the price. */
	readonly calls: readonly [Endpoint, ...Endpoint[]];
	/** Calls that user overrides apply to; by default the first. */
	readonly overridable?: readonly Endpoint[];
	readonly fields: F;
	readonly leads?: Leads;
	/** Default of Include Input Fields; absent where they are never output. */
	readonly includesInput?: boolean;
	readonly options?: O;
	/** Records that an item is charged for: one by default, `undefined` when unknown. */
	readonly records?: (input: P, remembers: (searchKey: unknown) => boolean) => number | undefined;
	/** Chargeable calls in order, each for one record; by default the first charged one of `calls`. */
	readonly plan?: (input: P) => readonly Endpoint[];
	/** What Preview Cost shows a row as recognized as. */
	readonly kindOf?: (input: P) => string;
	/** Stands in the output even if no record comes out. */
	readonly contactIn?: (input: P) => Contact;
	/**
	 * Identifies what is bought, without wait limits, output settings, names and list order. The default is
	 * the whole input; required where calls may be charged. See `purchaseKeyOf` and `chargedAs`.
	 */
	readonly purchaseKey?: (input: P) => unknown;
	/** Estimated requests: by default one per item, `undefined` when unknown. */
	readonly requests?: (items: ReadonlyArray<CheckedItem<P>>) => number | undefined;
	/** Counts what an item would buy, with free calls only. */
	readonly preview?: (input: P, service: Service) => Promise<Counted>;
	/** Validates one item without any call; returns the input of `run`. */
	readonly prepare: (
		input: Input<F> & { readonly options: Partial<Input<O>> },
		at: At,
		data: INodeExecutionData,
	) => P;
}

interface Together<P> {
	readonly runAll: (prepared: ReadonlyArray<CheckedItem<P>>, service: Service) => Promise<RunResult>;
	/** Each item is a record of the submission, claimed before anything is sent. */
	readonly submitsRecords?: boolean;
	/** Completes an item before its submission; called where `plan` has a call ahead of it. */
	readonly find?: (input: P, service: Service) => Promise<Found<P>>;
	/** Each entry of the list becomes a row of its own; even skipped rows have an output. */
	readonly list?: ListField;
}

interface PerItem<P> {
	readonly run: (input: P, service: Service, item: CheckedItem<P>) => Promise<readonly Produced[]>;
	readonly runAll?: never;
}

/** Without field types: only the operation itself knows what its `prepare` returns. */
export interface Operation
	extends Omit<Common<Fields, Fields, unknown>, 'description' | 'prepare'>, Partial<Together<unknown>> {
	readonly description: string;
	readonly prepare: (input: Readonly<Record<string, unknown>>, at: At, data: INodeExecutionData) => unknown;
	readonly run?: PerItem<unknown>['run'];
}

/** Infers the input of `prepare` from the fields, and that of `run` from `prepare`. */
export const operation = <const F extends Fields, P, const O extends Fields = Record<never, Field>>(
	definition: Common<F, O, P> & (PerItem<P> | (Together<P> & { readonly run?: never })),
): Operation => ({ description: definition.calls[0].purpose, ...definition }) as unknown as Operation;

/** Workflows save the keys of `operations`. */
export interface Resource {
	readonly name: string;
	/** One line without a final period. */
	readonly description: string;
	readonly operations: Readonly<Record<string, Operation>>;
	/** In menu order; the others follow by name. The first is the default. */
	readonly first: readonly [string, ...string[]];
}

/** Hash of what an item buys, with overrides; equal in every execution and for all operations that buy the same. */
export function purchaseKeyOf(
	{ purchaseKey = (input) => input }: Operation,
	{ input, options }: Omit<CheckedItem, 'purchaseKey'>,
): string {
	const { query, body } = overridesOf(options);
	const overrides = Object.entries({ query, body }).filter(([, value]) => isFilled(value));
	return fingerprint(purchaseKey(input), overrides);
}

/** Items with equal keys are charged once in a run. */
export const chargedAs = ({ purchaseKey, foundKey = purchaseKey }: CheckedItem): string => foundKey;

/** The work of an item by each known identifier. */
export const purchaseKeysOf = (item: CheckedItem): string[] => [
	...new Set([item.purchaseKey, chargedAs(item)]),
];

export const planOf = (
	{ plan, calls }: Operation,
	{ input }: Pick<CheckedItem, 'input'>,
): readonly Endpoint[] => plan?.(input) ?? calls.filter(({ billing }) => isCharged(billing)).slice(0, 1);

export const isSubmitted = (operation: Operation, item: CheckedItem): boolean =>
	operation.submitsRecords === true && planOf(operation, item).some(({ creates }) => creates);

export const needsFinding = (operation: Operation, item: CheckedItem): boolean =>
	operation.find !== undefined && isSubmitted(operation, item) && planOf(operation, item).length > 1;

export const overridable = ({ overridable: some, calls: [main] }: Operation): readonly Endpoint[] =>
	some ?? [main];

export const serviceFor = (
	session: Session,
	operation: Operation,
	options: ItemOptions,
	leaves = 0,
): Service => new Service(session, overridable(operation), overridesOf(options), leaves);
