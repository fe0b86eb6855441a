import { coded } from './fields';
import { integer, object, text } from './schema';
import { EVENT_JOB_TYPES, EVENT_STATUSES } from './vocabularies';

/** What the service pushes to the account's webhook when a job ends; a batch's own webhook gets the status record. */
export const jobEvent = object('Job Event', {
	job_id: integer('Job ID'),
	job_type: text('Job Kind', coded(EVENT_JOB_TYPES)),
	status: text('Job State', coded(EVENT_STATUSES)),
});
