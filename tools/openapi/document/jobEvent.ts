import { coded } from '../../../contract/model/fields';
import { integer, object, text } from '../../../contract/model/schema';
import { EVENT_JOB_TYPES, EVENT_STATUSES } from '../../../contract/model/vocabularies';

/** The event sent to the account's webhook when a job ends; a batch's own webhook gets the status record. */
export const jobEvent = object('Job Event', {
	job_id: integer('Job ID'),
	job_type: text('Job Type', coded(EVENT_JOB_TYPES)),
	status: text('Job Status', coded(EVENT_STATUSES)),
});
