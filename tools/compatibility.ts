import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

import { print, runToEnd } from './commandLine';
import { CHOICE, LINES, namesRelease } from './host/install/releases';
import { runCommand } from './host/processes/command';
import { npmEnvironment } from './host/processes/environment';
import { startGroup } from './host/processes/processGroup';
import { seconds } from './host/processes/progress';

const USAGE = `Usage: npm run test:compatibility -- [${LINES.join('] [')}] [newest] [<version>] [--smoke] [options of jest]

Runs the tests in a real n8n of each release that is named, one after another: ${LINES.join(' and ')} are pinned, newest is
the newest 2.x that the registry has, and a version is any that it has. With --smoke a few that touch everything.`;

const CHECKOUT = resolve(__dirname, '..');
const JEST = join(CHECKOUT, 'node_modules/jest/bin/jest.js');
/** For the tests to end what they have started. */
const GRACE_MS = 15_000;

/** Specs that are also part of `npm run test:nightly` on n8n's last 1.x. */
const SMOKE = ['package', 'lists', 'mainJob', 'resources', 'agent', 'newLeads', 'trigger', 'waitByWebhook'];

/** The newest n8n 2.x that the registry has and that is no preview. */
async function newestN8n(): Promise<string> {
	// The folder keeps npm from reading the settings of a checkout.
	const options = { cwd: tmpdir(), env: npmEnvironment() };
	const args = ['view', 'n8n@2', 'version', '--json'];
	const answer = JSON.parse(await runCommand('Asking the registry for n8n', 'npm', args, options)) as
		string | readonly string[];
	const newest = [answer]
		.flat()
		.filter((version) => /^\d+\.\d+\.\d+$/.test(version))
		.sort((a, b) => a.localeCompare(b, 'en', { numeric: true }))
		.at(-1);
	if (newest === undefined) throw new Error('The registry has no n8n 2.x.');
	return newest;
}

/** Runs the tests in a real n8n of one release; gives the exit code of jest. */
async function runTests(release: string, options: readonly string[]): Promise<number> {
	const group = startGroup(process.execPath, [JEST, '--selectProjects', 'n8n', ...options], {
		cwd: CHECKOUT,
		env: npmEnvironment({ [CHOICE]: release }),
		graceMs: GRACE_MS,
		onLine: print,
	});
	return (await group.ended).code ?? 1;
}

/** Runs them on the chosen releases; the exit code says whether all passed. */
async function main(args: readonly string[]): Promise<number> {
	const isRelease = (arg: string): boolean => arg === 'newest' || namesRelease(arg);
	const named = args.filter(isRelease);
	const options = [
		...(args.includes('--smoke') ? ['--testPathPatterns', `n8n/(${SMOKE.join('|')})\\.spec`] : []),
		...args.filter((arg) => !isRelease(arg) && arg !== '--smoke'),
	];
	const summary: string[] = [];
	for (const name of named.length > 0 ? named : LINES) {
		const started = Date.now();
		const release = name === 'newest' ? await newestN8n() : name;
		const title = `n8n ${release}`;
		print(`\n=== ${title} ===`);
		const code = await runTests(release, options);
		summary.push(`${code === 0 ? 'ok    ' : 'failed'} ${title} (${seconds(started)})`);
	}
	print(`\n${summary.join('\n')}`);
	return summary.every((line) => line.startsWith('ok')) ? 0 : 1;
}

runToEnd(USAGE, main);
