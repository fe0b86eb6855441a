import type { Endpoint } from '../../contract/model/endpoint';
import { limits } from '../../contract/model/limits';
import { nextPollMs } from './batchStatus';
import { clock } from '../base/clock';
import { ServiceFailure } from '../client/failure';
import type { Service } from '../client/service';
import { attempt } from '../base/async';

/** A question that is asked again and again until it is there. */
export interface Question<T> {
	/** The endpoint that is asked, for the message when the user stops the wait. */
	readonly endpoint: Endpoint;
	/** Longest wait in seconds; 0 asks once. */
	readonly limitSeconds: number;
	/** Milliseconds before the first question. */
	readonly firstPollMs?: number;
	/** Asks once, without repeats; `undefined` while it is not ready. */
	readonly ask: () => Promise<T | undefined>;
}

/** Failures of a single question that say nothing of the work: the next question may well get through. */
const isPassing = (error: Error): boolean =>
	error instanceof ServiceFailure && (error.phase === 'lost' || error.phase === 'refused');

/**
 * Asks until there is an answer, at growing intervals; each question counts against the account's daily
 * requests. Only for questions that cost nothing while there is no answer.
 * @returns `undefined` when the limit passed without an answer.
 * @throws ServiceFailure when asking again would be of no use.
 */
export async function waitUntilReady<T>(service: Service, awaited: Question<T>): Promise<T | undefined> {
	const { endpoint, limitSeconds, ask } = awaited;
	const startedAt = clock.now();
	let pauseMs = awaited.firstPollMs ?? 0;
	for (let polls = 1; ; polls++) {
		await service.sleep(pauseMs, endpoint);
		const asked = await attempt(ask());
		if (!asked.ok && !isPassing(asked.error)) throw asked.error;
		if (asked.ok && asked.value !== undefined) return asked.value;
		const left = limitSeconds * 1000 - (clock.now() - startedAt);
		// A last question right after the one before would gain nothing.
		if (left < limits.pollSeconds * 1000) {
			if (!asked.ok) throw asked.error;
			return undefined;
		}
		pauseMs = Math.min(nextPollMs(undefined, clock.now() - startedAt, polls), left);
	}
}
