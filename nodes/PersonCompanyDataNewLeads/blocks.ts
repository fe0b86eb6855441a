import type { IDataObject, IPollFunctions } from 'n8n-workflow';

import { limits } from '../../contract/model/limits';
import { clock } from '../../core/base/clock';
import { fingerprint } from '../../core/base/fingerprint';
import { asInteger, asObject } from '../../core/base/json';
import { Memory } from '../../core/base/memory';
import type { ServiceFailure } from '../../core/client/failure';
import { isBlock } from '../../core/client/block';

/**
 * Remembers that the service refuses an account, so that polls do not ask it again and again: also a refused request
 * counts. In the process, and with the workflow as far as n8n stores it there.
 */

const HOUR_MS = 60 * 60 * 1000;
const MOST_ACCOUNTS = 500;
const blocked = new Memory<number>(MOST_ACCOUNTS, limits.blockHours * HOUR_MS);

/** How long a failure makes further requests useless; 0 when the next poll may ask again. */
function blockMs({ kind, phase, retryAfterSeconds }: ServiceFailure): number {
	if (isBlock(kind)) {
		// The start of the next monthly period is not known: one request a day finds out.
		return retryAfterSeconds === undefined ? limits.blockHours * HOUR_MS : retryAfterSeconds * 1000;
	}
	// A wrong key or missing credits are put right by the user.
	return phase === 'blocked' ? HOUR_MS : 0;
}

const nameOf = (account: string): string => fingerprint('blocked', account).slice(0, 20);

/** When the service may be asked again; `undefined` when it may now. */
export function blockedUntil(context: IPollFunctions, account: string): number | undefined {
	const name = nameOf(account);
	const stored = asObject(context.getWorkflowStaticData('node').blocked);
	const until = Math.max(
		blocked.get(name) ?? 0,
		stored.account === name ? (asInteger(stored.until) ?? 0) : 0,
	);
	return until > clock.now() ? until : undefined;
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
	const ms = blockMs(failure);
	if (ms === 0) return undefined;
	const until = clock.now() + ms;
	const name = nameOf(account);
	blocked.keep(name, until, ms);
	const stored: IDataObject = { account: name, until };
	context.getWorkflowStaticData('node').blocked = stored;
	return until;
}
