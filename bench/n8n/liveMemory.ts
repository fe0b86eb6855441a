import { sleep } from 'n8n-workflow';

import type { Report } from '../../tools/host/processes/progress';
import type { Contestant } from '../measure/contestant';
import { takeSample } from '../measure/sample';
import { CONCURRENCY, type Size } from '../setup/plan';
import type { ReachedSandbox } from '../setup/sandboxProcess';
import type { InUse, ProbedN8n } from './benchN8n';
import { enrichList, sixNodesForList } from './list';
import { packageSearch } from './package';
import { HOLD_MS } from './workflow';

/** Memory in use in n8n's process, after collecting garbage each time, while something runs and after it. */
export interface LiveMemory {
	readonly title: string;
	readonly records: number;
	/** Before the node ran: the least while n8n was left alone. */
	readonly beforeBytes: number;
	/** Most of it until the node was done. */
	readonly mostBytes: number;
	/** When the node was done and only its output was held. */
	readonly outputBytes: number;
}

/** The memory that searches and lists take. */
export interface LiveMemories {
	/** Searches of this package, the longest last. */
	readonly searches: readonly LiveMemory[];
	/** The same list by this package's operation for it, and by the six nodes that it replaces. */
	readonly lists: readonly LiveMemory[];
}

/** For so long n8n is left alone after a first run, which it still stores when it has answered. */
const REST_MS = 20_000;

const bytesOf = (seen: readonly InUse[]): number[] => seen.map(({ bytes }) => bytes);

/** Has a contestant that holds its output do some work while n8n's memory is looked at again and again. */
async function measure(
	n8n: ProbedN8n,
	sandbox: ReachedSandbox,
	contestant: Contestant,
	work: { readonly size: number; readonly warmUp: number },
): Promise<LiveMemory> {
	await n8n.restart();
	await takeSample(contestant, work.warmUp, sandbox);
	await n8n.watch();
	await sleep(REST_MS);
	const atRest = await n8n.watched();
	await n8n.watch();
	const { stoppedAt, results } = await contestant.run(work.size);
	const seen = await n8n.watched();
	// The output is held for a while by a node that waits.
	const doneAt = stoppedAt - HOLD_MS;
	const held = seen.filter(({ time }) => time > doneAt && time <= stoppedAt);
	if (held.length === 0) throw new Error('The machine is too busy to look at the memory of n8n in time');
	return {
		title: contestant.title,
		records: results,
		beforeBytes: Math.min(...bytesOf(atRest)),
		mostBytes: Math.max(...bytesOf(seen.filter(({ time }) => time <= stoppedAt))),
		outputBytes: Math.min(...bytesOf(held)),
	};
}

/** Measures the memory that searches and a list take. */
export async function measureLiveMemory(
	n8n: ProbedN8n,
	sandbox: ReachedSandbox,
	{ pages, manyPages, rows, warmUp }: Size,
	report: Report,
): Promise<LiveMemories> {
	await n8n.start();
	const { apiKey, baseUrl } = sandbox;
	const own = await n8n.now.client.createCredential('personCompanyDataApi', { apiKey, baseUrl });
	const search = await packageSearch(n8n, own, CONCURRENCY.careful, { holdsOutput: true });
	const searches: LiveMemory[] = [];
	for (const size of [pages, manyPages])
		searches.push(await measure(n8n, sandbox, search, { size, warmUp: warmUp.pages }));
	const lists: LiveMemory[] = [];
	for (const list of [enrichList, sixNodesForList]) {
		const contestant = await list(n8n, own, { holdsOutput: true });
		lists.push(await measure(n8n, sandbox, contestant, { size: rows, warmUp: warmUp.rows }));
	}
	await n8n.stop();
	report('The memory of searches and of a list is measured.');
	return { searches, lists };
}
