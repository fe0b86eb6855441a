import { availableParallelism } from 'node:os';
import { join, resolve } from 'node:path';

import { print, runToEnd } from './commandLine';
import { npmEnvironment } from './host/processes/environment';
import { startGroup } from './host/processes/processGroup';
import { seconds } from './host/processes/progress';

/** Lint, types and tests, as much at once as two processors can do. The exit code is the worst of them. */

const CHECKOUT = resolve(__dirname, '..');
const JEST = join(CHECKOUT, 'node_modules/jest/bin/jest.js');
const USAGE = 'Usage: npm test; npm run test:fast, with options of jest behind `--`; npm run test:nightly';

interface Part {
	readonly name: string;
	readonly command: string;
	readonly args: readonly string[];
	readonly env?: NodeJS.ProcessEnv;
}

const script = (name: string, ...args: string[]): Part => ({
	name: [name, ...args].join(' '),
	command: 'npm',
	args: ['run', '--silent', name, ...(args.length > 0 ? ['--', ...args] : [])],
});

/** Tests of some projects. By itself jest leaves one processor free, which is half of two. */
const tests = (
	projects: readonly string[],
	maxWorkers: number,
	options: readonly string[] = [],
	env: NodeJS.ProcessEnv = {},
): Part => ({
	name: projects.join(', '),
	command: process.execPath,
	args: [JEST, `--maxWorkers=${maxWorkers}`, '--selectProjects', ...projects, ...options],
	env,
});

/** Parts that run one after another, beside those of other lanes. */
type Lane = readonly Part[];

const PROCESSORS = availableParallelism();
/** What takes no more than a minute or two: the tests without a node's run. */
const QUICK = ['unit', 'properties', 'sandbox'] as const;
const inProcess = (env: NodeJS.ProcessEnv = {}): Part =>
	tests([...QUICK, 'node', 'chaos'], PROCESSORS, [], env);
/**
 * What a real n8n and a browser must show before a commit: one journey of each kind. All others run each night.
 */
const JOURNEYS = [
	'n8n/(package|credential|resources|lists|mainJob|trigger|waitByWebhook|newLeads|killed|examples)\\.spec',
	'editor/(newcomer|lists)\\.spec',
];
/** More random cases than the forms between two commits have. */
const MANY_CASES = { PROPERTY_RUNS: '300', CHAOS_RUNS: '200' };
/** Each kind of load for a short time: minutes. */
const LOADS = Object.entries({ soak: '0.5', fuzz: '0.5', floods: '0.05' }).map(([profile, minutes]) =>
	script('load', '--profile', profile, '--minutes', minutes),
);
const checks: Lane = [script('typecheck'), script('lint')];

/**
 * The lanes of each form, in stages. Beside a real n8n, the tests that run in a process would take several times as long,
 * and what they measure of the processor would vary.
 */
const FORMS: Readonly<Record<string, (options: readonly string[]) => readonly Lane[][]>> = {
	'--fast': (options) => [[checks, [tests(QUICK, PROCESSORS, options)]]],
	'--most': () => [
		checks.map((check) => [check]),
		[[inProcess()]],
		[[tests(['n8n', 'editor'], 2, ['--testPathPatterns', ...JOURNEYS], { JOURNEYS_ONLY: '1' })]],
	],
	'--nightly': () => [
		checks.map((check) => [check]),
		[[inProcess(MANY_CASES)]],
		[[tests(['n8n', 'editor'], 3)]],
		[[tests(['queue', 'linear'], 1), ...LOADS, script('test:compatibility', '1.x', '--smoke')]],
	],
};

interface Outcome {
	readonly line: string;
	readonly exitCode: number;
}

/** Says of lines of jest which files have passed, and all of what it says of one that failed; keeps the others. */
class Teller {
	readonly untold: string[] = [];
	private isOfFailed = false;

	hear(line: string): void {
		const isHeader = /^(PASS|FAIL) /.test(line);
		if (isHeader) this.isOfFailed = line.startsWith('FAIL');
		if (isHeader || this.isOfFailed) print(line);
		else this.untold.push(line);
	}
}

/** Runs a part: files of tests are told as they end, the rest of what it wrote only when it failed. */
async function outcomeOf({ name, command, args, env }: Part): Promise<Outcome> {
	const started = Date.now();
	const teller = new Teller();
	const group = startGroup(command, [...args], {
		cwd: CHECKOUT,
		env: npmEnvironment(env),
		onLine: (line) => teller.hear(line),
	});
	const { code } = await group.ended;
	const exitCode = code ?? 1;
	if (exitCode !== 0) for (const line of teller.untold) print(line);
	const counted = group.lines().find((line) => line.startsWith('Tests: '));
	const told = [seconds(started), ...(counted === undefined ? [] : [counted.replace(/^Tests: +/, '')])];
	return { line: `${exitCode === 0 ? 'ok    ' : 'failed'} ${name} (${told.join('; ')})`, exitCode };
}

async function inTurn(lane: Lane): Promise<Outcome[]> {
	const outcomes: Outcome[] = [];
	for (const part of lane) outcomes.push(await outcomeOf(part));
	return outcomes;
}

async function main([form, ...options]: readonly string[]): Promise<number> {
	const stagesOf = FORMS[form];
	if (stagesOf === undefined || (form !== '--fast' && options.length > 0)) throw new Error(USAGE);
	const started = Date.now();
	const outcomes: Outcome[] = [];
	for (const lanes of stagesOf(options)) outcomes.push(...(await Promise.all(lanes.map(inTurn))).flat());
	print(`\n${outcomes.map(({ line }) => line).join('\n')}\n${seconds(started)} in all`);
	return Math.max(...outcomes.map(({ exitCode }) => exitCode));
}

runToEnd(USAGE, main);
