import { repeatAfterLoss } from '../../contract/model/billing';
import { limits } from '../../contract/model/limits';
import { clock } from '../base/clock';
import type { ServiceFailure } from './failure';

/** Attempts per call, including the first: each counts against the account's daily requests. */
export const attempts = { afterLoss: 4, afterRefusal: 4, forSlot: 24, sameKey: 3 } as const;

const SECOND = 1000;
/** Margin added to the hold time of a call, to be sure that it has ended. */
export const HOLD_MARGIN_MS = 10 * SECOND;

/**
 * Milliseconds after which a failed call is sent again; `undefined` when it is not. The only retry rule of the package:
 * it never retries where the same work could be charged twice.
 * @param tries attempts so far, including the failed one
 * @param random from 0 (inclusive) to 1 (exclusive), for jitter
 */
export function waitBeforeRepeat(
	{ phase, endpoint, status, isChargedAgain, retryAfterSeconds, elapsedMs = 0 }: ServiceFailure,
	tries: number,
	random = clock.random(),
): number | undefined {
	// Exponential, from 1 to 30 seconds, reduced at random by up to half.
	const backoff = Math.round(Math.min(30 * SECOND, SECOND * 2 ** (tries - 1)) * (1 - random / 2));
	if (phase === 'refused') {
		// Nothing was processed: the service sent Retry-After, or there was no connection.
		if (retryAfterSeconds === undefined) return tries < attempts.afterRefusal ? backoff : undefined;
		const wait = Math.round((retryAfterSeconds + random) * SECOND);
		return tries < attempts.forSlot ? wait : undefined;
	}
	// A 202 has accepted the call, whatever came of its body.
	if (phase !== 'lost' || status === 202 || isChargedAgain) return undefined;
	switch (repeatAfterLoss(endpoint)) {
		case 'safe':
			return tries < attempts.afterLoss ? backoff : undefined;
		case 'sameKeyAfterHold': {
			// The service stores the key when it responds: an earlier retry would run and be charged again.
			const held = (endpoint.holdSeconds ?? limits.holdSeconds) * SECOND + HOLD_MARGIN_MS;
			return tries < attempts.sameKey ? Math.max(backoff, held - elapsedMs) : undefined;
		}
		case 'never':
			return undefined;
	}
}
