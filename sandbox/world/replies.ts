import { Refusal } from '../base/refusal';
import type { JobType } from '../jobs/jobs';
import type { Reply } from './call';
import type { World } from './world';

/** A list of reference data that takes no page size. */
export const wrappedList = (entries: readonly unknown[]): Reply => ({
	status: 200,
	body: { results: entries },
});

/** A list of the account's own things; nobody shows whether it is wrapped as the reference data is. */
export const accountList = (entries: readonly unknown[]): Reply => ({ status: 200, body: entries });

/** The answer of a result endpoint: 400 while the job is pending, then the address of its file. */
export function jobResult(world: World, type: JobType, id: string): Reply {
	const job = world.jobs.find(type, Number(id));
	if (job === undefined) throw new Refusal(404, 'not_found', 'No such job.');
	if (job.state === 'requested') throw new Refusal(400, 'not_done', 'Processing not done yet.');
	if (job.state === 'error') {
		throw new Refusal(400, 'job_failed', `The job failed: ${job.error}`);
	}
	return { status: 200, body: { file: `${world.filesUrl}/${job.file}` } };
}
