import type { RepeatAfterLoss } from '../../contract/model/billing';
import { limits } from '../../contract/model/limits';
import type { Phase } from './failure';

/** Input of `decide`. Times are in the unit of their name. */
export interface FailedTry {
	readonly phase: Phase;
	/** The endpoint's retry rule, derived from its price. */
	readonly afterLoss: RepeatAfterLoss;
	/** Attempts so far, including the failed one. */
	readonly attempt: number;
	/** From sending the failed attempt to its failure. */
	readonly elapsedMs: number;
	/** `Retry-After` of the service. */
	readonly retryAfterSeconds?: number;
	/** How long the server may hold the call. */
	readonly holdSeconds?: number;
	/** From 0 (inclusive) to 1 (exclusive), for jitter. */
	readonly random: number;
	/** Attempts to get a slot, when there is an alternative to waiting for one. */
	readonly slotAttempts?: number;
}

export type Verdict =
	| { readonly do: 'repeat'; readonly waitMs: number }
	/** Give up this call. */
	| { readonly do: 'stop' }
	/** Give up the whole run: other calls would fail too. */
	| { readonly do: 'stopRun' };

/** Attempts per call, including the first: each counts against the account's daily requests. */
export const attempts = { afterLoss: 4, afterRefusal: 4, forSlot: 24, sameKey: 3 } as const;

const SECOND = 1000;
/** Margin added to the hold time of a call, to be sure that it has ended. */
export const HOLD_MARGIN_MS = 10 * SECOND;

/** Exponential backoff from 1 to 30 seconds, reduced at random by up to half. */
const backoff = (attempt: number, random: number): number =>
	Math.round(Math.min(30 * SECOND, SECOND * 2 ** (attempt - 1)) * (1 - random / 2));

/**
 * Decides whether and when to retry a failed call; the only retry rule of the package. Never retries where the
 * same work could be charged twice.
 */
export function decide(situation: FailedTry): Verdict {
	const { phase, afterLoss, attempt, random, retryAfterSeconds } = situation;
	switch (phase) {
		case 'refused':
			// Nothing was processed: the service sent Retry-After, or there was no connection.
			if (retryAfterSeconds !== undefined) {
				return attempt < (situation.slotAttempts ?? attempts.forSlot)
					? { do: 'repeat', waitMs: retryAfterSeconds * SECOND + Math.round(random * SECOND) }
					: { do: 'stop' };
			}
			return attempt < attempts.afterRefusal
				? { do: 'repeat', waitMs: backoff(attempt, random) }
				: { do: 'stop' };
		case 'lost':
			if (afterLoss === 'safe' && attempt < attempts.afterLoss) {
				return { do: 'repeat', waitMs: backoff(attempt, random) };
			}
			if (afterLoss === 'sameKeyAfterHold' && attempt < attempts.sameKey) {
				// The service stores the key when it responds: an earlier retry would run and be charged again.
				const held = (situation.holdSeconds ?? limits.holdSeconds) * SECOND + HOLD_MARGIN_MS;
				return { do: 'repeat', waitMs: Math.max(backoff(attempt, random), held - situation.elapsedMs) };
			}
			return { do: 'stop' };
		case 'rejected':
			return { do: 'stop' };
		case 'blocked':
		case 'stopped':
			return { do: 'stopRun' };
	}
}
