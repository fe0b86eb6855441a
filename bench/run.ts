import { ensureHost } from '../tools/host/install/given';
import { installPackage } from '../tools/host/install/pack';
import { findFreePort } from '../tools/host/processes/ports';
import type { Report } from '../tools/host/processes/progress';
import { makeTemporaryFolder } from '../tools/host/processes/temporary';
import { BareProcess } from './clients/bareProcess';
import { prepareComparisons } from './comparisons';
import { measure, type Result } from './measure/measure';
import { BenchN8n, ProbedN8n } from './n8n/benchN8n';
import { measureBursts } from './n8n/burst';
import { measureLiveMemory } from './n8n/liveMemory';
import { measureStarts } from './n8n/starts';
import type { Outcome } from './report/outcome';
import { readSurroundings } from './report/surroundings';
import { CONCURRENCY, type Size } from './setup/plan';
import { startSandboxProcess } from './setup/sandboxProcess';

/** Preferred ports, away from those of a stack that somebody works with. */
const EDITOR_PORT = 5810;
const SANDBOX_PORT = 5811;

/** Installs and starts what is needed and measures everything; what it started is the caller's to stop. */
export async function runBenchmark(size: Size, report: Report): Promise<Outcome> {
	const host = await ensureHost(report);
	const surroundings = await readSurroundings(host);
	const home = makeTemporaryFolder('bench');
	await installPackage(home, report);
	const starts = await measureStarts(host, home, size.starts, report);
	const sandbox = await startSandboxProcess(await findFreePort(SANDBOX_PORT));
	const n8n = new BenchN8n({ host, home, port: EDITOR_PORT });
	await n8n.start();
	report(`n8n ${host.version} runs at ${n8n.now.url}.`);
	const bare = new BareProcess();
	const results: Result[] = [];
	for (const comparison of await prepareComparisons(n8n, bare, sandbox, size)) {
		results.push(await measure(comparison, sandbox, report));
	}
	await bare.stop();
	await n8n.restart();
	const { apiKey, baseUrl } = sandbox;
	const credential = await n8n.now.client.createCredential('personCompanyDataApi', { apiKey, baseUrl });
	const bursts = await measureBursts(n8n.now, credential, size.events);
	await n8n.stop();
	const probed = await ProbedN8n.on({ host, home, port: EDITOR_PORT });
	const liveMemory = await measureLiveMemory(probed, sandbox, size, CONCURRENCY.careful, report);
	await sandbox.stop();
	return { surroundings, results, bursts, starts, liveMemory };
}
