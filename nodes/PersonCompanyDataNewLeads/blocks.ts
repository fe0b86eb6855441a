import type { IDataObject, IPollFunctions } from 'n8n-workflow';

import { limits } from '../../contract/model/limits';
import { clock } from '../../core/base/clock';
import { fingerprint } from '../../core/base/fingerprint';
import { asInteger, isObject } from '../../core/base/json';
import { isBlock, type ServiceFailure } from '../../core/client/failure';

/**
 * Remembers with the workflow that the service refuses its account, so that polls do not ask it again and again: also
 * a refused request counts.
 */

const HOUR_MS = 60 * 60 * 1000;
/** No limit of the service lasts longer: what is stored beyond it would end the polls for good. */
const LONGEST_MS = 31 * 24 * HOUR_MS;

/** How long a failure makes further requests useless; 0 when the next poll may ask again. */
function blockMs({ kind, phase, blockedUntil: end }: ServiceFailure): number {
	if (isBlock(kind)) {
		// The start of the next monthly period is not known: one request a day finds out.
		return end === undefined ? limits.blockHours * HOUR_MS : end - clock.now();
	}
	// A wrong key or missing credits are put right by the user.
	return phase === 'blocked' ? HOUR_MS : 0;
}

const nameOf = (account: string): string => fingerprint('blocked', account).slice(0, 20);

/** When the service may be asked again; `undefined` when it may now. */
export function blockedUntil(context: IPollFunctions, account: string): number | undefined {
	const { blocked } = context.getWorkflowStaticData('node');
	const stored = isObject(blocked) ? blocked : {};
	const until = stored.account === nameOf(account) ? (asInteger(stored.until) ?? 0) : 0;
	const left = until - clock.now();
	return left > 0 && left <= LONGEST_MS ? until : undefined;
}

/**
 * Remembers a failure that will last.
 * @returns when the service is asked again; `undefined` for one that may pass
 */
export function rememberBlock(
	context: IPollFunctions,
	account: string,
	failure: ServiceFailure,
): number | undefined {
	const ms = Math.min(LONGEST_MS, blockMs(failure));
	if (ms === 0) return undefined;
	const until = clock.now() + ms;
	const stored: IDataObject = { account: nameOf(account), until };
	context.getWorkflowStaticData('node').blocked = stored;
	return until;
}
