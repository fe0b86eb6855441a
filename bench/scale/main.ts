import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { readSwitches, say } from '../../tools/commandLine';
import { ensureInstalled } from '../../tools/host/install/install';
import { installPackage } from '../../tools/host/install/pack';
import { makeTemporaryFolder } from '../../tools/host/processes/temporary';
import { type Running, runStoppable } from '../../tools/stoppable';
import { formatted } from '../../tools/text/outputFile';
import { readSurroundings } from '../outcome/surroundings';
import { startSandboxAtOnce } from '../setup/sandboxAtOnce';
import { sqlite, startPostgres } from '../store/database';
import { measureExecutions, type Stored } from './executions';
import { measureMarks, type Marked } from './marks';
import { SIZES } from './plan';
import { toMarkdown } from './report';

const RESULTS = join(__dirname, 'RESULTS.md');
const USAGE = 'Usage: npm run bench:scale -- [--quick]';

/** Measures everything and writes the report; a quick one, with the smaller size on SQLite, is only printed. */
async function main({ quick }: { readonly quick: boolean }, { end }: Running): Promise<void> {
	const host = await ensureInstalled(say);
	const surroundings = await readSurroundings(host);
	const home = makeTemporaryFolder('scale');
	await installPackage(home, say);
	const sandbox = await startSandboxAtOnce();
	const postgres = quick ? undefined : await startPostgres(makeTemporaryFolder('scale'));
	const missing = postgres !== undefined && 'missing' in postgres ? postgres.missing : undefined;
	const skipped =
		missing === undefined
			? undefined
			: `PostgreSQL was not measured: ${missing.join(' and ')} not installed.`;
	const executions: Stored[] = [];
	const marks: Marked[] = [];
	const given = [sqlite, ...(postgres === undefined || 'missing' in postgres ? [] : [postgres])].map(
		(database) => ({ host, home, database }),
	);
	const steps = [
		...given.map((one) => async () => void marks.push(...(await measureMarks(one, sandbox, say)))),
		...(quick ? [SIZES[0]] : SIZES).flatMap((items) =>
			given.map(
				(one) => async () => void executions.push(...(await measureExecutions(one, sandbox, items, say))),
			),
		),
	];
	let text = '';
	for (const step of steps) {
		await step();
		text = await formatted(RESULTS, toMarkdown({ surroundings, executions, marks, skipped }));
		// It takes long: what is measured stands, whatever becomes of the rest.
		if (!quick) writeFileSync(RESULTS, text);
	}
	process.stdout.write(`\n${text}`);
	await end(0);
}

runStoppable({
	read: (args) => readSwitches(args, ['quick'], USAGE),
	help: USAGE,
	run: main,
});
