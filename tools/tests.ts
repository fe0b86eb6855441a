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

const PROCESSORS = availableParallelism();
/** What takes no more than a minute or two: the tests without a node's run. */
const QUICK = ['unit', 'properties', 'sandbox'] as const;
/**
 * What a real n8n and a browser must show before a commit: one journey of each kind. All others run each night.
 */
const JOURNEYS = [
	'n8n/(package|credential|resources|lists|mainJob|trigger|waitByWebhook|newLeads|killed|examples)\\.spec',
	'editor/(newcomer|lists)\\.spec',
];
/** More random cases than the forms between two commits have. */
const MANY_CASES = { PROPERTY_RUNS: '300', CHAOS_RUNS: '200' };
const checks = [script('typecheck'), script('lint')];
const inProcess = (env: NodeJS.ProcessEnv = {}): Part =>
	tests([...QUICK, 'node', 'chaos'], PROCESSORS, [], env);

/**
 * The stages of each form: the parts of one run at the same time. Beside a real n8n, the tests that run in a process would
 * take several times as long, and what they measure of the processor would vary.
 */
const FORMS: Readonly<Record<string, (options: readonly string[]) => ReadonlyArray<readonly Part[]>>> = {
	'--fast': (options) => [[...checks, tests(QUICK, PROCESSORS, options)]],
	'--most': () => [
		checks,
		[inProcess()],
		[tests(['n8n', 'editor'], 2, ['--testPathPatterns', ...JOURNEYS], { JOURNEYS_ONLY: '1' })],
	],
	'--nightly': () => [
		checks,
		[inProcess(MANY_CASES)],
		[tests(['n8n', 'editor'], 3)],
		[tests(['queue', 'linear'], 1)],
		[script('load', '--minutes', '0.5')],
		[script('test:compatibility', '1.x', '--smoke')],
	],
};

/** Runs a part: files of tests are told as they end, all of what it wrote only when it failed. */
async function outcomeOf({ name, command, args, env }: Part): Promise<{ line: string; exitCode: number }> {
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
	if (exitCode !== 0) print(group.lines().join('\n'));
	const counted = group.lines().find((line) => line.startsWith('Tests: '));
	const told = [seconds(started), ...(counted === undefined ? [] : [counted.replace(/^Tests: +/, '')])];
	return { line: `${exitCode === 0 ? 'ok    ' : 'failed'} ${name} (${told.join('; ')})`, exitCode };
}

runToEnd(USAGE, async ([form, ...options]) => {
	const stagesOf = FORMS[form];
	if (stagesOf === undefined || (form !== '--fast' && options.length > 0)) throw new Error(USAGE);
	const started = Date.now();
	const outcomes: Array<{ line: string; exitCode: number }> = [];
	for (const parts of stagesOf(options)) outcomes.push(...(await Promise.all(parts.map(outcomeOf))));
	print(`\n${outcomes.map(({ line }) => line).join('\n')}\n${seconds(started)} in all`);
	return Math.max(...outcomes.map(({ exitCode }) => exitCode));
});
