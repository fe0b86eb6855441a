import type { BatchStatus } from '../../core/read/batch';
import { fetchStatus } from '../../core/background/batchWait';
import { explain } from '../../core/client/explain';
import { ServiceFailure } from '../../core/client/failure';
import { resultPlaces, waitForJob } from '../../core/background/jobs';
import type { Service } from '../../core/client/service';
import { attempt } from '../../core/base/async';
import type { Body } from '../../core/read/answer';
import { readJob } from '../../core/read/job';
import type { ServiceEvent } from './event';

/** A job's result or a batch's status, as read from the service. */
export type JobData = { readonly result: Body } | { readonly batch: BatchStatus };

/** Result of confirming an event. */
export type Confirmation =
	/** The event is true; includes what was read to confirm it. */
	| { readonly is: 'true'; readonly found?: JobData }
	/** The account has no such job or batch, or it has ended differently. */
	| { readonly is: 'false'; readonly reason: string }
	/** The event is not true now, but may become true; `exists` when the service has such work. */
	| { readonly is: 'notYet'; readonly reason: string; readonly exists?: true }
	/** Nobody can tell; `isAnswered` when the service has answered, but not with that. */
	| { readonly is: 'unknown'; readonly reason: string; readonly isAnswered: boolean };

/** Reads the job or batch of an event once, free of charge; what is not true yet, the service sends again. */
export async function confirmEvent(service: Service, event: ServiceEvent): Promise<Confirmation> {
	const asked = await attempt(event.kind === 'batch' ? askBatch(service, event) : askJob(service, event));
	if (asked.ok) return asked.value;
	if (!(asked.error instanceof ServiceFailure))
		return { is: 'unknown', reason: asked.error.message, isAnswered: false };
	const { message, advice } = explain(asked.error);
	if (asked.error.kind === 'notFound') return event.kind === 'batch' ? noBatchYet : noSuchWork;
	return { is: 'unknown', reason: `${message}. ${advice}`, isAnswered: asked.error.phase === 'rejected' };
}

async function askJob(service: Service, event: ServiceEvent): Promise<Confirmation> {
	const place = resultPlaces[event.kind === 'prospecting' ? 'prospecting' : 'enrichment'];
	const read = await attempt(waitForJob(service, place, event.id, 0));
	if (!read.ok) {
		const { error } = read;
		if (!(error instanceof ServiceFailure)) throw error;
		// An enrichment may also be a batch: the specification does not say which of the two events report.
		if (error.kind === 'notFound' && event.kind === 'enrichment') return await askBatch(service, event);
		if (saysFailed(error)) return event.status === 'done' ? hasFailed : { is: 'true' };
		throw error;
	}
	if (!read.value.isReady) return event.status === 'requested' ? { is: 'true' } : stillRunning;
	const result = read.value.body;
	const job = readJob(result);
	if (event.status === 'done' && job.is === 'failed') return hasFailed;
	if (event.status === 'error' && job.is !== 'failed') return notFailed;
	return { is: 'true', found: { result } };
}

async function askBatch(service: Service, event: ServiceEvent): Promise<Confirmation> {
	const batch = await fetchStatus(service, event.id);
	if (batch.state === 'processing' && event.status !== 'requested') return stillRunning;
	const isOther = batch.id !== undefined && batch.id.toLowerCase() !== event.id.toLowerCase();
	if (event.status === 'done' && batch.state === 'failed') return isOther ? ofOther : hasFailed;
	if (event.status === 'error' && batch.state !== 'failed') return isOther ? ofOther : notFailed;
	return { is: 'true', found: { batch } };
}

const noSuchWork: Confirmation = {
	is: 'false',
	reason: 'the account of the credential has no such job or batch',
};
/** The service may tell of a batch before it can be read. Not of jobs: it names batches that way by odd numbers, too. */
const noBatchYet: Confirmation = {
	is: 'notYet',
	reason: 'the account of the credential has no such batch, or not yet',
};
const stillRunning: Confirmation = {
	is: 'notYet',
	reason: 'the service reports that it is still running',
	exists: true,
};
const ofOther: Confirmation = { is: 'notYet', reason: 'the service answers about another batch' };
const hasFailed: Confirmation = { is: 'false', reason: 'the service reports that it has failed' };
const notFailed: Confirmation = { is: 'false', reason: 'the service reports that it has not failed' };

/**
 * Whether the answer to a request for a result says that the job has failed (guess: what the service answers then is
 * not shown). A refusal alone does not: a job that does not exist may be refused in the same way.
 */
const saysFailed = ({ kind, serviceText = '' }: ServiceFailure): boolean =>
	kind === 'rejected' && /\b(fail(ed|ure)|falh(a|ou)|errors?|erros?)\b/i.test(serviceText);
