import { randomUUID } from 'node:crypto';

import type { IContextObject, IExecuteFunctions, IPollFunctions, IWebhookFunctions } from 'n8n-workflow';

import { assumedLimits } from '../../contract/model/limits';
import { Memory } from '../base/memory';
import type { Connection } from '../client/connection';
import { Pace } from '../client/pace';
import type { RunState } from '../client/runState';
import { Session } from '../client/session';

const paces = new Memory<Pace>(500);

/** Many webhook calls and polls may arrive at once, so they share a rate limit by account and purpose. */
export function sharedSession(
	context: IWebhookFunctions | IPollFunctions,
	connection: Connection,
	purpose: 'callbacks' | 'events' | 'polls',
	{
		requestsPerMinute = connection.pace.maxRequestsPerMinute ?? assumedLimits.requestsPerMinute,
		signal,
	}: { readonly requestsPerMinute?: number; readonly signal?: AbortSignal } = {},
): Session {
	const limits = { concurrency: assumedLimits.concurrentRequests, requestsPerMinute };
	const pace = paces.use(`${connection.account} ${purpose} ${requestsPerMinute}`, () => new Pace(limits));
	return new Session(asExecution(context, signal), connection, limits, pace);
}

/** n8n gives webhook calls and polls no node context, no cancel signal and no place for hints. */
function asExecution(context: IWebhookFunctions | IPollFunctions, signal?: AbortSignal): IExecuteFunctions {
	// Each gets its own answers: a later poll may get different ones.
	const state: RunState = { execution: randomUUID() };
	return Object.assign(Object.create(context) as IExecuteFunctions, {
		getContext: () => state as IContextObject,
		getExecutionCancelSignal: () => signal,
		addExecutionHints: undefined,
		// There are no runs to distinguish, and a poll has no execution.
		evaluateExpression: () => 0,
		getExecutionId: () => '',
	});
}
