import { attempt } from '../base/async';
import { quoted } from '../base/redact';
import { endpoints } from '../../contract';
import { limits } from '../../contract/model/limits';
import type { Connection } from '../client/connection';
import { ServiceFailure } from '../client/failure';
import type { FreeCall, Reply } from '../client/request';
import type { Service } from '../client/service';
import { UnfinishedWork } from '../output/outcome';
import { UnknownAnswer } from '../read/answer';
import { readStatus, type BatchStatus } from '../read/batch';
import { unread, waitFor, type Work } from './poll';

/** A batch that ended without its result; its status may still hold records that were charged. */
export class BatchError extends UnfinishedWork {
	constructor(
		batchId: string,
		title: string,
		advice: string,
		readonly status: BatchStatus,
	) {
		super('batch', batchId, title, advice, status.isRefunded ? 'failed' : 'uncertain');
	}
}

const statusCall = (id: string): FreeCall => ({
	endpoint: endpoints.batchStatus,
	path: { id_processamento: id },
});

/** @throws UnknownAnswer, or ServiceFailure for a failure that is not about a batch, which may be transient */
function statusIn({ body, status: code }: Reply, id: string): BatchStatus {
	const status = readStatus(body);
	if (status.isUnknown) throw new UnknownAnswer(status.raw, { batchId: id });
	if (status.isOfBatch || status.state !== 'failed') return status;
	throw new ServiceFailure({
		kind: 'unreadable',
		endpoint: endpoints.batchStatus,
		status: code,
		cause: "an answer that doesn't mention the batch",
	});
}

/** @throws ServiceFailure without a usable reply, UnknownAnswer for an unknown shape */
export async function fetchStatus(service: Service, id: string): Promise<BatchStatus> {
	return statusIn(await service.call(statusCall(id)), id);
}

export interface WaitOptions {
	readonly limitSeconds: number;
	/** 0 for a batch that may already be complete. */
	readonly firstPollMs?: number;
}

/** Number of polls that may return 404: the service may not know a new batch yet. */
const UNKNOWN_POLLS = 2;

/** @throws StillRunning after the limit, BatchError if the batch failed, UnfinishedWork without a status */
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
	const polling = { limitSeconds, firstPollMs, ask, progress: () => status };
	const closed = await attempt(waitFor(service, work, polling));
	if (!closed.ok) throw unread(work, closed.error);
	if (closed.value.state === 'failed') throw failedBatch(id, closed.value, service.session.connection);
	return closed.value;
}

const isUnknown = (error: unknown): boolean => error instanceof ServiceFailure && error.kind === 'notFound';

export function failedBatch(id: string, status: BatchStatus, { redact }: Connection): BatchError {
	const { isRefunded, word, reason } = status;
	const said = reason === undefined ? word : `${word}: ${reason}`;
	const [title, advice] = isRefunded
		? [`The service could not process batch ${id}${quoted(reason, redact)}`, 'Failed records are refunded.']
		: [
				`Batch ${id} ended without a result${quoted(said, redact)}`,
				"The service didn't confirm a refund: see whether the balance has gone down. To send the records again and possibly pay again, set 'If Sent Before' to 'Send Again'.",
			];
	return new BatchError(id, title, advice, status);
}
