import { Refusal } from '../base/refusal';
import type { JobType } from '../jobs/jobs';
import type { Settings } from '../base/settings';
import type { Call, Reply } from './call';
import type { World } from './world';

/** A list of reference data that takes no page size. */
export const wrappedList = (entries: readonly unknown[]): Reply => ({
	status: 200,
	body: { results: entries },
});

/** A list of the account's own things; nobody shows whether it is wrapped as the reference data is. */
export const accountList = ({ world }: Call, entries: readonly unknown[]): Reply =>
	world.settings.accountLists === 'bare' ? { status: 200, body: entries } : wrappedList(entries);

/** The answer of a failed job, in the shapes in which it may come with status 200. */
const failedJobs: Readonly<Record<Exclude<Settings['failedJob'], 'refused'>, (error: string) => unknown>> = {
	status: (error) => ({ status: 'error', erro: error }),
	statusText: (error) => ({ id: 1, status: 'failed', name: 'Job', mensagem: error }),
	error: (error) => ({ error: { code: 'job_failed', description: error } }),
	unsuccessful: (error) => ({ success: false, message: error, results: [] }),
};

/** The answer of a result endpoint: 400 while the job is pending, then the address of its file. */
export function jobResult(world: World, type: JobType, id: string): Reply {
	const job = world.jobs.find(type, Number(id));
	if (job === undefined) throw new Refusal(404, 'not_found', 'No such job.');
	if (job.state === 'requested') throw new Refusal(400, 'not_done', 'Processing not done yet.');
	if (job.state === 'error') {
		const { failedJob } = world.settings;
		const error = `The job failed: ${job.error}`;
		if (failedJob === 'refused') throw new Refusal(400, 'job_failed', error);
		return { status: 200, body: failedJobs[failedJob](error) };
	}
	return { status: 200, body: { file: `${world.filesUrl}/${job.file}` } };
}
