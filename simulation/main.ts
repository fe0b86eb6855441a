import { runCommand, say } from '../tools/commandLine';
import { HELP, readOptions, type Options } from './options';
import { FULL, QUICK } from './plan/plan';
import { writeReport } from './report/write';
import type { Result } from './report/compare';
import { simulateInProcesses } from './processes';
import { inALine, judge, longestFirst, scenariosOf } from './run';

async function main({ quick, save }: Options): Promise<void> {
	const began = performance.now();
	const size = quick ? QUICK : FULL;
	const scenarios = scenariosOf(size);
	const results: Result[] = [];
	await simulateInProcesses(size.name, longestFirst(scenarios), (simulated) => {
		results[simulated.scenario] = judge(scenarios[simulated.scenario], simulated);
		say(inALine(results[simulated.scenario]));
	});
	const realSeconds = Math.round((performance.now() - began) / 1000);
	process.stdout.write(`\n${await writeReport({ size, results, realSeconds }, save)}`);
	if (results.some(({ problems }) => problems.length > 0)) process.exitCode = 1;
}

runCommand({
	read: readOptions,
	help: HELP,
	run: main,
	failed: (error) => {
		say(error.stack ?? error.message);
		process.exitCode = 1;
	},
});
