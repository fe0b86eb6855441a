/* eslint-disable @n8n/community-nodes/no-restricted-globals, @n8n/community-nodes/no-restricted-imports -- a command-line tool, never shipped */
import { resolve } from 'node:path';

import { npmEnvironment } from '../host/environment';
import { startGroup, stopAllGroups } from '../host/processGroup';
import { seconds } from '../host/progress';
import { CHOICE, type Line, LINES, releaseOf } from '../host/releases';
import { onEndRequest } from '../host/signals';

const CHECKOUT = resolve(__dirname, '../..');
const JEST = resolve(CHECKOUT, 'node_modules/jest/bin/jest.js');
const USAGE =
	'Usage: npm run test:compatibility -- [1.x] [2.x] [options of jest, such as --testPathPatterns lists]';

/** For the tests to end what they have started. */
const GRACE_MS = 15_000;

const say = (line: string): void => void process.stdout.write(`${line}\n`);

/** Runs the tests in a real n8n of one line; tells whether they passed, and in a line what came of them. */
async function runOn(line: Line, options: readonly string[]): Promise<{ passed: boolean; result: string }> {
	const started = Date.now();
	say(`\n=== n8n ${line} (${releaseOf(line).pinned}) ===`);
	const group = startGroup(process.execPath, [JEST, '--selectProjects', 'n8n', ...options], {
		cwd: CHECKOUT,
		env: npmEnvironment({ [CHOICE]: line }),
		graceMs: GRACE_MS,
		onLine: say,
	});
	const { code } = await group.ended;
	const tests = group.lines().find((text) => text.startsWith('Tests:')) ?? 'no tests ran';
	return { passed: code === 0, result: `${tests} (${seconds(started)})` };
}

/** Runs them on the chosen lines, one after another; the exit code says whether all passed. */
async function main(args: readonly string[]): Promise<number> {
	if (args.includes('--help')) {
		say(USAGE);
		return 0;
	}
	const isLine = (arg: string): arg is Line => (LINES as readonly string[]).includes(arg);
	const chosen = args.filter(isLine);
	const options = args.filter((arg) => !isLine(arg));
	const summary: string[] = [];
	let failed = 0;
	for (const line of chosen.length > 0 ? chosen : LINES) {
		const { passed, result } = await runOn(line, options);
		if (!passed) failed++;
		summary.push(`${passed ? 'ok    ' : 'failed'} n8n ${line}: ${result}`);
	}
	say(`\n${summary.join('\n')}`);
	return failed === 0 ? 0 : 1;
}

onEndRequest((exitCode) => void stopAllGroups().finally(() => process.exit(exitCode)));
void main(process.argv.slice(2)).then(async (exitCode) => {
	await stopAllGroups();
	process.exit(exitCode);
});
