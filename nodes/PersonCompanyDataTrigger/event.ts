import type { IDataObject } from 'n8n-workflow';

import { EVENT_JOB_TYPES, EVENT_STATUSES } from '../../contract/model/vocabularies';
import { readStatus } from '../../core/background/batchStatus';
import { asText, isObject } from '../../core/base/json';

/** What an event tells of: a job, by the account's webhook, or a batch, by the webhook that came with it. */
export type EventKind = keyof typeof EVENT_JOB_TYPES | 'batch';
export type EventStatus = keyof typeof EVENT_STATUSES;

/** What the service says has happened. */
export interface ServiceEvent {
	readonly kind: EventKind;
	/** ID of the job or batch. */
	readonly id: string;
	readonly status: EventStatus;
}

/** What came in: an event, or why it is none. */
export type Incoming = { readonly event: ServiceEvent } | { readonly problem: string };

const BATCH_STATES = { completed: 'done', failed: 'error', processing: 'requested' } as const;

/** IDs of jobs are positive whole numbers, exact as JSON has them; digits in a text are one, too. */
const isJobId = (id: string): boolean => /^[1-9]\d{0,15}$/.test(id) && Number.isSafeInteger(Number(id));
/** IDs of batches stand in a path, where one or two dots alone mean another. */
const BATCH_ID = /^(?!\.{1,2}$)[\w.~-]{1,200}$/;

const has = <T extends object>(vocabulary: T, word: unknown): word is keyof T =>
	typeof word === 'string' && Object.hasOwn(vocabulary, word);

/**
 * Reads what was sent to the webhook: the small event of a job (`job_id`, `job_type`, `status`) or the status
 * record of a batch. Anything else is no event.
 */
export function readIncoming(body: unknown): Incoming {
	if (!isObject(body) || Object.keys(body).length === 0) return { problem: 'the body is no JSON object' };
	return 'job_type' in body || 'job_id' in body ? readJobEvent(body) : readBatchPush(body);
}

function readJobEvent({ job_id, job_type, status }: IDataObject): Incoming {
	const id = asText(job_id);
	if (id === undefined || !isJobId(id)) return { problem: 'job_id is no positive whole number' };
	if (!has(EVENT_JOB_TYPES, job_type)) return { problem: 'job_type is not one that is known' };
	if (!has(EVENT_STATUSES, status)) return { problem: 'status is not one that is known' };
	return { event: { kind: job_type, id, status } };
}

function readBatchPush(body: IDataObject): Incoming {
	const { id, state } = readStatus(body);
	if (id === undefined) return { problem: 'it names neither a job nor a batch' };
	if (!BATCH_ID.test(id)) return { problem: 'id_processamento is no ID' };
	return { event: { kind: 'batch', id, status: BATCH_STATES[state] } };
}
