import { availableParallelism } from 'node:os';
import { join, resolve } from 'node:path';

import { npmEnvironment } from './host/processes/environment';
import { startGroup } from './host/processes/processGroup';
import { seconds } from './host/processes/progress';
import { runToEnd } from './stoppable';

/**
 * Lint, types and every test that needs no n8n process, side by side: the tests have slow and quick files, so
 * that the processors are never all at work with them alone. The exit code is the worst of the three.
 */

const CHECKOUT = resolve(__dirname, '..');
const JEST = join(CHECKOUT, 'node_modules/jest/bin/jest.js');
const PROJECTS = ['unit', 'properties', 'sandbox', 'node', 'chaos'];

const say = (line: string): void => void process.stdout.write(`${line}\n`);

interface Part {
	readonly name: string;
	readonly command: string;
	readonly args: readonly string[];
	/** Whether what it writes is shown as it comes, or only when it fails. */
	readonly isShown: boolean;
}

const script = (name: string): Part => ({
	name,
	command: 'npm',
	args: ['run', '--silent', name],
	isShown: false,
});
const tests = (options: readonly string[]): Part => ({
	name: 'tests',
	command: process.execPath,
	// By itself jest leaves one processor free, which is half of two.
	args: [JEST, `--maxWorkers=${availableParallelism()}`, '--selectProjects', ...PROJECTS, ...options],
	isShown: true,
});

interface Outcome {
	readonly line: string;
	readonly exitCode: number;
}

async function outcomeOf({ name, command, args, isShown }: Part): Promise<Outcome> {
	const started = Date.now();
	const group = startGroup(command, [...args], {
		cwd: CHECKOUT,
		env: npmEnvironment(),
		...(isShown && { onLine: say }),
	});
	const { code } = await group.ended;
	const exitCode = code ?? 1;
	if (exitCode !== 0 && !isShown) for (const line of group.lines()) say(line);
	return { line: `${exitCode === 0 ? 'ok    ' : 'failed'} ${name} (${seconds(started)})`, exitCode };
}

async function inTurn(parts: readonly Part[]): Promise<Outcome[]> {
	const outcomes: Outcome[] = [];
	for (const part of parts) outcomes.push(await outcomeOf(part));
	return outcomes;
}

async function main(options: readonly string[]): Promise<number> {
	const started = Date.now();
	const lanes = [inTurn([script('typecheck'), script('lint')]), inTurn([tests(options)])];
	const outcomes = (await Promise.all(lanes)).flat();
	say(`\n${outcomes.map(({ line }) => line).join('\n')}\n${seconds(started)} in all`);
	return Math.max(...outcomes.map(({ exitCode }) => exitCode));
}

runToEnd(main);
