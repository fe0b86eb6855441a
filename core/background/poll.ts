import { duration } from '../base/text';
import { limits } from '../../contract/model/limits';
import { attempt } from '../base/async';
import { clock } from '../base/clock';
import { explained } from '../base/errors';
import { NotSent, ServiceFailure } from '../client/failure';
import type { Service } from '../client/service';
import { StillRunning, UnfinishedWork } from '../output/result';
import type { BatchStatus } from '../read/batch';

export interface Polling<T> {
	/** 0 polls once. */
	readonly limitSeconds: number;
	readonly firstPollMs?: number;
	/** Must not retry; `undefined` while there is no result. */
	readonly ask: () => Promise<T | undefined>;
	readonly progress?: () => BatchStatus['fields'] | undefined;
}

export interface Work {
	readonly kind: 'batch' | 'job';
	readonly id: string;
	readonly reader: string;
}

/** @throws StillRunning when the limit passes or the run may not ask again; UnfinishedWork when polling again would not help */
export async function waitFor<T>(service: Service, work: Work, polling: Polling<T>): Promise<T> {
	const ended = await attempt(poll(service, polling));
	if (ended.ok && ended.value !== undefined) return ended.value;
	const notAsked = !ended.ok && ended.error instanceof NotSent ? ended.error : undefined;
	if (!ended.ok && notAsked === undefined && !isPassing(ended.error)) throw unread(work, ended.error);
	const { kind, id } = work;
	const title = notComplete(work, notAsked === undefined ? polling.limitSeconds : 0);
	throw new StillRunning(kind, id, title, `${notAsked ? `${explained(notAsked)} ` : ''}${howToGoOn(work)}`);
}

const named = ({ kind, id }: Work): string => `${kind === 'batch' ? 'Batch' : 'Job'} ${id}`;

export const notComplete = (work: Work, limitSeconds: number): string =>
	`${named(work)} isn't complete${limitSeconds === 0 ? '' : ` after ${duration(limitSeconds)}`}`;

export const howToGoOn = ({ kind, id, reader }: Work): string =>
	`It keeps running, and reading it is free: use '${reader}' with the ${kind} ID ${id}.`;

function unread(work: Work, error: Error): Error {
	if (!(error instanceof ServiceFailure)) return error;
	const { kind, id } = work;
	const { message, advice } = error;
	if (error.kind !== 'notFound') {
		const advised = `${message}. ${advice} ${named(work)} was submitted: don't submit it again. ${howToGoOn(work)}`;
		return new UnfinishedWork(kind, id, `${named(work)} could not be read`, advised);
	}
	return new UnfinishedWork(
		kind,
		id,
		`The service found no ${kind} ${id}`,
		`Check the ${kind} ID, and that the API key belongs to the account that created it.`,
	);
}

/** Until the work should be done at its pace; bounded, since each poll counts toward the daily request limit. */
function pauseBeforePollMs(
	{ completados: done = 0, total_registros: total = 0 }: BatchStatus['fields'],
	elapsedMs: number,
): number {
	const estimate = done > 0 && total > done ? (elapsedMs * (total - done)) / done : elapsedMs / 2;
	const longest = Math.max(300 * SECOND, elapsedMs / 4);
	return Math.max(limits.pollSeconds * SECOND, Math.min(longest, estimate));
}

/** Only for calls that are free while there is no result. The next poll replaces a failed one. */
export async function poll<T>(service: Service, polling: Polling<T>): Promise<T | undefined> {
	const { limitSeconds, firstPollMs = 0, ask } = polling;
	const startedAt = clock.now();
	let pauseMs = Math.min(firstPollMs, limitSeconds * SECOND);
	for (;;) {
		await service.session.sleep(pauseMs);
		const asked = await attempt(ask());
		if (!asked.ok && !isPassing(asked.error)) throw asked.error;
		if (asked.ok && asked.value !== undefined) return asked.value;
		const elapsedMs = clock.now() - startedAt;
		const left = limitSeconds * SECOND - elapsedMs;
		if (left < limits.pollSeconds * SECOND) {
			if (!asked.ok) throw asked.error;
			return undefined;
		}
		pauseMs = Math.min(pauseBeforePollMs(polling.progress?.() ?? {}, elapsedMs), left);
	}
}

/** Whether a failed poll says nothing about the work itself, so that the next one may succeed. */
const isPassing = (error: Error): boolean =>
	error instanceof ServiceFailure && (error.phase === 'lost' || error.phase === 'notProcessed');

const SECOND = 1000;
