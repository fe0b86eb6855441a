import { ensureHost } from '../tools/host/install';
import { startN8n } from '../tools/host/n8n';
import { installPackage } from '../tools/host/pack';
import { findFreePort } from '../tools/host/ports';
import type { Report } from '../tools/host/progress';
import { makeTemporaryFolder } from '../tools/host/temporary';
import { prepareComparisons } from './comparisons';
import { measure, type Result } from './measure/measure';
import { measureBursts } from './n8n/burst';
import type { Size } from './plan';
import type { Outcome } from './report/report';
import { readSurroundings } from './report/surroundings';
import { startSandboxProcess } from './sandboxProcess';

/** Preferred ports, away from those of a stack that somebody works with. */
const EDITOR_PORT = 5810;
const SANDBOX_PORT = 5811;

/** Installs and starts what is needed and measures everything; what it started is the caller's to stop. */
export async function runBenchmark(size: Size, report: Report): Promise<Outcome> {
	const host = await ensureHost(report);
	const surroundings = await readSurroundings(host);
	const home = makeTemporaryFolder('bench');
	await installPackage(home, report);
	const sandbox = await startSandboxProcess(await findFreePort(SANDBOX_PORT));
	const n8n = await startN8n({ host, home, port: EDITOR_PORT });
	report(`n8n ${host.version} runs at ${n8n.url}.`);
	const results: Result[] = [];
	for (const comparison of await prepareComparisons(n8n, sandbox, size)) {
		results.push(await measure(comparison, size.repetitions, sandbox, report));
	}
	const { apiKey, baseUrl } = sandbox;
	const credential = await n8n.client.createCredential('personCompanyDataApi', { apiKey, baseUrl });
	const bursts = await measureBursts(n8n, credential, size.events);
	await n8n.stop();
	await sandbox.stop();
	return { surroundings, repetitions: size.repetitions, results, bursts };
}
