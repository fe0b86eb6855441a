/* eslint-disable @n8n/community-nodes/no-restricted-globals -- a command-line tool, never shipped */
import { stopAllGroups } from '../tools/host/processGroup';
import { onEndRequest } from '../tools/host/signals';
import { HELP, type Options, readOptions } from './options';
import { FULL, QUICK } from './plan';
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

/** Progress goes to stderr, so that stdout is the report and nothing else. */
const say = (line: string): void => void process.stderr.write(`${line}\n`);

async function main({ quick, save, check }: Options): Promise<void> {
	const saved = check ? readSaved() : undefined;
	if (check && saved === undefined) throw new Error('There is no saved report to compare with; see --save.');
	const outcome = await runBenchmark(quick ? QUICK : FULL, say);
	process.stdout.write(`\n${await writeReport(outcome, save)}`);
	const found = differences(saved?.results ?? [], outcome.results);
	if (saved !== undefined) say(`\n${describeAgreement(found)}`);
	await end(found.length === 0 ? 0 : 1);
}

function start(): void {
	let options: Options;
	try {
		options = readOptions(process.argv.slice(2));
	} catch (error) {
		say((error as Error).message);
		process.exitCode = 2;
		return;
	}
	if (options.help) {
		process.stdout.write(`${HELP}\n`);
		return;
	}
	onEndRequest((exitCode) => {
		say('\nStopping …');
		void end(exitCode);
	});
	main(options).catch(async (error: Error) => {
		if (ending) return;
		say(`\n${error.message}`);
		await end(1);
	});
}

start();
