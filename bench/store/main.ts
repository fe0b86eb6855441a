import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { readSwitches, say } from '../../tools/commandLine';
import { ensureInstalled } from '../../tools/host/install/install';
import { installPackage } from '../../tools/host/install/pack';
import { type Running, runStoppable } from '../../tools/stoppable';
import { makeTemporaryFolder } from '../../tools/host/processes/temporary';
import { formatted } from '../../tools/text/outputFile';
import { readSurroundings } from '../outcome/surroundings';
import { startSandboxAtOnce } from '../setup/sandboxAtOnce';
import { type Blocking, measureBlocking } from './blocking';
import { sqlite, startPostgres } from './database';
import { measureGrowth } from './growth';
import { toMarkdown } from './report';

const RESULTS = join(__dirname, 'RESULTS.md');
const USAGE = 'Usage: npm run bench:store -- [--quick]';
const RUNS = 3;

/** Measures everything and writes the report; a quick one, with one run of each, is only printed. */
async function main({ quick }: { readonly quick: boolean }, { end }: Running): Promise<void> {
	const host = await ensureInstalled(say);
	const surroundings = await readSurroundings(host);
	const home = makeTemporaryFolder('store');
	await installPackage(home, say);
	const sandbox = await startSandboxAtOnce();
	const growth = await measureGrowth({ host, home }, sandbox, say);
	const blocking: Blocking[] = [];
	const postgres = await startPostgres(makeTemporaryFolder('store'));
	for (const database of [sqlite, ...('missing' in postgres ? [] : [postgres])]) {
		blocking.push(...(await measureBlocking({ host, home, database }, sandbox, quick ? 1 : RUNS, say)));
	}
	const skipped =
		'missing' in postgres
			? `PostgreSQL was not measured: ${postgres.missing.join(' and ')} not installed.`
			: undefined;
	const text = await formatted(RESULTS, toMarkdown({ surroundings, blocking, skipped, growth }));
	process.stdout.write(`\n${text}`);
	if (!quick) writeFileSync(RESULTS, text);
	await end(0);
}

runStoppable({
	read: (args) => readSwitches(args, ['quick'], USAGE),
	help: USAGE,
	run: main,
});
