import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { print, runToEnd } from '../tools/commandLine';
import { ensureInstalled } from '../tools/host/install/install';
import { installPackage } from '../tools/host/install/pack';
import { makeTemporaryFolder } from '../tools/host/processes/temporary';
import { formatted } from '../tools/text/formatted';
import { BareProcess } from './clients/bareProcess';
import { prepare } from './comparisons';
import { installHelperAlone } from './n8n/helperAlone';
import { measure, type Result } from './measure';
import { BenchN8n } from './n8n/benchN8n';
import { toMarkdown } from './report';
import { startOutbox } from './queue/outbox';
import { fromAfar } from './service/distance';
import { startSandboxProcess } from './service/sandboxProcess';
import { readSurroundings } from './surroundings';

const REPORT = join(__dirname, 'RESULTS.md');

const USAGE = `Usage: npm run bench

Measures lookups, enrichments, searches, batches and a list in a real n8n, against the sandbox,
and compares them with a bare client and n8n's HTTP Request node. It wants a quiet machine.
The report is written to bench/RESULTS.md.`;

async function main(args: readonly string[]): Promise<number> {
	if (args.length > 0) throw new Error(USAGE);
	const host = await ensureInstalled();
	const surroundings = await readSurroundings(host);
	const home = makeTemporaryFolder('bench');
	await installPackage(home);
	installHelperAlone(home);
	const sandbox = await startSandboxProcess();
	const afar = await fromAfar(sandbox, home);
	const n8n = await BenchN8n.start({ host, home, port: 0 });
	const bare = new BareProcess();
	const results: Result[] = [];
	for (const comparison of await prepare({ n8n, bare, sandbox, afar }))
		results.push(await measure(comparison, sandbox));
	await bare.stop();
	await n8n.stop();
	const outbox = await startOutbox();
	if (outbox !== undefined) results.push(await measure(outbox.comparison, outbox.sandbox));
	await outbox?.stop();
	writeFileSync(REPORT, await formatted(REPORT, toMarkdown(surroundings, results)));
	print(`Written to ${REPORT}`);
	return 0;
}

runToEnd(USAGE, main);
