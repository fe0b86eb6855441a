import { isCharged } from '../../contract/model/billing';
import type { Endpoint } from '../../contract/model/endpoint';
import { mostAttempts } from '../client/repeat';
import { BALANCE_FIRST_FROM_CREDITS } from '../purchase/balance';
import { mostPolls } from './poll';

/** How many requests work sends to the service, told before anything is sent. */
export interface Requests {
	/** When all goes well. */
	readonly atLeast: number;
	/** With everything that is tried again; infinite when it cannot be known. */
	readonly atMost: number;
	/** Why the most cannot be known, or what it takes for granted. */
	readonly note?: string;
}

export const NO_REQUESTS: Requests = { atLeast: 0, atMost: 0 };

export const sumOf = (all: readonly Requests[]): Requests =>
	all.reduce(
		(sum, one) => ({
			atLeast: sum.atLeast + one.atLeast,
			atMost: sum.atMost + one.atMost,
			note: sum.note ?? one.note,
		}),
		NO_REQUESTS,
	);

/** The same so many times. */
export const timesOf = (times: number, { atLeast, atMost, note }: Requests): Requests =>
	times === 0 ? NO_REQUESTS : { atLeast: times * atLeast, atMost: times * atMost, note };

/** A call with its further attempts; see `mostAttempts`. */
export const callTo = (...call: Parameters<typeof mostAttempts>): Requests => ({
	atLeast: 1,
	atMost: mostAttempts(...call),
});

/** Work that is done only if something goes wrong. */
export const ifNeeded = ({ atMost, note }: Requests): Requests => ({ atLeast: 0, atMost, note });

export const unknownBecause = (atLeast: number, note: string): Requests => ({
	atLeast,
	atMost: Number.POSITIVE_INFINITY,
	note,
});

/**
 * A submission: the call, and one that tells the balance when its response is lost.
 * @param hasFallback whether another call is sent if this one is rejected
 */
export const submissionTo = (endpoint: Endpoint, hasFallback = false): Requests => ({
	atLeast: 1,
	atMost: mostAttempts(endpoint) * (hasFallback ? 2 : 1) + (isCharged(endpoint.billing) ? 1 : 0),
});

/** The wait for a result; see `mostPolls`. */
export const pollsWithin = (...wait: Parameters<typeof mostPolls>): Requests => ({
	atLeast: 1,
	atMost: mostPolls(...wait),
});

/**
 * The balance that a run reads once before its first expensive submission.
 * @param credits the most that each submission can cost; `undefined` where it is not known
 */
export function balanceFirst(credits: ReadonlyArray<number | undefined>, isLimited: boolean): Requests {
	const isRead = credits.some((each) => each === undefined || each >= BALANCE_FIRST_FROM_CREDITS);
	return isRead && !isLimited ? { atLeast: 1, atMost: 1 } : NO_REQUESTS;
}
