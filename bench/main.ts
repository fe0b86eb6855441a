import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { print, runToEnd } from '../tools/commandLine';
import { ensureInstalled } from '../tools/host/install/install';
import { installPackage } from '../tools/host/install/pack';
import { makeTemporaryFolder } from '../tools/host/processes/temporary';
import { formatted } from '../tools/text/formatted';
import { BareProcess } from './clients/bareProcess';
import { prepare } from './comparisons';
import { installHelperAlone } from './n8n/helperAlone';
import { measure, type Comparison, type Result } from './measure';
import { BenchN8n } from './n8n/benchN8n';
import { toMarkdown } from './report';
import { OUTBOX_TITLE, startOutbox } from './queue/outbox';
import { fromAfar } from './service/distance';
import { startSandboxProcess, type ReachedSandbox } from './service/sandboxProcess';
import { readSurroundings } from './surroundings';

const REPORT = join(__dirname, 'RESULTS.md');
/** What the report is made of. */
const RESULTS = join(__dirname, 'results.json');

const USAGE = `Usage: npm run bench [-- <words>]

Measures lookups, enrichments, searches, batches, forms and lists in a real n8n, against the sandbox,
and compares them with a bare client and n8n's HTTP Request node. It wants a quiet machine.
With words, measures the works whose titles hold one of them; the report keeps what it has of the others.
The report is written to bench/RESULTS.md, and its figures to bench/results.json.`;

const earlier = (): Result[] =>
	existsSync(RESULTS) ? (JSON.parse(readFileSync(RESULTS, 'utf8')) as Result[]) : [];

async function main(words: readonly string[]): Promise<number> {
	if (words.some((word) => word.startsWith('-'))) throw new Error(USAGE);
	const host = await ensureInstalled();
	const surroundings = await readSurroundings(host);
	const home = makeTemporaryFolder('bench');
	await installPackage(home);
	installHelperAlone(home);
	const sandbox = await startSandboxProcess();
	const afar = await fromAfar(sandbox, home);
	const n8n = await BenchN8n.start({ host, home, port: 0 });
	const bare = new BareProcess();
	const comparisons = await prepare({ n8n, bare, sandbox, afar });
	const titles = [...comparisons.map(({ title }) => title), OUTBOX_TITLE];
	const isWanted = (title: string): boolean =>
		words.length === 0 || words.some((word) => title.toLowerCase().includes(word.toLowerCase()));
	const results = new Map(earlier().map((result) => [result.title, result]));
	const add = async (comparison: Comparison, reached: ReachedSandbox): Promise<void> => {
		results.set(comparison.title, await measure(comparison, reached, surroundings));
		const all = titles.flatMap((title) => results.get(title) ?? []);
		writeFileSync(RESULTS, await formatted(RESULTS, JSON.stringify(all)));
		writeFileSync(REPORT, await formatted(REPORT, toMarkdown(all)));
	};
	for (const comparison of comparisons) if (isWanted(comparison.title)) await add(comparison, sandbox);
	await bare.stop();
	await n8n.stop();
	const outbox = isWanted(OUTBOX_TITLE) ? await startOutbox() : undefined;
	if (outbox !== undefined) await add(outbox.comparison, outbox.sandbox);
	await outbox?.stop();
	print(`Written to ${REPORT}`);
	return 0;
}

runToEnd(USAGE, main);
