import type { IDataObject, IWebhookFunctions } from 'n8n-workflow';

import { clock } from '../base/clock';
import type { Connection } from '../client/connection';
import { Pace, DEFAULT_REQUESTS_PER_MINUTE } from '../client/pace';
import { Session } from '../client/session';
import { readingContext } from './readingContext';

interface Shared {
	readonly pace: Pace;
	/** What one call finds out for the next, such as a limit that was met. */
	readonly memory: IDataObject;
}

const shared = new Map<string, Shared>();

interface Limits {
	readonly concurrency: number;
	/** 0 for no limit. */
	readonly requestsPerMinute?: number;
}

/** A session of one webhook call, which keeps pace with all others of the account: many may come at once. */
export function sessionFor(
	context: IWebhookFunctions,
	connection: Connection,
	{ concurrency, requestsPerMinute = DEFAULT_REQUESTS_PER_MINUTE }: Limits,
): Session {
	const key = `${connection.account} ${concurrency} ${requestsPerMinute}`;
	const { pace, memory } = shared.get(key) ?? {
		pace: new Pace({
			ceiling: concurrency,
			...(requestsPerMinute > 0 && { perMinute: requestsPerMinute }),
			sleep: async (ms) => await clock.sleep(ms),
		}),
		memory: {},
	};
	shared.set(key, { pace, memory });
	return new Session(readingContext(context, memory), connection, { concurrency, requestsPerMinute }, pace);
}
