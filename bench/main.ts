import { runCommand, say } from '../tools/commandLine';
import { stopAllGroups } from '../tools/host/processes/processGroup';
import { onEndRequest } from '../tools/host/processes/signals';
import { HELP, type Options, readOptions } from './options';
import { FULL, QUICK } from './setup/plan';
import { describeAgreement, differences } from './report/agreement';
import { readSaved, writeReport } from './report/write';
import { runBenchmark } from './run';

let ending = false;

/** Takes everything down and ends; folders go with the process. */
async function end(exitCode: number): Promise<never> {
	ending = true;
	await stopAllGroups();
	process.exit(exitCode);
}

async function main({ quick, save, check }: Options): Promise<void> {
	const saved = check ? readSaved() : undefined;
	if (check && saved === undefined) throw new Error('There is no saved report to compare with; see --save.');
	const outcome = await runBenchmark(quick ? QUICK : FULL, say);
	process.stdout.write(`\n${await writeReport(outcome, save)}`);
	const found = differences(saved?.results ?? [], outcome.results);
	if (saved !== undefined) say(`\n${describeAgreement(found)}`);
	await end(found.length === 0 ? 0 : 1);
}

runCommand({
	read: readOptions,
	help: ({ help }) => (help ? HELP : undefined),
	run: async (options) => {
		onEndRequest((exitCode) => {
			say('\nStopping …');
			void end(exitCode);
		});
		await main(options);
	},
	failed: async ({ message }) => {
		if (ending) return;
		say(`\n${message}`);
		await end(1);
	},
});
