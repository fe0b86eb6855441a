import type { IDataObject, IExecuteFunctions, IWebhookFunctions } from 'n8n-workflow';

import { clock } from '../base/clock';
import { Memory } from '../base/memory';
import type { Connection } from '../client/connection';
import { Pace, DEFAULT_REQUESTS_PER_MINUTE } from '../client/pace';
import { Session } from '../client/session';

interface Shared {
	readonly pace: Pace;
	/** What one call learns for the next, such as a limit that was reached. */
	readonly memory: IDataObject;
}

const MOST_ACCOUNTS = 500;
/** The longest block of an account lasts a day. */
const SHARED_MS = 24 * 60 * 60 * 1000;
const shared = new Memory<Shared>(MOST_ACCOUNTS, SHARED_MS);

interface Limits {
	readonly concurrency: number;
	/** 0 for no limit. */
	readonly requestsPerMinute?: number;
}

/**
 * The session of one webhook call; it shares its rate limit with all others of the account, as many may
 * arrive at once.
 */
export function webhookSession(
	context: IWebhookFunctions,
	connection: Connection,
	{ concurrency, requestsPerMinute = DEFAULT_REQUESTS_PER_MINUTE }: Limits,
): Session {
	const key = `${connection.account} ${concurrency} ${requestsPerMinute}`;
	const { pace, memory } = shared.use(key, () => ({
		pace: new Pace({
			ceiling: concurrency,
			...(requestsPerMinute > 0 && { perMinute: requestsPerMinute }),
			sleep: async (ms) => await clock.sleep(ms),
		}),
		memory: {},
	}));
	return new Session(asExecution(context, memory), connection, { concurrency, requestsPerMinute }, pace);
}

/**
 * Adapts the context of a webhook call to what a session needs: n8n provides it with neither a node context
 * nor a cancel signal.
 */
function asExecution(context: IWebhookFunctions, memory: IDataObject): IExecuteFunctions {
	const added: Readonly<Record<string | symbol, unknown>> = {
		getContext: () => memory,
		getExecutionCancelSignal: () => undefined,
	};
	return new Proxy(context, {
		get: (target, name) => (name in added ? added[name] : (Reflect.get(target, name) as unknown)),
		// A session uses nothing else of an execution that a webhook call lacks.
	}) as unknown as IExecuteFunctions;
}
