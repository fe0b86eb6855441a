import type { IExecuteFunctions, IPollFunctions, IWebhookFunctions } from 'n8n-workflow';

import { clock } from '../base/clock';
import { Memory } from '../base/memory';
import type { Connection } from '../client/connection';
import { Pace, DEFAULT_REQUESTS_PER_MINUTE } from '../client/pace';
import type { RunState } from '../client/runState';
import { Session } from '../client/session';

const MOST_ACCOUNTS = 500;
const SHARED_MS = 24 * 60 * 60 * 1000;
const shared = new Memory<unknown>(MOST_ACCOUNTS, SHARED_MS);

/** What calls from outside and polls share, by account, such as their rate limit. */
export const sharedBy = <T>(key: string, make: () => T): T => shared.use(key, make) as T;

interface Limits {
	readonly concurrency: number;
	/** 0 for no limit. */
	readonly requestsPerMinute?: number;
	/** Calls of one purpose share their rate limit; those of another do not wait for them. */
	readonly purpose: 'callbacks' | 'events' | 'polls';
	/** Ends the waiting for the rate limit. */
	readonly signal?: AbortSignal;
}

/**
 * The session of one webhook call or poll; it shares its rate limit with all others of the account and purpose,
 * as many may come at once.
 */
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
	const newPace = (): Pace =>
		new Pace({
			ceiling: concurrency,
			...(requestsPerMinute > 0 && { perMinute: requestsPerMinute }),
			sleep: async (ms) => await clock.sleep(ms),
		});
	const pace = sharedBy(key, newPace);
	// Its responses end with the session: a later poll may ask the same and get something else.
	const execution = asExecution(context, {}, signal);
	return new Session(execution, connection, { concurrency, requestsPerMinute }, pace);
}

/**
 * Adapts the context of a webhook call or poll to what a session needs: n8n provides it with neither a node
 * context nor a cancel signal, and has no place for its hints.
 */
function asExecution(
	context: IWebhookFunctions | IPollFunctions,
	state: RunState,
	signal?: AbortSignal,
): IExecuteFunctions {
	const added: Readonly<Record<string | symbol, unknown>> = {
		getContext: () => state,
		getExecutionCancelSignal: () => signal,
		addExecutionHints: undefined,
		// There are no runs to tell apart, and a poll has no execution.
		evaluateExpression: () => 0,
		getExecutionId: () => '',
	};
	return new Proxy(context, {
		get: (target, name) => (name in added ? added[name] : (Reflect.get(target, name) as unknown)),
		// A session uses nothing else of an execution that these contexts lack.
	}) as unknown as IExecuteFunctions;
}
