import { Refusal } from '../base/refusal';
import type { JobType } from '../jobs/jobs';
import type { World } from './world';

/** The answer of a result endpoint: 400 while the job is pending, then the address of its file. */
export function jobResult(world: World, type: JobType, id: string): object {
	const job = world.jobs.find(type, Number(id));
	if (job === undefined) throw new Refusal(404, 'not_found', 'No such job.');
	if (job.state === 'requested') throw new Refusal(400, 'not_done', 'Processing not done yet.');
	if (job.state === 'error') {
		throw new Refusal(400, 'job_failed', `The job failed: ${job.error}`);
	}
	return { file: `${world.filesUrl}/${job.file}` };
}
