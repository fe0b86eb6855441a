import fc from 'fast-check';

import { ENRICHMENTS, IDENTIFIERS, OPERATIONS, SPELLINGS, UNITS } from './units';
import type { Asked, Identifier, OperationName } from './units';

/** What a sequence may consist of: random, and made smaller where it fails. */

/** The options of the node that are set. */
export interface Options {
	readonly requestTimeout?: number;
	readonly maxConcurrentRequests?: number;
	readonly skipEnriched?: true;
	readonly ifSentBefore?: 'send' | 'done';
	readonly maxCredits?: number;
	/** Minimum Balance, so that so many credits may be spent. */
	readonly spare?: number;
	readonly maxRequests?: number;
}

/** How a run of the node ends before its time: at one of its calls of the service or of n8n's store. */
export interface Cut {
	readonly by: 'kill' | 'stop';
	readonly at: number;
}

/** One run of the node. A retry or a turn needs an execution that it goes on with; without one it is a new one. */
export interface Work {
	readonly start: 'new' | 'turn' | 'retryOriginal' | 'retryCurrent';
	/** Which of the failed executions is retried, counted from the latest. */
	readonly of: number;
	readonly operation: OperationName;
	readonly asked: readonly Asked[];
	readonly options: Options;
	readonly mode: 'manual' | 'trigger' | 'webhook';
	readonly retryOnFail: boolean;
	readonly continues: boolean;
	/** Minutes that results are waited for. */
	readonly waitLimit: number;
	readonly process: number;
	readonly cut?: Cut;
}

const TROUBLES = [
	'lostBefore',
	'lostAfter',
	'503Before',
	'503After',
	'truncated',
	'noConnection',
	'blocked',
	'noSlot',
	'slow',
	'notReady',
	'failed',
	'empty',
	'batchFails',
	'pollLost',
] as const;

/** What the service, or the way to it, does during a step. */
export interface Trouble {
	readonly kind: (typeof TROUBLES)[number];
	/** Calls that it strikes, after so many that it lets pass. */
	readonly times: number;
	readonly skip: number;
}

/** Another run beside the one of a step. */
export interface Beside {
	readonly work: Work;
	readonly afterMs: number;
}

export type Step =
	| { readonly kind: 'work'; readonly work: Work; readonly beside?: Beside; readonly trouble?: Trouble }
	| { readonly kind: 'wait'; readonly minutes: number };

export interface Sequence {
	readonly identifier: Identifier;
	/** Decides how long calls take. */
	readonly seed: number;
	readonly steps: readonly Step[];
}

/** Absent so many times as often as present; smaller without it. */
const rarely = <T>(absent: number, arbitrary: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> =>
	fc.oneof(
		{ withCrossShrink: true },
		{ weight: absent, arbitrary: fc.constant(undefined) },
		{ weight: 1, arbitrary },
	);

const oneOf = <T>(first: T, ...others: ReadonlyArray<readonly [weight: number, value: T]>): fc.Arbitrary<T> =>
	fc.oneof(
		{ withCrossShrink: true },
		{ weight: 4, arbitrary: fc.constant(first) },
		...others.map(([weight, value]) => ({ weight, arbitrary: fc.constant(value) })),
	);

const options: fc.Arbitrary<Options> = fc
	.record({
		requestTimeout: rarely(7, fc.constant(90)),
		maxConcurrentRequests: rarely(7, fc.constant(1)),
		skipEnriched: rarely(2, fc.constant(true as const)),
		ifSentBefore: rarely(7, oneOf<'send' | 'done'>('send', [2, 'done'])),
		maxCredits: rarely(7, fc.integer({ min: 1, max: 3 })),
		spare: rarely(9, fc.integer({ min: 1, max: 3 })),
		maxRequests: rarely(7, fc.integer({ min: 1, max: 4 })),
	})
	.map((all) => Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined)));

const operationName = fc.oneof(
	{ withCrossShrink: true },
	{ weight: 5, arbitrary: fc.constantFrom<OperationName[]>(...ENRICHMENTS) },
	{ weight: 1, arbitrary: fc.constantFrom(...(Object.keys(OPERATIONS) as OperationName[])) },
);

const asked = fc.array(fc.record({ unit: fc.nat(UNITS - 1), spelling: fc.nat(SPELLINGS - 1) }), {
	minLength: 1,
	maxLength: 4,
});

const work: fc.Arbitrary<Work> = fc.record({
	start: oneOf<Work['start']>('new', [1, 'turn'], [2, 'retryOriginal'], [1, 'retryCurrent']),
	of: oneOf(0, [1, 1]),
	operation: operationName,
	asked,
	options,
	mode: fc.constantFrom('manual' as const, 'trigger' as const, 'webhook' as const),
	retryOnFail: oneOf(false, [2, true]),
	continues: oneOf(false, [3, true]),
	waitLimit: oneOf(30, [1, 1]),
	process: fc.nat(1),
	cut: rarely(
		4,
		fc.record({ by: oneOf<Cut['by']>('kill', [1, 'stop']), at: fc.integer({ min: 1, max: 14 }) }),
	),
});

const trouble: fc.Arbitrary<Trouble> = fc.record({
	kind: fc.constantFrom(...TROUBLES),
	times: fc.integer({ min: 1, max: 4 }),
	skip: fc.nat(2),
});

const step: fc.Arbitrary<Step> = fc.oneof(
	{ withCrossShrink: true },
	{
		weight: 6,
		arbitrary: fc.record({
			kind: fc.constant('work' as const),
			work,
			trouble: rarely(2, trouble),
			beside: rarely(
				5,
				fc.record({ work, afterMs: fc.constantFrom(0, 3, 30, 100, 1000, 5000, 60_000, 170_000) }),
			),
		}),
	},
	{
		weight: 1,
		arbitrary: fc.record({
			kind: fc.constant('wait' as const),
			minutes: fc.constantFrom(1, 5, 60, 25 * 60, 8 * 24 * 60),
		}),
	},
);

/** Sequences of some six steps. */
export const sequences: fc.Arbitrary<Sequence> = fc.record({
	identifier: fc.constantFrom(...IDENTIFIERS),
	seed: fc.nat(9999),
	steps: fc.array(step, { minLength: 1, maxLength: 11, size: 'max' }),
});
