import { isCharged } from '../../../contract/model/billing';
import { mostCredits } from '../../../core/client/cost';
import { overridesOf } from './options';
import type { Operation, CheckedItem } from './operation';

/** What a run would use, as far as its input tells; nothing is sent to find out. */
export interface Estimate {
	readonly items: number;
	/** Items that ask for something of their own; equal ones share a call or a place in a batch. */
	readonly distinct: number;
	/** Most credits by the prices of the contract; `undefined` when the number of records is not known. */
	readonly creditsAtMost: number | undefined;
	/** Least requests, without repeats, further pages and polls. */
	readonly requestsAtLeast: number;
}

/** What makes items equal. */
export const identityOf = ({ identity }: Operation, { input, options }: CheckedItem): string =>
	JSON.stringify([identity?.(input) ?? input, overridesOf(options)]);

/** Most credits for one distinct item. */
function creditsOf(operation: Operation, { input, options }: CheckedItem): number | undefined {
	const charged = operation.calls.find(({ billing }) => isCharged(billing));
	if (charged === undefined) return 0;
	// The user may send another number of records than the form says.
	const { body = {} } = overridesOf(options);
	if (charged.recordsIn !== undefined && charged.recordsIn in body) return mostCredits(charged, body);
	return operation.records === undefined ? 1 : operation.records(input);
}

const add = (a: number | undefined, b: number | undefined): number | undefined =>
	a === undefined || b === undefined ? undefined : a + b;

/** The first of each group of equal items. */
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

/** Divides items into those that a number of credits is sure to pay for, in order, and the rest. */
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
