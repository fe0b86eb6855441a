import { callTo, NO_REQUESTS, sumOf, timesOf, type Requests } from '../../../core/background/requests';
import { groupInTurns } from '../../../core/base/async';
import { fingerprint } from '../../../core/base/fingerprint';
import { endpoints } from '../../../contract';
import type { CheckedItem, Operation } from './operation';
import { runLimitsOf, type RunOptions } from './options/options';
import { costsOf, creditsOf, distinctItems, totalOf, type CostsOf, type Items, type Total } from './cost';

/** Requests for different items of an operation, none of which is skipped. */
export async function requestsFor(
	operation: Operation,
	items: Items,
	options: RunOptions,
): Promise<Requests> {
	const { calls, requests = (some) => timesOf(some.length, callTo(calls[0])) } = operation;
	const { concurrency, requests: limit } = runLimitsOf(options);
	// With Minimum Balance the balance is read before everything else.
	const isReadBefore = options.minimumBalance !== undefined;
	return await requests(items, { concurrency, isLimited: limit !== undefined || isReadBefore });
}

/** One of each that is not equal: items with one unit may still send different requests. */
async function differentItems(items: Items): Promise<Items> {
	const different: CheckedItem[] = [];
	const repeated: CheckedItem[] = [];
	for (const group of (await groupInTurns(items, ({ unit }) => unit)).values()) {
		if (group.length === 1) different.push(group[0]);
		else for (const item of group) repeated.push(item);
	}
	const groups = await groupInTurns(repeated, ({ input, options }) => fingerprint(input, options));
	return [...different, ...[...groups.values()].map(([first]) => first)];
}

/** Requests for items of an operation, without the limit that the user may have set. */
async function requestsOf(operation: Operation, items: Items, options: RunOptions): Promise<Requests> {
	const count = async (some: Items) => await requestsFor(operation, some, options);
	const { atLeast } = await count(await distinctItems(items));
	// Equal items share all of their requests.
	const all = await count(await differentItems(items));
	return { ...all, atLeast: options.skipEnriched !== true ? atLeast : 0 };
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
	const sent = await requestsOf(operation, items, options);
	// It is read before anything is left out, if anything may cost something.
	const isRead = minimumBalance !== undefined && (await creditsOf(costs, [...items, ...left])) !== 0;
	const balance = isRead ? callTo(endpoints.balance) : NO_REQUESTS;
	// It is read again before further calls that may be charged, when they come late.
	const again = balance.atMost * Math.max(0, sent.atLeast - 1);
	const { atLeast, atMost, note } = sumOf([balance, sent, { atLeast: 0, atMost: again }]);
	return {
		...(await totalOf(costs, items)),
		requests: {
			atLeast: Math.min(atLeast, maxRequests),
			atMost: Math.min(atMost, maxRequests),
			...(maxRequests === Number.POSITIVE_INFINITY && { note }),
		},
	};
}
