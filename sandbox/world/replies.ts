import { Refusal } from '../base/refusal';
import type { JobType } from '../jobs/jobs';
import type { Call, Reply } from './call';
import type { World } from './world';

/** What a list answers beside its entries, and the entries of the page that is asked for. */
function pageOf({ world: { settings }, request }: Call, entries: readonly unknown[]): Page {
	const { listPages, listPageSize: size } = settings;
	if (listPages === 'none') return { entries, about: {} };
	const page = Number(request.query.page ?? 1);
	const from = (page - 1) * size;
	const hasMore = from + size < entries.length;
	const query = new URLSearchParams({ ...request.query, page: String(page + 1) });
	const next = hasMore ? `https://service.example${request.path}?${query.toString()}` : null;
	return {
		entries: entries.slice(from, from + size),
		about: { counted: { count: entries.length }, linked: { next }, silent: {} }[listPages],
	};
}

interface Page {
	readonly entries: readonly unknown[];
	readonly about: Readonly<Record<string, unknown>>;
}

/** A list of reference data that takes no page size. */
export function wrappedList(call: Call, entries: readonly unknown[], about: Page['about'] = {}): Reply {
	const page = pageOf(call, entries);
	return { status: 200, body: { ...about, ...page.about, results: page.entries } };
}

/** A list of the account's own things; nobody shows whether it is wrapped as the reference data is. */
export const accountList = (call: Call, entries: readonly unknown[]): Reply =>
	call.world.settings.listPages === 'none' ? { status: 200, body: entries } : wrappedList(call, entries);

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
