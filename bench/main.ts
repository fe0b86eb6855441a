import { print, runToEnd, say } from '../tools/commandLine';
import { ensureInstalled } from '../tools/host/install/install';
import { installPackage } from '../tools/host/install/pack';
import { findFreePort } from '../tools/host/processes/ports';
import { type Report, seconds } from '../tools/host/processes/progress';
import { makeTemporaryFolder } from '../tools/host/processes/temporary';
import { BareProcess } from './clients/bareProcess';
import { prepare } from './comparisons';
import { installHelperAlone } from './n8n/helperAlone';
import { measure, type Result } from './measure';
import { BenchN8n } from './n8n/benchN8n';
import { FULL, QUICK, type Size } from './setup/plan';
import { writeReport } from './report';
import { startSandboxProcess } from './service/sandboxProcess';
import { readSurroundings } from './surroundings';

const USAGE = 'Usage: npm run bench -- [--quick] [--save] [--help]';
const HELP = `${USAGE}

Measures lookups, enrichments, searches, batches and a list in a real n8n, against the sandbox,
and compares them with a bare client and n8n's HTTP Request node. It wants a quiet machine.
  --quick  a tenth of the work, once: to see that it runs, not to compare
  --save   write the report to bench/RESULTS.md, too
The report is printed and written to bench/results/latest.md.`;

const FLAGS = ['--quick', '--save'];

/** Preferred ports, away from those of a stack that somebody works with. */
const [EDITOR_PORT, SANDBOX_PORT] = [5810, 5811];

async function main(args: readonly string[]): Promise<number> {
	if (args.some((arg) => !FLAGS.includes(arg))) throw new Error(USAGE);
	const [quick, save] = FLAGS.map((flag) => args.includes(flag));
	const began = Date.now();
	const report: Report = (line) => say(`[${seconds(began)}] ${line}`);
	const host = await ensureInstalled(report);
	const surroundings = await readSurroundings(host);
	const home = makeTemporaryFolder('bench');
	await installPackage(home, report);
	installHelperAlone(home);
	const size: Size = quick ? QUICK : FULL;
	const sandbox = await startSandboxProcess(await findFreePort(SANDBOX_PORT));
	const n8n = await BenchN8n.start({ host, home, port: EDITOR_PORT });
	const bare = new BareProcess();
	const results: Result[] = [];
	for (const comparison of await prepare({ n8n, bare, sandbox, size })) {
		results.push(await measure(comparison, sandbox, report));
	}
	await bare.stop();
	await n8n.stop();
	print(`\n${await writeReport({ surroundings, results }, save)}`);
	return 0;
}

runToEnd(HELP, main);
