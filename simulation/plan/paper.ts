import { limits } from '../../contract/model/limits';
import { DEFAULT_CONCURRENCY, DEFAULT_REQUESTS_PER_MINUTE } from '../../core/client/pace';
import { STANDS_AFTER_MS } from '../../core/purchase/entries';

/** What a scenario takes: the figures that are compared. */
export interface Figures {
	/** From the first start to the last end. */
	readonly elapsedSeconds: number;
	/** How long executions hold a worker, all together; one that is parked holds none. */
	readonly workerSeconds: number;
	readonly requests: number;
	readonly credits: number;
}

/** Closed formulas, from the limits of the service and the options of the node alone. */

/** Requests that may begin together: a sixth of the limit per minute, from 1 to 5. */
export const burst = (perMinute: number): number => Math.max(1, Math.min(5, Math.floor(perMinute / 6)));

/**
 * How long one execution with a synchronous call per record takes: the limit per minute or the number of calls
 * under way holds it back, whichever is slower, and the last call ends when it ends.
 */
export function callsSeconds(
	records: number,
	callSeconds: number,
	perMinute: number = DEFAULT_REQUESTS_PER_MINUTE,
	concurrency: number = DEFAULT_CONCURRENCY,
): number {
	const byPace = (Math.max(0, records - burst(perMinute)) * 60) / perMinute;
	const byConcurrency = (Math.ceil(records / concurrency) - 1) * callSeconds;
	return Math.max(byPace, byConcurrency) + callSeconds;
}

/** Longest batch for which `pollsOf` and `polledSeconds` hold: a longer one is asked for every five minutes. */
export const LONGEST_BATCH_SECONDS = 310;

/** How long an execution waits for n8n's store to be sure of what it has written, each of two times. */
export const STORE_SECONDS = (2 * STANDS_AFTER_MS) / 1000;

/** Polls of a batch: after ten seconds, and when its progress promises the end. */
export const pollsOf = (batchSeconds: number): number => (batchSeconds <= limits.pollSeconds ? 1 : 2);

/** When the last poll of a batch comes. */
export const polledSeconds = (batchSeconds: number): number =>
	batchSeconds <= limits.pollSeconds ? limits.pollSeconds : Math.max(2 * limits.pollSeconds, batchSeconds);

/** The balance (read before a submission of 100 records or more), and the submission. */
export const requestsToSubmit = (records: number, readsBalance = true): number =>
	readsBalance && records >= 100 ? 2 : 1;

/** Requests that each of several workers may begin within a minute, so that together they do what one may. */
export const shareOf = (workers: number): number => Math.floor(DEFAULT_REQUESTS_PER_MINUTE / workers);
