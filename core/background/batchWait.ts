import { attempt } from '../base/async';
import { quoted } from '../base/redact';
import { endpoints } from '../../contract';
import { limits } from '../../contract/model/limits';
import type { Connection } from '../client/connection';
import { ServiceFailure } from '../client/failure';
import type { FreeCall, Reply } from '../client/request';
import type { Service } from '../client/service';
import { UnfinishedWork } from '../output/unfinished';
import { UnknownAnswer } from '../read/answer';
import { readStatus, type BatchStatus } from '../read/batch';
import { unread, waitFor, type Work } from './poll';

/** A batch that ended without its result; it may hold records that were processed and charged. */
export class BatchError extends UnfinishedWork {
	constructor(
		batchId: string,
		message: string,
		readonly status: BatchStatus,
	) {
		super('batch', batchId, message, status.isRefunded ? 'failed' : 'uncertain');
	}
}

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
}

/** How many polls may find no batch: the service may not know a new one at once. */
const UNKNOWN_POLLS = 2;

/**
 * Polls a batch until it is complete.
 * @throws StillRunning when the limit passes, BatchError when the whole batch failed, UnfinishedWork when its status cannot be read
 */
export async function waitForBatch(
	service: Service,
	id: string,
	{ limitSeconds, firstPollMs = limits.pollSeconds * 1000 }: WaitOptions,
): Promise<BatchStatus> {
	const work: Work = { kind: 'batch', id, reader: 'Enrichment Batch > Wait for Completion' };
	let status: BatchStatus | undefined;
	let unknownLeft = UNKNOWN_POLLS;
	const ask = async (): Promise<BatchStatus | undefined> => {
		const asked = await attempt(service.try(statusCall(id)));
		if (!asked.ok && isUnknown(asked.error) && status === undefined && unknownLeft-- > 0) return undefined;
		if (!asked.ok) throw asked.error;
		status = statusIn(asked.value, id);
		return status.state === 'processing' ? undefined : status;
	};
	const polling = { endpoint: endpoints.batchStatus, limitSeconds, firstPollMs, ask, progress: () => status };
	const closed = await attempt(waitFor(service, work, polling));
	if (!closed.ok) throw unread(work, closed.error);
	if (closed.value.state === 'failed') throw failedBatch(id, closed.value, service.session.connection);
	return closed.value;
}

const isUnknown = (error: unknown): boolean => error instanceof ServiceFailure && error.kind === 'notFound';

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
