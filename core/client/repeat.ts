import type { RepeatAfterLoss } from '../../contract/model/billing';
import { limits } from '../../contract/model/limits';
import type { Phase } from './failure';

/** What `decide` needs to know. Times in milliseconds. */
export interface FailedTry {
	readonly phase: Phase;
	/** The endpoint's rule, derived from its price. */
	readonly afterLoss: RepeatAfterLoss;
	/** Tries so far, the failed one included. */
	readonly attempt: number;
	/** From sending the failed try to its failure. */
	readonly elapsedMs: number;
	/** What the service asked for. */
	readonly retryAfterSeconds?: number;
	/** How long the server may hold the call. */
	readonly holdSeconds?: number;
	/** From 0 up to 1, for jitter. */
	readonly random: number;
	/** Tries for a slot, when there is another way than waiting for one. */
	readonly slotAttempts?: number;
}

export type Verdict =
	| { readonly do: 'repeat'; readonly waitMs: number }
	/** Give this call up. */
	| { readonly do: 'stop' }
	/** Give the whole run up: nothing else would get through. */
	| { readonly do: 'stopRun' };

/** Tries of one call, the first included: each one counts against the account's daily requests. */
export const attempts = { afterLoss: 4, afterRefusal: 4, forSlot: 24, sameKey: 3 } as const;

const SECOND = 1000;
/** Added to the time the server may hold a call, so that it has surely ended. */
export const HOLD_MARGIN_MS = 10 * SECOND;

/** Doubles from one second up to half a minute, with up to half of it taken off at random. */
const backoff = (attempt: number, random: number): number =>
	Math.round(Math.min(30 * SECOND, SECOND * 2 ** (attempt - 1)) * (1 - random / 2));

/**
 * The only repeat rule of the package: may the failed call be sent again, and when? Never where the same
 * work could be charged twice.
 */
export function decide(situation: FailedTry): Verdict {
	const { phase, afterLoss, attempt, random, retryAfterSeconds } = situation;
	switch (phase) {
		case 'refused':
			// Nothing was processed: the service named a time, or the connection was never made.
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
				// The key is stored when the answer leaves: sent sooner, it would run and be charged again.
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
