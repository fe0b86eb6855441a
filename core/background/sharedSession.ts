import type { IContextObject, IExecuteFunctions, IPollFunctions, IWebhookFunctions } from 'n8n-workflow';

import { uniqueText } from '../base/fingerprint';
import { Memory } from '../base/memory';
import type { Connection } from '../client/connection';
import { Pace, DEFAULT_REQUESTS_PER_MINUTE } from '../client/pace';
import type { RunState } from '../client/runState';
import { Session } from '../client/session';

const MOST_ACCOUNTS = 500;
const shared = new Memory<unknown>(MOST_ACCOUNTS);

/** State that webhook calls and polls share by account, such as their rate limit. */
export const sharedBy = <T>(key: string, make: () => T): T => shared.use(key, make) as T;

interface Limits {
	readonly concurrency: number;
	readonly requestsPerMinute?: number;
	/** Each purpose has a rate limit of its own, so that none waits for another. */
	readonly purpose: 'callbacks' | 'events' | 'polls';
	/** Aborts waiting for the rate limit. */
	readonly signal?: AbortSignal;
}

/** Many webhook calls and polls may arrive at once, so they share a rate limit by account and purpose. */
export function sharedSession(
	context: IWebhookFunctions | IPollFunctions,
	connection: Connection,
	{
		concurrency,
		requestsPerMinute = connection.pace.maxRequestsPerMinute ?? DEFAULT_REQUESTS_PER_MINUTE,
		purpose,
		signal,
	}: Limits,
): Session {
	const key = `${connection.account} ${purpose} ${concurrency} ${requestsPerMinute}`;
	const limits = { concurrency, requestsPerMinute };
	const pace = sharedBy(key, () => new Pace(limits));
	return new Session(asExecution(context, signal), connection, limits, pace);
}

/** n8n gives webhook calls and polls no node context, no cancel signal and no place for hints. */
function asExecution(context: IWebhookFunctions | IPollFunctions, signal?: AbortSignal): IExecuteFunctions {
	// Each gets its own answers: a later poll may get different ones.
	const state: RunState = { execution: uniqueText() };
	return Object.assign(Object.create(context) as IExecuteFunctions, {
		getContext: () => state as IContextObject,
		getExecutionCancelSignal: () => signal,
		addExecutionHints: undefined,
		// There are no runs to distinguish, and a poll has no execution.
		evaluateExpression: () => 0,
		getExecutionId: () => '',
	});
}
