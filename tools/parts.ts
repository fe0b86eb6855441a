import { join, resolve } from 'node:path';

import { print } from './commandLine';
import { npmEnvironment } from './host/processes/environment';
import { startGroup } from './host/processes/processGroup';
import { seconds } from './host/processes/progress';

const CHECKOUT = resolve(__dirname, '..');
const JEST = join(CHECKOUT, 'node_modules/jest/bin/jest.js');

/** A command that checks something. */
export interface Part {
	readonly name: string;
	readonly command: string;
	readonly args: readonly string[];
	readonly env?: NodeJS.ProcessEnv;
	/** What it wrote is told also when it passed. */
	readonly isReport?: boolean;
}

export const script = (name: string, ...args: string[]): Part => ({
	name: [name, ...args].join(' '),
	command: 'npm',
	args: ['run', '--silent', name, ...(args.length > 0 ? ['--', ...args] : [])],
});

/** Tests of some projects. */
export const tests = (
	projects: readonly string[],
	options: readonly string[],
	env: NodeJS.ProcessEnv = {},
): Part => ({
	name: projects.join(', '),
	command: process.execPath,
	args: [JEST, '--selectProjects', ...projects, ...options],
	env,
});

interface Outcome {
	readonly lines: readonly string[];
	readonly exitCode: number;
}

/** Runs a part: files of tests are told as they end, all of what it wrote only when it failed or is a report. */
async function outcomeOf({ name, command, args, env, isReport }: Part): Promise<Outcome> {
	const started = Date.now();
	const group = startGroup(command, [...args], {
		cwd: CHECKOUT,
		env: npmEnvironment(env),
		onLine: (line) => {
			if (/^(PASS|FAIL) /.test(line)) print(line);
		},
	});
	const { code } = await group.ended;
	const exitCode = code ?? 1;
	if (exitCode !== 0 || isReport) print(group.lines().join('\n'));
	const counted = group.lines().find((line) => line.startsWith('Tests: ')) ?? '';
	const retried = group.lines().flatMap((line) => line.split('LOGGING RETRY ERRORS')[1] ?? []);
	const lines = [
		`${exitCode === 0 ? 'ok    ' : 'failed'} ${name} (${seconds(started)}) ${counted}`,
		...retried.map((test) => `flaky  ${test.trim()}`),
	];
	return { lines, exitCode };
}

/** Runs stages one after another, the parts of one at the same time; gives the worst exit code. */
export async function runStages(stages: ReadonlyArray<readonly Part[]>): Promise<number> {
	const started = Date.now();
	const outcomes: Outcome[] = [];
	for (const parts of stages) outcomes.push(...(await Promise.all(parts.map(outcomeOf))));
	print(`\n${outcomes.flatMap(({ lines }) => lines).join('\n')}\n${seconds(started)} in all`);
	return Math.max(...outcomes.map(({ exitCode }) => exitCode));
}
