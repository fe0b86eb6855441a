import { readSwitches, say } from '../tools/commandLine';
import { ensureHost } from '../tools/host/install/given';
import type { Host } from '../tools/host/install/install';
import { installPackage } from '../tools/host/install/pack';
import { findFreePort } from '../tools/host/processes/ports';
import { type Report, seconds } from '../tools/host/processes/progress';
import { makeTemporaryFolder } from '../tools/host/processes/temporary';
import { type Running, runStoppable } from '../tools/stoppable';
import { BareProcess } from './clients/bareProcess';
import { prepareDistant, prepareNear, type Site } from './comparisons';
import { openForms, type Opening } from './forms';
import { measure, type Comparison, type Result } from './measure';
import { BenchN8n } from './n8n/benchN8n';
import { installHelperNode } from './n8n/installHelper';
import { FULL, LATENCY_MS, QUICK, ROUND_TRIP_MS, ROUND_TRIPS_TO_CONNECT, type Size } from './setup/plan';
import { writeReport } from './report';
import { startDistantSandbox } from './service/distantSandbox';
import { type ReachedSandbox, startSandboxProcess } from './service/sandboxProcess';
import { readSurroundings } from './surroundings';

const USAGE = 'Usage: npm run bench -- [--quick] [--save] [--help]';
const HELP = `${USAGE}

Measures lookups, enrichments, searches, batches, a list and the editor's forms in a real n8n, against the sandbox,
and some of it over TLS and a distance. It wants a quiet machine.
  --quick  a tenth of the work, once: to see that it runs, not to compare
  --save   write the report to bench/RESULTS.md and RESULTS.json, too; then npm run docs puts it into the documents
The report is printed and written to bench/results/latest.md and latest.json.`;

const FLAGS = ['quick', 'save'] as const;
type Options = Readonly<Record<(typeof FLAGS)[number], boolean>>;

/** Preferred ports, away from those of a stack that somebody works with. */
const [EDITOR_PORT, SANDBOX_PORT, DISTANT_PORT] = [5810, 5811, 5812];

/** What everything is measured with. */
interface Stage {
	readonly host: Host;
	/** Folder of n8n's data, with the package in it. */
	readonly home: string;
	readonly size: Size;
	readonly report: Report;
}

/** Measures comparisons in an n8n of their own, and what comes after them in the same one. */
async function measureAt(
	{ host, home, size, report }: Stage,
	sandbox: ReachedSandbox & { readonly trust?: Readonly<Record<string, string>> },
	answerMs: number,
	prepare: (site: Site) => Promise<Comparison[]>,
	after: (n8n: BenchN8n) => Promise<void> = async () => undefined,
): Promise<Result[]> {
	const n8n = await BenchN8n.start({ host, home, port: EDITOR_PORT, env: { ...sandbox.trust } });
	const bare = new BareProcess(sandbox.trust);
	try {
		const results: Result[] = [];
		for (const comparison of await prepare({ n8n, bare, sandbox, answerMs, size }))
			results.push(await measure(comparison, sandbox, report));
		await after(n8n);
		return results;
	} finally {
		await bare.stop();
		await n8n.stop();
	}
}

async function main({ quick, save }: Options, { end }: Running): Promise<void> {
	const began = Date.now();
	const report: Report = (line) => say(`[${seconds(began)}] ${line}`);
	const host = await ensureHost(report);
	const surroundings = await readSurroundings(host);
	const home = makeTemporaryFolder('bench');
	await installPackage(home, report);
	installHelperNode(home);
	const stage: Stage = { host, home, size: quick ? QUICK : FULL, report };
	const sandbox = await startSandboxProcess(await findFreePort(SANDBOX_PORT));
	let forms: readonly Opening[] = [];
	const near = await measureAt(stage, sandbox, LATENCY_MS, prepareNear, async ({ now }) => {
		const { apiKey, baseUrl } = sandbox;
		const credential = await now.client.createCredential('personCompanyDataApi', { apiKey, baseUrl });
		forms = await openForms(now, credential, stage.size.repetitions, report);
	});
	const far = await startDistantSandbox(sandbox, await findFreePort(DISTANT_PORT));
	const farAnswerMs = LATENCY_MS + (ROUND_TRIPS_TO_CONNECT + 1) * ROUND_TRIP_MS;
	const distant = await measureAt(stage, far, farAnswerMs, prepareDistant);
	process.stdout.write(`\n${await writeReport({ surroundings, near, distant, forms }, save)}`);
	await end(0);
}

runStoppable({ read: (args): Options => readSwitches(args, FLAGS, USAGE), help: HELP, run: main });
