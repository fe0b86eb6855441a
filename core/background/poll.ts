import { digits, duration, plural } from '../base/text';
import { limits } from '../../contract/model/limits';
import { attempt } from '../base/async';
import { clock } from '../base/clock';
import { NotSent, ServiceFailure } from '../client/failure';
import type { Service } from '../client/service';
import { StillRunning, UnfinishedWork } from '../output/outcome';

/** In records. */
export interface Progress {
	readonly done?: number;
	readonly total?: number;
}

export interface Polling<T> {
	/** 0 polls once. */
	readonly limitSeconds: number;
	readonly firstPollMs?: number;
	/** Must not retry; `undefined` while there is no result. */
	readonly ask: () => Promise<T | undefined>;
	/** Such as `batch 12`, for progress messages. */
	readonly what?: string;
	readonly progress?: () => Progress | undefined;
}

export interface Work {
	readonly kind: 'batch' | 'job';
	readonly id: string;
	readonly reader: string;
}

/**
 * Waits until the work has a result.
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
		`${named(work)} isn't complete${after}${progress}`,
		howToGoOn(work),
	);
}

const named = ({ kind, id }: Work): string => `${kind === 'batch' ? 'Batch' : 'Job'} ${id}`;

const howToGoOn = ({ kind, id, reader }: Work): string =>
	`It keeps running, and reading it is free: use '${reader}' with the ${kind} ID ${id}.`;

/** Adds to an error which work it concerns and how to get its result. */
export function unread(work: Work, error: Error): Error {
	if (!(error instanceof ServiceFailure || error instanceof NotSent)) return error;
	const { kind, id } = work;
	const { message, advice } = error;
	if (error instanceof NotSent || error.kind !== 'notFound')
		return new UnfinishedWork(kind, id, `${named(work)}: ${message}`, `${advice} ${howToGoOn(work)}`);
	return new UnfinishedWork(
		kind,
		id,
		`The service found no ${kind} ${id}`,
		`Check the ${kind} ID, and that the API key belongs to the account that created it.`,
	);
}

/**
 * Polls until there is a result, at intervals that adapt to progress, since each poll counts toward the daily
 * request limit. Only for calls that are free while there is no result. The next poll replaces a failed one.
 * @returns `undefined` when the time limit passed without a result
 * @throws ServiceFailure when polling again would not help, or the last poll failed
 */
export async function poll<T>(service: Service, polling: Polling<T>): Promise<T | undefined> {
	const { limitSeconds, firstPollMs = 0, ask } = polling;
	const startedAt = clock.now();
	let pauseMs = Math.min(firstPollMs, limitSeconds * SECOND);
	for (let polls = 1; ; polls++) {
		await service.session.sleep(pauseMs);
		const asked = await attempt(ask());
		if (!asked.ok && !isPassing(asked.error)) throw asked.error;
		if (asked.ok && asked.value !== undefined) return asked.value;
		const elapsedMs = clock.now() - startedAt;
		const left = limitSeconds * SECOND - elapsedMs;
		// Polling again this soon would not help.
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

const inWords = (what: string, { done, total }: Progress = {}, elapsedMs: number, pauseMs: number): string =>
	`Waiting for ${what}: ${
		done === undefined || total === undefined
			? 'not done'
			: `${digits(done)} of ${plural(total, 'record')} done`
	} after ${duration(seconds(elapsedMs))}, asking again in ${duration(seconds(pauseMs))}.`;

/** Whether a failed poll says nothing about the work itself, so that the next one may succeed. */
export const isPassing = (error: Error): boolean =>
	error instanceof ServiceFailure && (error.phase === 'lost' || error.phase === 'refused');

const SECOND = 1000;
const LONG_MS = 300 * SECOND;

/**
 * Milliseconds until the work should be done at its current pace; at least the shortest useful interval, at most
 * five minutes or a quarter of the elapsed time, whichever is longer.
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
