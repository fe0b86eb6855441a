import type { Report } from '../../tools/host/processes/progress';
import { takeSample } from '../measure/sample';
import type { Size } from '../setup/plan';
import type { ReachedSandbox } from '../setup/sandboxProcess';
import type { InUse, ProbedN8n } from './benchN8n';
import { packageSearch } from './package';
import { HOLD_MS } from './workflow';

/** Memory in use in n8n's process, after collecting garbage each time, while a search is loaded and after it. */
export interface LiveMemory {
	readonly records: number;
	/** Before the node ran. */
	readonly beforeBytes: number;
	/** Most of it until the node was done. */
	readonly mostBytes: number;
	/** When the node was done and only its output was held. */
	readonly outputBytes: number;
}

const bytesOf = (seen: readonly InUse[]): number[] => seen.map(({ bytes }) => bytes);

/** Loads searches of this package while n8n's memory is looked at again and again. */
export async function measureLiveMemory(
	n8n: ProbedN8n,
	sandbox: ReachedSandbox,
	{ pages, manyPages, warmUp }: Size,
	concurrency: number,
	report: Report,
): Promise<readonly LiveMemory[]> {
	await n8n.start();
	const { apiKey, baseUrl } = sandbox;
	const own = await n8n.now.client.createCredential('personCompanyDataApi', { apiKey, baseUrl });
	const contestant = await packageSearch(n8n, own, concurrency, { holdsOutput: true });
	const measured: LiveMemory[] = [];
	for (const size of [pages, manyPages]) {
		await n8n.restart();
		await takeSample(contestant, warmUp.pages, sandbox);
		await n8n.watch();
		const { stoppedAt, results } = await contestant.run(size);
		const seen = await n8n.watched();
		// The output is held for a while by a node that waits.
		const doneAt = stoppedAt - HOLD_MS;
		const held = seen.filter(({ time }) => time > doneAt && time <= stoppedAt);
		if (held.length === 0) throw new Error('The machine is too busy to look at the memory of n8n in time');
		measured.push({
			records: results,
			beforeBytes: seen[0].bytes,
			mostBytes: Math.max(...bytesOf(seen.filter(({ time }) => time <= stoppedAt))),
			outputBytes: Math.min(...bytesOf(held)),
		});
		report(`Memory of ${results} records is measured.`);
	}
	await n8n.stop();
	return measured;
}
