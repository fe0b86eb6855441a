import { isCharged } from '../../../contract/model/billing';
import { mostCredits } from '../../../core/client/cost';
import { overridesOf } from './options';
import type { Operation, CheckedItem } from './operation';

/** What a run would use, estimated from its input without sending anything. */
export interface Estimate {
	readonly items: number;
	/** Number of distinct items; equal items share a call or a batch entry. */
	readonly distinct: number;
	/** Maximum credits at contract prices; `undefined` when the number of records is unknown. */
	readonly creditsAtMost: number | undefined;
	/** Minimum number of requests, excluding retries, further pages and polls. */
	readonly requestsAtLeast: number;
}

/** Items with the same identity are equal. */
export const identityOf = ({ identity }: Operation, { input, options }: CheckedItem): string =>
	JSON.stringify([identity?.(input) ?? input, overridesOf(options)]);

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

/** One item of each group of equal items. */
function distinctItems(operation: Operation, prepared: readonly CheckedItem[]): CheckedItem[] {
	const seen = new Map(prepared.map((item) => [identityOf(operation, item), item]));
	return [...seen.values()];
}

export function estimate(operation: Operation, prepared: readonly CheckedItem[]): Estimate {
	const distinct = distinctItems(operation, prepared);
	return {
		items: prepared.length,
		distinct: distinct.length,
		creditsAtMost: distinct.reduce<number | undefined>(
			(sum, item) => add(sum, creditsOf(operation, item)),
			0,
		),
		requestsAtLeast: operation.requestsFor?.(distinct.length) ?? distinct.length,
	};
}

/** Splits items, in order, into those that `maxCredits` is sure to cover and the rest. */
export function fitting(
	operation: Operation,
	prepared: readonly CheckedItem[],
	maxCredits: number,
): { readonly fit: readonly CheckedItem[]; readonly rest: readonly CheckedItem[] } {
	const paid = new Set<string>();
	let left = maxCredits;
	const fits = (item: CheckedItem): boolean => {
		const identity = identityOf(operation, item);
		if (paid.has(identity)) return true;
		const credits = creditsOf(operation, item) ?? Number.POSITIVE_INFINITY;
		if (credits > left) return false;
		paid.add(identity);
		left -= credits;
		return true;
	};
	const fit: CheckedItem[] = [];
	const rest: CheckedItem[] = [];
	for (const item of prepared) (fits(item) ? fit : rest).push(item);
	return { fit, rest };
}
