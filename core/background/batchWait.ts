import upperFirst from 'lodash/upperFirst';

import { attempt } from '../base/async';
import { asText } from '../base/json';
import { serviceSays } from '../base/redact';
import { endpoints } from '../../contract';
import { limits } from '../../contract/model/limits';
import type { Connection } from '../client/connection';
import { ServiceFailure } from '../client/failure';
import type { FreeCall, Reply } from '../client/request';
import type { Service } from '../client/service';
import { UnfinishedWork } from '../output/result';
import { UnknownAnswer } from '../read/answer';
import { readStatus, type BatchStatus } from '../read/batch';
import { waitFor, type Polling, type Work } from './poll';

const statusCall = (id: string): FreeCall => ({
	endpoint: endpoints.batchStatus,
	path: { id_processamento: id },
});

/** @throws UnknownAnswer, or ServiceFailure for a failure that is not about a batch, which may be transient */
function statusIn({ body, status: code }: Reply, id: string): BatchStatus {
	const status = readStatus(body);
	if (status.is === 'unknown') throw new UnknownAnswer(status.raw, { batchId: id });
	if (status.is !== 'error') return status;
	throw new ServiceFailure({
		kind: 'unreadable',
		endpoint: endpoints.batchStatus,
		status: code,
		cause: "an answer that doesn't mention the batch",
	});
}

/** Repeated after failures, unlike `readStatusOnce`. @throws as `statusIn` does */
export async function fetchStatus(service: Service, id: string): Promise<BatchStatus> {
	return statusIn(await service.call(statusCall(id)), id);
}

/** By one request, whatever it is answered with. */
export async function readStatusOnce(service: Service, id: string): Promise<BatchStatus> {
	return statusIn(await service.try(statusCall(id)), id);
}

export const batchWork = (id: string): Work => ({
	kind: 'batch',
	id,
	reader: 'Enrichment Batch > Wait for Completion',
});

/** @returns its status once it is complete or failed. @throws StillRunning after the limit, UnfinishedWork without a status */
export async function waitForBatch(
	service: Service,
	id: string,
	{
		limitSeconds,
		firstPollMs = limits.pollSeconds * 1000,
		isNew = false,
	}: Pick<Polling<BatchStatus>, 'limitSeconds' | 'firstPollMs'> & { readonly isNew?: boolean },
): Promise<BatchStatus> {
	let status: BatchStatus | undefined;
	const ask = async (): Promise<BatchStatus | undefined> => {
		const asked = await attempt(readStatusOnce(service, id));
		// A batch that this run has submitted may be announced before it can be read.
		if (!asked.ok && isNew && asked.error instanceof ServiceFailure && asked.error.kind === 'notFound')
			return undefined;
		if (!asked.ok) throw asked.error;
		status = asked.value;
		return status.state === 'pending' ? undefined : status;
	};
	const polling = { limitSeconds, firstPollMs, ask, progress: () => status?.fields };
	return await waitFor(service, batchWork(id), polling);
}

const SEND_AGAIN =
	"To send the records again and possibly pay again, set 'If Sent Before' to 'Send Again' in the node that sent them.";

/** Of a batch that failed as a whole; its status may still hold records that were charged. */
export function failedBatch(
	id: string,
	status: BatchStatus,
	{ redact }: Connection,
	{ what, again } = { what: `batch ${id}`, again: SEND_AGAIN },
): UnfinishedWork {
	const { isRefunded, raw, reason } = status;
	const word = asText(raw.status);
	const words = reason === undefined ? word : `${word}: ${reason}`;
	const [title, advice] = isRefunded
		? [`The service could not process ${what}`, 'Failed records are refunded. Run it again later.']
		: [
				`${upperFirst(what)} ended without a result`,
				`The service didn't confirm a refund: see whether the balance has gone down. ${again}`,
			];
	const all = `${serviceSays(isRefunded ? reason : words, redact)}${advice}`;
	return new UnfinishedWork('batch', id, title, all, isRefunded ? 'failed' : 'uncertain');
}
