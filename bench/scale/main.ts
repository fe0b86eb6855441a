import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { startSandbox } from '../../sandbox';
import { readSwitches, say } from '../../tools/commandLine';
import { ensureInstalled } from '../../tools/host/install/install';
import { installPackage } from '../../tools/host/install/pack';
import { makeTemporaryFolder } from '../../tools/host/processes/temporary';
import { type Running, runStoppable } from '../../tools/stoppable';
import { formatted } from '../../tools/text/outputFile';
import { readSurroundings } from '../outcome/surroundings';
import { sqlite, startPostgres } from '../store/database';
import { measureExecutions, type Stored } from './executions';
import { measureMarks, type Marked } from './marks';
import { SIZES } from './plan';
import { toMarkdown } from './report';

const RESULTS = join(__dirname, 'RESULTS.md');
const USAGE = 'Usage: npm run bench:scale -- [--quick]';

/** Answers of the service that take no time: the submission of a batch is answered with its result. */
const AT_ONCE = {
	batchMinimumSeconds: 0,
	recordsPerSecond: 1_000_000,
	acknowledgement: 'statusRecord',
} as const;

/** Measures everything and writes the report; a quick one, with the smaller size on SQLite, is only printed. */
async function main({ quick }: { readonly quick: boolean }, { end }: Running): Promise<void> {
	const host = await ensureInstalled(say);
	const surroundings = await readSurroundings(host);
	const home = makeTemporaryFolder('scale');
	await installPackage(home, say);
	const sandbox = await startSandbox({ port: 0, ...AT_ONCE });
	const postgres = quick ? undefined : await startPostgres(makeTemporaryFolder('scale'));
	const missing = postgres !== undefined && 'missing' in postgres ? postgres.missing : undefined;
	const executions: Stored[] = [];
	const marks: Marked[] = [];
	for (const database of [sqlite, ...(postgres === undefined || 'missing' in postgres ? [] : [postgres])]) {
		const given = { host, home, database };
		marks.push(...(await measureMarks(given, sandbox, say)));
		executions.push(...(await measureExecutions(given, sandbox, quick ? [SIZES[0]] : SIZES, say)));
	}
	const skipped =
		missing === undefined
			? undefined
			: `PostgreSQL was not measured: ${missing.join(' and ')} not installed.`;
	const text = await formatted(RESULTS, toMarkdown({ surroundings, executions, marks, skipped }));
	process.stdout.write(`\n${text}`);
	if (!quick) writeFileSync(RESULTS, text);
	await end(0);
}

runStoppable({
	read: (args) => readSwitches(args, ['quick'], USAGE),
	run: main,
});
