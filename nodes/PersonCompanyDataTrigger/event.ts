import type { IDataObject } from 'n8n-workflow';

import { EVENT_JOB_TYPES, EVENT_STATUSES } from '../../contract/model/vocabularies';
import { asText, isObject, type Json } from '../../core/base/json';
import { readStatus, type BatchStatus } from '../../core/read/batch';

/**
 * What an event is about: a job, via the account's webhook, or a batch, via the webhook submitted with it.
 */
export type EventKind = keyof typeof EVENT_JOB_TYPES | 'batch';
export type EventStatus = keyof typeof EVENT_STATUSES;

/** An event reported by the service. */
export interface ServiceEvent {
	readonly kind: EventKind;
	/** ID of the job or batch. */
	readonly id: string;
	/** Absent where a batch does not say it in words that are known: then the service is asked. */
	readonly status?: EventStatus;
}

/** A parsed event, or why the request is not one. */
export type Incoming = { readonly event: ServiceEvent } | { readonly problem: string };

const BATCH_STATES = { completed: 'done', failed: 'error', processing: 'requested' } as const;

/** What an event says of a batch in this state. */
export const eventStatusOf = ({ state }: BatchStatus): EventStatus => BATCH_STATES[state];

/** Job IDs are positive integers that JSON can represent exactly; a string of digits is accepted, too. */
const isJobId = (id: string): boolean => /^[1-9]\d{0,15}$/.test(id) && Number.isSafeInteger(Number(id));
/** Batch IDs are used in a path, where `.` and `..` would change the path. */
const BATCH_ID = /^(?!\.{1,2}$)[\w.~-]{1,200}$/;

const has = <T extends object>(vocabulary: T, word: string | undefined): word is keyof T & string =>
	word !== undefined && Object.hasOwn(vocabulary, word);

/**
 * Parses the body of a webhook call: the small event of a job (`job_id`, `job_type`, `status`) or the status
 * record of a batch, also as the only entry of a list. Anything else is not an event.
 */
export function readIncoming(body: Json): Incoming {
	const event = Array.isArray(body) && body.length === 1 ? body[0] : body;
	if (!isObject(event) || Object.keys(event).length === 0)
		return { problem: 'the body is not a JSON object or is empty' };
	const batch = readStatus(event);
	const isOfJob = batch.id === undefined && ('job_id' in event || 'job_type' in event);
	return isOfJob ? readJobEvent(event) : readBatchPush(batch);
}

function readJobEvent({ job_id, job_type, status }: IDataObject): Incoming {
	const id = asText(job_id) ?? '';
	const kind = asText(job_type)?.trim().toLowerCase();
	// Only enrichments come in batches, whose IDs are texts; one that may be that of a job is asked about as both.
	const isBatch = !isJobId(id) && kind === 'enrichment' && typeof job_id === 'string' && BATCH_ID.test(id);
	if (!isBatch && !isJobId(id)) return { problem: 'job_id is not a positive integer' };
	if (!has(EVENT_JOB_TYPES, kind)) return { problem: 'job_type is unknown' };
	const told = asText(status)?.trim().toLowerCase();
	if (!has(EVENT_STATUSES, told)) return { problem: 'status is unknown' };
	return { event: { kind: isBatch ? 'batch' : kind, id, status: told } };
}

function readBatchPush(batch: BatchStatus): Incoming {
	const { id } = batch;
	if (id === undefined) return { problem: 'the body contains neither a job ID nor a batch ID' };
	if (!BATCH_ID.test(id)) return { problem: 'id_processamento is not a valid ID' };
	return { event: { kind: 'batch', id, status: statusIn(batch) } };
}

/** The state that a pushed record says, if it says any. */
const statusIn = (batch: BatchStatus): EventStatus | undefined =>
	batch.state !== 'processing' || batch.isRunning ? eventStatusOf(batch) : undefined;
