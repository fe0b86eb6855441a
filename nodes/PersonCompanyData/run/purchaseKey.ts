import { fingerprint } from '../../../core/base/fingerprint';
import { isFilled } from '../../../core/base/json';
import { overridesOf } from './options/options';
import type { CheckedItem, Operation } from './operation';

/**
 * Hash of what an item buys, with the overrides that change it; equal in every execution and for all operations that
 * buy the same. Equal purchaseKeys are charged once in a run.
 */
export function purchaseKeyOf(
	{ purchaseKey = (input) => input }: Operation,
	{ input, options }: Omit<CheckedItem, 'purchaseKey'>,
): string {
	const { query, body } = overridesOf(options);
	const overrides = Object.entries({ query, body }).filter(([, value]) => isFilled(value));
	return fingerprint(purchaseKey(input), overrides);
}

export const MOST_REPEATED = 100_000;

/**
 * Gives each item with the same question its own copy of the results, up to a limit: a search of 10,000 results in
 * a list of 2,000 rows would come to 20 million items.
 */
export class Repeats {
	private readonly first = new Map<string, number[]>();
	private repeated = 0;

	/** The items that get the results; `undefined` when an earlier item's results stand for this one. */
	itemsOf(purchaseKey: string, item: number, results: number): readonly number[] | undefined {
		const earlier = this.first.get(purchaseKey);
		if (earlier === undefined || results < 2) {
			const items = [item];
			if (earlier === undefined) this.first.set(purchaseKey, items);
			return items;
		}
		if (this.repeated + results > MOST_REPEATED) {
			earlier.push(item);
			return undefined;
		}
		this.repeated += results;
		return [item];
	}
}
