import { requests as some, sumOf, type Requests } from '../../../core/background/requests';
import type { Operation } from './operation';
import { runLimitsOf, type RunOptions } from './options/options';
import { costsOf, creditsOf, distinctItems, totalOf, type CostsOf, type Items, type Total } from './cost';

/** Requests for different items of an operation, none of which is skipped. */
export async function requestsFor(
	operation: Operation,
	items: Items,
	options: RunOptions,
): Promise<Requests> {
	const { requests = ({ length }: Items) => some(length) } = operation;
	const { requests: limit } = runLimitsOf(options);
	// With Minimum Balance the balance is read before everything else.
	const isReadBefore = options.minimumBalance !== undefined;
	return await requests(items, { isLimited: limit !== undefined || isReadBefore });
}

/** What a run would use, estimated from its input without sending anything. */
export interface Estimate extends Total {
	readonly requests: Requests;
}

/** What else decides for an estimate. */
interface Around {
	/** Items that the user's limits keep from being sent. */
	readonly left?: Items;
}

/** Estimates a run that sends these items; Maximum Requests ends it. */
export async function estimate(
	operation: Operation,
	items: Items,
	options: RunOptions,
	costs: CostsOf = (item) => costsOf(operation, item),
	{ left = [] }: Around = {},
): Promise<Estimate> {
	const { maxRequests = Number.POSITIVE_INFINITY, minimumBalance } = options;
	const sent = await requestsFor(operation, await distinctItems(items), options);
	// It is read before anything is left out, if anything may cost something.
	const isRead = minimumBalance !== undefined && (await creditsOf(costs, [...items, ...left])) !== 0;
	const { about, note } = sumOf([some(isRead ? 1 : 0), sent]);
	return {
		...(await totalOf(costs, items)),
		requests:
			maxRequests === Number.POSITIVE_INFINITY ? some(about, note) : some(Math.min(about, maxRequests)),
	};
}
