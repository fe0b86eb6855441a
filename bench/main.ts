import { say } from '../tools/commandLine';
import { type Running, runStoppable } from '../tools/stoppable';
import { HELP, type Options, readOptions } from './options';
import { FULL, QUICK } from './setup/plan';
import { describeAgreement, differencesOf } from './outcome/agreement';
import { readSaved, writeReport } from './report/write';
import type { Outcome } from './outcome/outcome';
import { runBenchmark, runMemory } from './run';

async function main({ quick, save, memory, check }: Options, { end }: Running): Promise<void> {
	const saved = readSaved();
	if ((check || memory) && saved === undefined) throw new Error('There is no saved report; see --save.');
	const size = quick ? QUICK : FULL;
	const outcome = memory
		? { ...(saved as Outcome), liveMemory: await runMemory(size, say) }
		: await runBenchmark(size, say);
	process.stdout.write(`\n${await writeReport(outcome, save)}`);
	const found = check && saved !== undefined ? differencesOf(saved, outcome) : [];
	if (check) say(`\n${describeAgreement(found)}`);
	await end(found.length === 0 && outcome.failed.length === 0 ? 0 : 1);
}

runStoppable({
	read: readOptions,
	help: HELP,
	run: main,
});
