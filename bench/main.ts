import { say } from '../tools/commandLine';
import { type Running, runStoppable } from '../tools/stoppable';
import { HELP, type Options, readOptions } from './options';
import { FULL, QUICK } from './setup/plan';
import { describeAgreement, differencesOf } from './outcome/agreement';
import { readSaved, writeReport } from './report/write';
import { runBenchmark } from './run';

async function main({ quick, save, check }: Options, { end }: Running): Promise<void> {
	const saved = check ? readSaved() : undefined;
	if (check && saved === undefined) throw new Error('There is no saved report to compare with; see --save.');
	const outcome = await runBenchmark(quick ? QUICK : FULL, say);
	process.stdout.write(`\n${await writeReport(outcome, save)}`);
	const found = saved === undefined ? [] : differencesOf(saved, outcome);
	if (saved !== undefined) say(`\n${describeAgreement(found)}`);
	await end(found.length === 0 && outcome.failed.length === 0 ? 0 : 1);
}

runStoppable({
	read: readOptions,
	help: HELP,
	run: main,
});
