import { digits, duration, plural } from '../base/text';
import type { Endpoint } from '../../contract/model/endpoint';
import { limits } from '../../contract/model/limits';
import { attempt } from '../base/async';
import { clock } from '../base/clock';
import { explained } from '../client/explain';
import { ServiceFailure } from '../client/failure';
import type { Service } from '../client/service';
import { StillRunning, UnfinishedWork } from '../output/unfinished';

/** Progress of work on the service, in records, as far as known. */
export interface Progress {
	readonly done?: number;
	readonly total?: number;
}

export interface Polling<T> {
	/** The polled endpoint, for the message when the user stops the wait. */
	readonly endpoint: Endpoint;
	/** Maximum wait in seconds; 0 polls once. */
	readonly limitSeconds: number;
	/** Milliseconds before the first poll. */
	readonly firstPollMs?: number;
	/** Polls once, without retries; `undefined` while there is no result. */
	readonly ask: () => Promise<T | undefined>;
	/** What is waited for, such as `batch 12`, to tell the user how far it is. */
	readonly what?: string;
	/** The progress reported by the last response. */
	readonly progress?: () => Progress | undefined;
}

/** A batch or job of the service, and the operation that reads its result. */
export interface Work {
	readonly kind: 'batch' | 'job';
	readonly id: string;
	readonly reader: string;
}

/**
 * Waits for work until its reader has a result.
 * @throws StillRunning when the limit passes; ServiceFailure when polling again would not help
 */
export async function waitFor<T>(service: Service, work: Work, polling: Polling<T>): Promise<T> {
	const ended = await attempt(poll(service, { ...polling, what: `${work.kind} ${work.id}` }));
	if (ended.ok && ended.value !== undefined) return ended.value;
	if (!ended.ok && !isPassing(ended.error)) throw ended.error;
	const after = polling.limitSeconds === 0 ? '' : ` after ${duration(polling.limitSeconds)}`;
	const { done, total } = polling.progress?.() ?? {};
	const progress =
		done === undefined || total === undefined ? '' : ` (${digits(done)} of ${plural(total, 'record')} done)`;
	throw new StillRunning(
		work.kind,
		work.id,
		`${work.kind === 'batch' ? 'Batch' : 'Job'} ${work.id} was not complete${after}${progress}. ${howToGoOn(work)}`,
	);
}

const howToGoOn = ({ kind, id, reader }: Work): string =>
	`It keeps running and reading its result is free: continue with ${reader} and the ${kind} ID ${id}.`;

/** The error of work whose result cannot be read, with what it was for and how to get its result. */
export function unread(work: Work, error: Error): Error {
	if (!(error instanceof ServiceFailure)) return error;
	const { kind, id } = work;
	return new UnfinishedWork(
		kind,
		id,
		error.kind === 'notFound'
			? `The service found no ${kind} ${id}. Check the ${kind} ID, and that the API key belongs to the account that created it.`
			: `While waiting for ${kind} ${id}: ${explained(error)} ${howToGoOn(work)}`,
	);
}

/**
 * Polls until there is a result, at intervals that adapt to progress. Each poll counts toward the account's
 * daily request limit. Only for calls that are free while there is no result. A failed poll is not retried:
 * the next poll takes its place.
 * @returns `undefined` when the time limit passed without a result
 * @throws ServiceFailure when polling again would not help, or the last poll failed
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
		// One more poll right after this one would not help.
		if (left < limits.pollSeconds * SECOND) {
			if (!asked.ok) throw asked.error;
			return undefined;
		}
		const progress = polling.progress?.();
		pauseMs = Math.min(nextPollMs(progress, elapsedMs, polls), left);
		const { what } = polling;
		if (what !== undefined) service.session.tell(inWords(what, progress, elapsedMs, pauseMs));
	}
}

const seconds = (ms: number): number => Math.round(ms / SECOND);

/** How far the work is, and when it is looked at again. */
const inWords = (what: string, { done, total }: Progress = {}, elapsedMs: number, pauseMs: number): string =>
	`Waiting for ${what}: ${
		done === undefined || total === undefined
			? 'not done'
			: `${digits(done)} of ${plural(total, 'record')} done`
	} after ${duration(seconds(elapsedMs))}, asking again in ${duration(seconds(pauseMs))}.`;

/** Whether a failed poll says nothing about the work itself: the next poll may succeed. */
export const isPassing = (error: Error): boolean =>
	error instanceof ServiceFailure && (error.phase === 'lost' || error.phase === 'refused');

const SECOND = 1000;
/** The longest pause, unless a quarter of the elapsed time is longer. */
const LONG_MS = 300 * SECOND;

/**
 * Milliseconds before the next poll: the estimated remaining time at the pace so far, but at least the
 * shortest useful interval, and at most five minutes or a quarter of the elapsed time, whichever is
 * longer.
 */
export function nextPollMs(progress: Progress | undefined, elapsedMs: number, polls: number): number {
	const { done = 0, total = 0 } = progress ?? {};
	const estimate =
		done > 0 && total > done
			? (elapsedMs * (total - done)) / done
			: limits.pollSeconds * SECOND * 1.5 ** Math.max(0, polls - 1);
	const longest = Math.max(LONG_MS, elapsedMs / 4);
	return Math.round(Math.min(longest, Math.max(limits.pollSeconds * SECOND, estimate)));
}
