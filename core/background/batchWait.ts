import { endpoints } from '../../contract';
import { limits } from '../../contract/model/limits';
import { nextPollMs, readStatus, type BatchStatus } from './batchStatus';
import { clock } from '../base/clock';
import { quoted } from '../base/redact';
import type { Connection } from '../client/connection';
import { explain } from '../client/explain';
import { ServiceFailure } from '../client/failure';
import type { Call } from '../client/request';
import type { Service } from '../client/service';
import { attempt } from '../base/async';
import { UnfinishedWork } from '../output/unfinished';

/** Ends a wait without the result; says how to go on, since the batch itself is paid for and keeps running. */
export class BatchError extends UnfinishedWork {
	constructor(
		batchId: string,
		message: string,
		/** The last status that was read, with any records in it. */
		readonly status?: BatchStatus,
	) {
		super('batch', batchId, message, status?.state === 'failed');
	}
}

const howToGoOn = (id: string): string =>
	`The batch keeps running and reading its result costs nothing: go on with Enrichment Batch > Wait for Completion and the batch ID ${id}.`;

const statusCall = (id: string): Call => ({
	endpoint: endpoints.batchStatus,
	path: { id_processamento: id },
});

/** Reads the status of a batch. Free. */
export async function fetchStatus(service: Service, id: string): Promise<BatchStatus> {
	return readStatus((await service.call(statusCall(id))).body);
}

/** Failures of a single poll that say nothing of the batch: the next poll may well get through. */
const isPassing = (error: unknown): boolean =>
	error instanceof ServiceFailure && (error.phase === 'lost' || error.phase === 'refused');

export interface WaitOptions {
	/** Longest wait in seconds. */
	readonly limitSeconds: number;
	/** Milliseconds before the first poll; 0 for a batch that may be done already. */
	readonly firstPollMs?: number;
}

/**
 * Polls a batch until it is closed.
 * @throws BatchError when the limit passes, the whole batch failed, or the status cannot be read any more.
 */
export async function waitForBatch(service: Service, id: string, options: WaitOptions): Promise<BatchStatus> {
	const startedAt = clock.now();
	const limitMs = options.limitSeconds * 1000;
	let status: BatchStatus | undefined;
	let pauseMs = options.firstPollMs ?? limits.pollSeconds * 1000;
	for (let polls = 1; ; polls++) {
		const left = limitMs - (clock.now() - startedAt);
		const pause = Math.max(0, Math.min(pauseMs, left));
		// A last poll right after the one before would gain nothing.
		if (polls > 1 && pause < limits.pollSeconds * 1000) throw timeLimit(id, status, options.limitSeconds);
		const polled = await attempt(poll(service, id, pause));
		if (polled.ok) status = polled.value;
		else if (!isPassing(polled.error)) throw withBatch(id, polled.error, status);
		if (status?.state === 'completed') return status;
		if (status?.state === 'failed') throw failedBatch(id, status, service.session.connection);
		pauseMs = nextPollMs(status, clock.now() - startedAt, polls);
	}
}

/** Waits, then reads the status once; should that fail, the next poll is the repeat. */
async function poll(service: Service, id: string, pauseMs: number): Promise<BatchStatus> {
	await service.sleep(pauseMs, endpoints.batchStatus);
	return readStatus((await service.try(statusCall(id))).body);
}

function withBatch(id: string, error: unknown, status?: BatchStatus): Error {
	if (!(error instanceof ServiceFailure)) return error as Error;
	if (error.kind === 'notFound') {
		return new BatchError(
			id,
			`The service knows no batch ${id}. Check the batch ID and that the key belongs to the account that submitted it.`,
		);
	}
	const { message, advice } = explain(error);
	return new BatchError(id, `While waiting for batch ${id}: ${message}. ${advice} ${howToGoOn(id)}`, status);
}

/** The error of a batch that failed as a whole; any records it has are in its status. */
export function failedBatch(id: string, status: BatchStatus, { redact }: Connection): BatchError {
	return new BatchError(
		id,
		`The service could not process batch ${id}${quoted(status.reason, redact)}. Records that failed are refunded.`,
		status,
	);
}

function timeLimit(id: string, status: BatchStatus | undefined, limitSeconds: number): BatchError {
	const progress =
		status?.done === undefined || status.total === undefined
			? ''
			: ` (${status.done} of ${status.total} records done)`;
	return new BatchError(
		id,
		`Batch ${id} was not complete after ${limitSeconds} seconds${progress}. ${howToGoOn(id)}`,
		status,
	);
}
