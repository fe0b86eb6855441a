import { digits, duration, plural } from '../base/text';
import { endpoints } from '../../contract';
import { limits } from '../../contract/model/limits';
import { UnknownAnswer } from '../read/answer';
import { readStatus, type BatchStatus } from '../read/batch';
import { isPassing, poll } from './poll';
import { quoted } from '../base/redact';
import type { Connection } from '../client/connection';
import { explained } from '../client/explain';
import { ServiceFailure } from '../client/failure';
import type { FreeCall, Reply } from '../client/request';
import type { Service } from '../client/service';
import { attempt } from '../base/async';
import { UnfinishedWork } from '../output/unfinished';

/** Ends a wait without the result and says how to continue: the batch is paid for and keeps running. */
export class BatchError extends UnfinishedWork {
	constructor(
		batchId: string,
		message: string,
		/** The last status read, with its records, if any. */
		readonly status?: BatchStatus,
	) {
		super(
			'batch',
			batchId,
			message,
			status?.state !== 'failed' ? 'waiting' : status.isRefunded ? 'failed' : 'uncertain',
		);
	}
}

const howToGoOn = (id: string): string =>
	`The batch keeps running and reading its result is free: continue with Enrichment Batch > Wait for Completion and the batch ID ${id}.`;

const statusCall = (id: string): FreeCall => ({
	endpoint: endpoints.batchStatus,
	path: { id_processamento: id },
});

/**
 * The status in a reply. A failure in which nothing is about a batch is one of the answer: it may pass.
 * @throws UnknownAnswer
 */
function statusIn({ body, status: code }: Reply, id: string): BatchStatus {
	const status = readStatus(body);
	if (status.isUnknown) throw new UnknownAnswer(status.raw, { batchId: id });
	if (status.isOfBatch || status.state !== 'failed') return status;
	throw new ServiceFailure({
		kind: 'unreadable',
		endpoint: endpoints.batchStatus,
		status: code,
		cause: 'no batch',
	});
}

/**
 * Reads the status of a batch. Free.
 * @throws ServiceFailure when there is no answer, or one that says nothing about a batch but a failure
 */
export async function fetchStatus(service: Service, id: string): Promise<BatchStatus> {
	return statusIn(await service.call(statusCall(id)), id);
}

export interface WaitOptions {
	/** Longest wait in seconds. */
	readonly limitSeconds: number;
	/** Milliseconds before the first poll; 0 for a batch that may already be complete. */
	readonly firstPollMs?: number;
	/** Whether this execution has just submitted it, so that it is certain that there is one. */
	readonly isNew?: boolean;
}

/** How many polls may find none of a batch that this execution has just submitted: the service may not know it at once. */
const UNKNOWN_POLLS_NEW = 3;
/** How many may find none of another one: it may be as new, but the ID may also be wrong. */
const UNKNOWN_POLLS = 2;

/**
 * Polls a batch until it is complete.
 * @throws BatchError when the time limit passes, the whole batch failed, or the status cannot be read.
 */
export async function waitForBatch(
	service: Service,
	id: string,
	{ limitSeconds, firstPollMs = limits.pollSeconds * 1000, isNew = false }: WaitOptions,
): Promise<BatchStatus> {
	let status: BatchStatus | undefined;
	let unknownLeft = isNew ? UNKNOWN_POLLS_NEW : UNKNOWN_POLLS;
	let unknown: Error | undefined;
	const closed = await attempt(
		poll(service, {
			endpoint: endpoints.batchStatus,
			limitSeconds,
			firstPollMs,
			ask: async () => {
				const asked = await attempt(service.try(statusCall(id)));
				if (!asked.ok && isUnknown(asked.error) && status === undefined && unknownLeft-- > 0) {
					unknown = asked.error;
					return undefined;
				}
				if (!asked.ok) throw asked.error;
				status = statusIn(asked.value, id);
				return status.state === 'processing' ? undefined : status;
			},
			what: `batch ${id}`,
			progress: () => status,
		}),
	);
	if (!closed.ok && !isPassing(closed.error)) throw withBatch(id, closed.error, status);
	if (!closed.ok || closed.value === undefined) {
		// The limit has passed before it was asked for often enough.
		if (unknown !== undefined && status === undefined && !isNew) throw withBatch(id, unknown);
		throw timeLimit(id, status, limitSeconds, service.session.connection);
	}
	if (closed.value.state === 'failed') throw failedBatch(id, closed.value, service.session.connection);
	return closed.value;
}

const isUnknown = (error: unknown): boolean => error instanceof ServiceFailure && error.kind === 'notFound';

function withBatch(id: string, error: unknown, status?: BatchStatus): Error {
	if (!(error instanceof ServiceFailure)) return error as Error;
	if (error.kind === 'notFound') {
		return new BatchError(
			id,
			`The service found no batch ${id}. Check the batch ID, and that the API key belongs to the account that submitted it.`,
		);
	}
	return new BatchError(id, `While waiting for batch ${id}: ${explained(error)} ${howToGoOn(id)}`, status);
}

/** The error of a batch that ended without its result; its records, if any, are in its status. */
export function failedBatch(id: string, status: BatchStatus, { redact }: Connection): BatchError {
	const { isRefunded, word, reason } = status;
	const said = reason === undefined ? word : `${word}: ${reason}`;
	return new BatchError(
		id,
		isRefunded
			? `The service could not process batch ${id}${quoted(reason, redact)}. Failed records are refunded.`
			: `Batch ${id} ended without its result${quoted(said, redact)}. Nothing says that its credits came back: see whether the balance has gone down. To have its records sent again, which may be charged again, set Options > If Sent Before to Send Again.`,
		status,
	);
}

function timeLimit(
	id: string,
	status: BatchStatus | undefined,
	limitSeconds: number,
	{ redact }: Connection,
): BatchError {
	const said = status?.word;
	// Any other word than the specified one.
	const state = said === undefined || said === 'processing' ? '' : `, its state is "${redact(said)}"`;
	const progress =
		status?.done === undefined || status.total === undefined
			? ''
			: ` (${digits(status.done)} of ${plural(status.total, 'record')} done)`;
	return new BatchError(
		id,
		`Batch ${id} was not complete after ${duration(limitSeconds)}${progress}${state}. ${howToGoOn(id)}`,
		status,
	);
}
