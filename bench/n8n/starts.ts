import type { Host } from '../../tools/host/install/install';
import type { Report } from '../../tools/host/processes/progress';
import { makeTemporaryFolder } from '../../tools/host/processes/temporary';
import { type NodeCode, ProbedN8n, type Start } from './benchN8n';

/** Starts of n8n, one after another in turns, after one of each that is not counted. */
export interface Starts {
	readonly withPackage: readonly Start[];
	readonly withoutPackage: readonly Start[];
	/** With the package, whose memory is looked at, so that times do not count. */
	readonly weighed: readonly Start[];
	/** The code of the nodes, loaded after each start with the package. */
	readonly nodes: readonly NodeCode[];
}

/** Starts n8n several times with the package, whose folder is given, and as often without it. */
export async function measureStarts(
	host: Host,
	home: string,
	count: number,
	report: Report,
): Promise<Starts> {
	const starts = { withPackage: [] as Start[], withoutPackage: [] as Start[], weighed: [] as Start[] };
	const nodes: NodeCode[] = [];
	const n8n = {
		withPackage: await ProbedN8n.on({ host, home, port: 0 }),
		withoutPackage: await ProbedN8n.on({ host, home: makeTemporaryFolder('bench'), port: 0 }),
		weighed: await ProbedN8n.on({ host, home, port: 0, env: { PROBE_WEIGHS: 'yes' } }),
	};
	for (let turn = 0; turn <= count; turn++) {
		for (const kind of ['withPackage', 'withoutPackage', 'weighed'] as const) {
			await n8n[kind].start();
			const facts = await n8n[kind].startFacts();
			if (kind === 'withPackage' && turn > 0) nodes.push(await n8n[kind].loadNodes());
			await n8n[kind].stop();
			if (turn > 0) starts[kind].push(facts);
			report(`Start ${turn} of ${count} ${kind}: ${facts.readyMs.toFixed(0)} ms`);
		}
	}
	return { ...starts, nodes };
}
