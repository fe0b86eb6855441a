import type { Endpoint } from '../../contract/model/endpoint';
import { limits } from '../../contract/model/limits';
import { attempt } from '../base/async';
import { clock } from '../base/clock';
import { ServiceFailure } from '../client/failure';
import type { Service } from '../client/service';

/** How far work at the service is, in records, as far as that is known. */
export interface Progress {
	readonly done?: number;
	readonly total?: number;
}

export interface Polling<T> {
	/** The endpoint that is polled, for the message when the user stops the wait. */
	readonly endpoint: Endpoint;
	/** Longest wait in seconds; 0 asks once. */
	readonly limitSeconds: number;
	/** Milliseconds before the first poll. */
	readonly firstPollMs?: number;
	/** Asks once, without repeats; `undefined` while it is not ready. */
	readonly ask: () => Promise<T | undefined>;
	/** The progress that the last answer told of. */
	readonly progress?: () => Progress | undefined;
}

/**
 * Polls until there is a result, at intervals that follow the progress; every poll counts against the account's
 * daily requests. Only for calls that cost nothing while there is no result. A poll that failed is not repeated:
 * the next one is the repeat.
 * @returns `undefined` when the limit passed without a result
 * @throws ServiceFailure when polling again is of no use, or the last poll failed
 */
export async function poll<T>(service: Service, polling: Polling<T>): Promise<T | undefined> {
	const { endpoint, limitSeconds, firstPollMs = 0, ask } = polling;
	const startedAt = clock.now();
	let pauseMs = Math.min(firstPollMs, limitSeconds * SECOND);
	for (let polls = 1; ; polls++) {
		await service.sleep(pauseMs, endpoint);
		const asked = await attempt(ask());
		if (!asked.ok && !isPassing(asked.error)) throw asked.error;
		if (asked.ok && asked.value !== undefined) return asked.value;
		const elapsedMs = clock.now() - startedAt;
		const left = limitSeconds * SECOND - elapsedMs;
		// A last poll right after this one would gain nothing.
		if (left < limits.pollSeconds * SECOND) {
			if (!asked.ok) throw asked.error;
			return undefined;
		}
		pauseMs = Math.min(nextPollMs(polling.progress?.(), elapsedMs, polls), left);
	}
}

/** Failures of a single poll that say nothing of the work: the next poll may well get through. */
export const isPassing = (error: Error): boolean =>
	error instanceof ServiceFailure && (error.phase === 'lost' || error.phase === 'refused');

const SECOND = 1000;
/** Pauses grow no longer than this, or than a quarter of what was waited already. */
const LONG_MS = 300 * SECOND;

/**
 * Milliseconds before the next poll: the time that the rest takes at the pace so far, but at least what the
 * service finds useful, and at most five minutes or a quarter of the time so far.
 */
export function nextPollMs(progress: Progress | undefined, elapsedMs: number, polls: number): number {
	const { done, total } = progress ?? {};
	const estimate =
		done !== undefined && total !== undefined && done > 0 && total > done
			? (elapsedMs * (total - done)) / done
			: limits.pollSeconds * SECOND * 1.5 ** Math.max(0, polls - 1);
	const longest = Math.max(LONG_MS, elapsedMs / 4);
	return Math.round(Math.min(longest, Math.max(limits.pollSeconds * SECOND, estimate)));
}
