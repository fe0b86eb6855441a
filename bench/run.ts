import { ensureHost } from '../tools/host/install/given';
import type { Host } from '../tools/host/install/install';
import { installPackage } from '../tools/host/install/pack';
import { findFreePort } from '../tools/host/processes/ports';
import { type Report, seconds } from '../tools/host/processes/progress';
import { makeTemporaryFolder } from '../tools/host/processes/temporary';
import { BareProcess } from './clients/bareProcess';
import { prepareDistant } from './comparisons/distant';
import { prepareNear } from './comparisons/near';
import { openForms } from './editor/openForms';
import { installHelperNode } from './helper/install';
import { measureAll, type Results } from './measure/measure';
import { orSkipped } from './measure/skipped';
import { BenchN8n, ProbedN8n } from './n8n/benchN8n';
import { measureBursts } from './n8n/burst';
import { measureLiveMemory } from './n8n/liveMemory';
import { measureStarts } from './n8n/starts';
import { startDistantSandbox } from './network/distantSandbox';
import type { Distant, Outcome } from './outcome/outcome';
import { readSurroundings } from './outcome/surroundings';
import { measureProfiles } from './profile/profile';
import { DISTANT_ANSWER_MS, LATENCY_MS, ROUND_TRIP_MS, type Size } from './setup/plan';
import { type SandboxProcess, startSandboxProcess } from './setup/sandboxProcess';

/** Preferred ports, away from those of a stack that somebody works with. */
const EDITOR_PORT = 5810;
const SANDBOX_PORT = 5811;
const DISTANT_PORT = 5812;

/** What everything is measured with. */
interface Stage {
	readonly host: Host;
	/** Folder of n8n's data, with the package in it. */
	readonly home: string;
	readonly sandbox: SandboxProcess;
	readonly size: Size;
	readonly report: Report;
}

/** Installs and starts what is needed and measures everything; what it started is the caller's to stop. */
export async function runBenchmark(size: Size, say: Report): Promise<Outcome> {
	const began = Date.now();
	const report: Report = (line) => say(`[${seconds(began)}] ${line}`);
	const host = await ensureHost(report);
	const surroundings = await readSurroundings(host);
	const home = makeTemporaryFolder('bench');
	await installPackage(home, report);
	const starts = await measureStarts(host, home, size.starts, report);
	installHelperNode(home);
	const sandbox = await startSandboxProcess(await findFreePort(SANDBOX_PORT));
	const stage: Stage = { host, home, sandbox, size, report };
	const near = await measureNear(stage);
	const distant = await orSkipped('Over TLS', async () => await measureDistant(stage), report);
	const n8n = await startN8n(stage);
	const { apiKey, baseUrl } = sandbox;
	const credential = await n8n.now.client.createCredential('personCompanyDataApi', { apiKey, baseUrl });
	const forms = await orSkipped(
		"The editor's forms",
		async () => await openForms(n8n.now, credential, size.openings, report),
		report,
	);
	report(`${size.events} events at once`);
	const bursts = await measureBursts(n8n.now, credential, size.events);
	await n8n.stop();
	const probed = await ProbedN8n.on({ host, home, port: EDITOR_PORT });
	const liveMemory = { surroundings, ...(await measureLiveMemory(probed, sandbox, size, report)) };
	const profiles = await orSkipped(
		'Whose code runs',
		async () => await measureProfiles(probed, sandbox, size, report),
		report,
	);
	await sandbox.stop();
	report('Done.');
	return { surroundings, ...near, distant, bursts, starts, forms, liveMemory, profiles };
}

/** Measures memory alone. */
export async function runMemory(size: Size, report: Report): Promise<Outcome['liveMemory']> {
	const host = await ensureHost(report);
	const home = makeTemporaryFolder('bench');
	await installPackage(home, report);
	const sandbox = await startSandboxProcess(await findFreePort(SANDBOX_PORT));
	const n8n = await ProbedN8n.on({ host, home, port: EDITOR_PORT });
	const surroundings = await readSurroundings(host);
	const measured = await measureLiveMemory(n8n, sandbox, size, report);
	await sandbox.stop();
	return { surroundings, ...measured };
}

async function startN8n({ host, home, report }: Stage, env: Record<string, string> = {}): Promise<BenchN8n> {
	const n8n = new BenchN8n({ host, home, port: EDITOR_PORT, env });
	await n8n.start();
	report(`n8n ${host.version} runs at ${n8n.now.url}.`);
	return n8n;
}

async function measureNear(stage: Stage): Promise<Results> {
	const { sandbox, size, report } = stage;
	const n8n = await startN8n(stage);
	const bare = new BareProcess();
	const site = { n8n, bare, sandbox, answerMs: LATENCY_MS, warmUp: size.warmUp };
	const results = await measureAll(await prepareNear(site, size), sandbox, report);
	await bare.stop();
	await n8n.stop();
	return results;
}

async function measureDistant(stage: Stage): Promise<Distant> {
	const { size, report } = stage;
	const sandbox = await startDistantSandbox(stage.sandbox, await findFreePort(DISTANT_PORT));
	const n8n = await startN8n(stage, { ...sandbox.trust });
	const bare = new BareProcess(sandbox.trust);
	try {
		const site = { n8n, bare, sandbox, answerMs: DISTANT_ANSWER_MS, warmUp: size.warmUp };
		const comparisons = await prepareDistant(site, size);
		return { roundTripMs: ROUND_TRIP_MS, ...(await measureAll(comparisons, sandbox, report)) };
	} finally {
		await bare.stop();
		await n8n.stop();
		await sandbox.stop();
	}
}
