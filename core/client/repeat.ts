import { repeatAfterLoss } from '../../contract/model/billing';
import type { Endpoint } from '../../contract/model/endpoint';
import { limits } from '../../contract/model/limits';
import { clock } from '../base/clock';
import type { ServiceFailure } from './failure';

/** Attempts per call, including the first: each counts against the account's daily requests. */
export const attempts = { afterLoss: 4, afterRefusal: 4, forSlot: 24, sameKey: 3 } as const;

const SECOND = 1000;

/** By then the service has ended a call: it stores a key when it responds, so an earlier repeat would be charged. */
export const heldMs = ({ holdSeconds = limits.holdSeconds }: Endpoint): number => (holdSeconds + 10) * SECOND;

/** Milliseconds until a failed call is repeated, if at all. What a lost call may cost again is in `AFTER_LOSS`. */
export function waitBeforeRepeat(
	{ phase, endpoint, status, isChargedAgain, retryAfterSeconds, elapsedMs = 0 }: ServiceFailure,
	tries: number,
	random = clock.random(),
): number | undefined {
	// Exponential, 1 to 30 seconds, less up to half at random.
	const backoff = Math.round(Math.min(30 * SECOND, SECOND * 2 ** (tries - 1)) * (1 - random / 2));
	if (phase === 'notProcessed') {
		// The service sent Retry-After, or there was no connection.
		if (retryAfterSeconds === undefined) return tries < attempts.afterRefusal ? backoff : undefined;
		const wait = Math.round((retryAfterSeconds + random) * SECOND);
		return tries < attempts.forSlot ? wait : undefined;
	}
	// A 202 accepted the call, whatever became of its body.
	if (phase !== 'lost' || status === 202 || isChargedAgain) return undefined;
	switch (repeatAfterLoss(endpoint)) {
		case 'safe':
			return tries < attempts.afterLoss ? backoff : undefined;
		case 'sameKeyAfterHold':
			return tries < attempts.sameKey ? Math.max(backoff, heldMs(endpoint) - elapsedMs) : undefined;
		case 'never':
			return undefined;
	}
}
