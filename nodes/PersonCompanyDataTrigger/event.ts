import pickBy from 'lodash/pickBy';
import type { IDataObject } from 'n8n-workflow';

import { EVENT_JOB_TYPES, EVENT_STATUSES } from '../../contract/model/vocabularies';
import { asText, isObject, type Json } from '../../core/base/json';
import { stateOf } from '../../core/read/coerce';
import { readStatus, type BatchStatus } from '../../core/read/batch';

/** A job, via the account's webhook, or a batch, via the webhook submitted with it. */
export type EventKind = keyof typeof EVENT_JOB_TYPES | 'batch';
export type EventStatus = keyof typeof EVENT_STATUSES;

export interface ServiceEvent {
	readonly kind: EventKind;
	readonly id: string;
	readonly status: EventStatus;
}

type Incoming = { readonly event: ServiceEvent } | { readonly problem: string };

export const eventStatusOf = ({ state }: BatchStatus): EventStatus =>
	(({ ok: 'done', failed: 'error', pending: 'requested' }) as const)[state];

/** A positive integer that JSON represents exactly, sent as a number or a string. */
const isJobId = (id: string): boolean => /^[1-9]\d{0,15}$/.test(id) && Number.isSafeInteger(Number(id));
/** Batch IDs are used in a path, where `.` and `..` would change the path. */
const BATCH_ID = /^(?!\.{1,2}$)[\w.~-]{1,200}$/;

const has = <T extends object>(vocabulary: T, word: string | undefined): word is keyof T & string =>
	word !== undefined && Object.hasOwn(vocabulary, word);

/** A job event (`job_id`, `job_type`, `status`) or the status record of a batch. */
export function readIncoming(body: Json): Incoming {
	if (!isObject(body) || Object.keys(body).length === 0)
		return { problem: 'the body is not a JSON object or is empty' };
	// Only the values at its root are needed, however large or deep the rest is.
	const batch = readStatus(pickBy(body, (value) => !isObject(value) && !Array.isArray(value)));
	if (batch.id === undefined) return readJobEvent(body);
	if (!BATCH_ID.test(batch.id)) return { problem: 'id_processamento is not a valid ID' };
	// A batch's record is only pushed when it is closed, whatever its status word.
	const status = stateOf(batch.raw) === undefined ? 'done' : eventStatusOf(batch);
	return { event: { kind: 'batch', id: batch.id, status } };
}

function readJobEvent({ job_id, job_type, status }: IDataObject): Incoming {
	const id = asText(job_id) ?? '';
	const kind = asText(job_type)?.trim().toLowerCase();
	const state = asText(status)?.trim().toLowerCase();
	if (!isJobId(id)) return { problem: 'job_id is not a positive integer' };
	if (!has(EVENT_JOB_TYPES, kind)) return { problem: 'job_type is unknown' };
	if (!has(EVENT_STATUSES, state)) return { problem: 'status is unknown' };
	return { event: { kind, id, status: state } };
}
