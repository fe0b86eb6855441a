import { callTo, sumOf, type Requests } from '../../../core/background/requests';
import { fingerprint } from '../../../core/base/fingerprint';
import { isCharged } from '../../../contract/model/billing';
import { mostCredits } from '../../../core/client/cost';
import { NotSent } from '../../../core/client/failure';
import type { Session } from '../../../core/client/session';
import type { Problem } from '../../../core/output/outcome';
import { overridesOf, runLimitsOf, type RunOptions } from './options';
import type { Operation, CheckedItem } from './operation';
import { unitOf } from './unit';

/** What a run would use, estimated from its input without sending anything. */
export interface Estimate {
	readonly items: number;
	/** Number of distinct items; items with the same unit are charged once. */
	readonly distinct: number;
	/** Maximum credits at contract prices; `undefined` when the number of records is unknown. */
	readonly creditsAtMost: number | undefined;
	/** Requests of the items that Maximum Credits lets through. */
	readonly requests: Requests;
}

/** Maximum credits for one distinct item. */
function creditsOf(operation: Operation, { input, options }: CheckedItem): number | undefined {
	const charged = operation.calls.find(({ billing }) => isCharged(billing));
	if (charged === undefined) return 0;
	// An override may change the number of records set in the form.
	const { body = {} } = overridesOf(options);
	if (charged.recordsIn !== undefined && charged.recordsIn in body) return mostCredits(charged, body);
	return operation.records === undefined ? 1 : operation.records(input);
}

const add = (a: number | undefined, b: number | undefined): number | undefined =>
	a === undefined || b === undefined ? undefined : a + b;

/** One item of each unit. */
function distinctItems(operation: Operation, prepared: readonly CheckedItem[]): CheckedItem[] {
	const seen = new Map(prepared.map((item) => [unitOf(operation, item), item]));
	return [...seen.values()];
}

/** Number of distinct items, and the credits that they cost at most. */
function creditsOfAll(operation: Operation, prepared: readonly CheckedItem[]) {
	const distinct = distinctItems(operation, prepared);
	const credits = distinct.map((item) => creditsOf(operation, item));
	return { distinct: distinct.length, creditsAtMost: credits.reduce<number | undefined>(add, 0) };
}

/** Requests for items of an operation, without the limit that the user may have set. */
function requestsOf(operation: Operation, items: readonly CheckedItem[], options: RunOptions): Requests {
	const { calls, requests = (some) => sumOf(some.map(() => callTo(calls[0]))) } = operation;
	const { concurrency, requests: limit } = runLimitsOf(options);
	const count = (some: readonly CheckedItem[]) =>
		requests(some, { concurrency, isLimited: limit !== undefined });
	// Items with one unit may still send different requests; equal items share all of them.
	const different = [...new Map(items.map((item) => [fingerprint(item.input, item.options), item])).values()];
	const { atLeast } = count(distinctItems(operation, items));
	return { ...count(different), atLeast: options.skipEnriched !== true ? atLeast : 0 };
}

const NOTHING = { requests: 0, credits: 0 };

/** Estimates a run; what is above Maximum Credits is not sent, and Maximum Requests ends it. */
export function estimate(
	operation: Operation,
	prepared: readonly CheckedItem[],
	options: RunOptions,
): Estimate {
	const { fit } = affordable(
		{ creditsLeft: options.maxCredits, spent: NOTHING },
		operation,
		prepared,
		options,
	);
	const { atLeast, atMost, unknown } = requestsOf(operation, fit, options);
	const { maxRequests = Number.POSITIVE_INFINITY } = options;
	return {
		items: prepared.length,
		...creditsOfAll(operation, prepared),
		requests: {
			atLeast: Math.min(atLeast, maxRequests),
			atMost: Math.min(atMost, maxRequests),
			...(maxRequests === Number.POSITIVE_INFINITY && { unknown }),
		},
	};
}

/** Splits items, in order, into those that `maxCredits` is sure to cover and the rest. */
function fitting(
	operation: Operation,
	prepared: readonly CheckedItem[],
	maxCredits: number,
): { readonly fit: readonly CheckedItem[]; readonly rest: readonly CheckedItem[] } {
	const paid = new Set<string>();
	let left = maxCredits;
	const fits = (item: CheckedItem): boolean => {
		const unit = unitOf(operation, item);
		if (paid.has(unit)) return true;
		const credits = creditsOf(operation, item) ?? Number.POSITIVE_INFINITY;
		if (credits > left) return false;
		paid.add(unit);
		left -= credits;
		return true;
	};
	const fit: CheckedItem[] = [];
	const rest: CheckedItem[] = [];
	for (const item of prepared) (fits(item) ? fit : rest).push(item);
	return { fit, rest };
}

/**
 * Splits items into those within the user's Maximum Credits and the rest, which are reported as not sent. What the
 * execution has spent so far, in earlier attempts and turns, counts.
 */
export function affordable(
	{ creditsLeft, spent: { credits: used } }: Pick<Session, 'creditsLeft' | 'spent'>,
	operation: Operation,
	items: readonly CheckedItem[],
	{ maxCredits, ifAboveMaxCredits }: RunOptions,
): { readonly fit: readonly CheckedItem[]; readonly left: readonly Problem[] } {
	if (maxCredits === undefined || creditsLeft === undefined) return { fit: items, left: [] };
	// Calls of a later attempt or turn may have an answer already, which costs nothing; the others keep to the limit
	// one by one.
	if (used > 0 && operation.submitsRecords !== true) return { fit: items, left: [] };
	const { creditsAtMost } = creditsOfAll(operation, items);
	if (creditsAtMost !== undefined && creditsAtMost <= creditsLeft) return { fit: items, left: [] };
	const { fit, rest } =
		ifAboveMaxCredits === 'fitting' ? fitting(operation, items, creditsLeft) : { fit: [], rest: items };
	const cost =
		creditsAtMost === undefined
			? 'an unknown number of credits because the records are in a file'
			: `up to ${creditsAtMost} credits`;
	const spent = maxCredits - creditsLeft;
	const before = spent > 0 ? ` and this execution has used ${spent}` : '';
	const error = new NotSent(
		`Not sent: this run would cost ${cost}, but Maximum Credits is ${maxCredits}${before}. Nothing was charged for this item.`,
	);
	return { fit, left: rest.length === 0 ? [] : [{ items: rest.map(({ item }) => item), error }] };
}
