import { join, resolve } from 'node:path';

import { print, runToEnd } from './commandLine';
import { CHOICE, LINES, namesRelease } from './host/install/releases';
import { npmEnvironment } from './host/processes/environment';
import { startGroup } from './host/processes/processGroup';
import { seconds } from './host/processes/progress';

const USAGE = `Usage: npm run test:compatibility -- [${LINES.join('] [')}] [<version>] [--smoke] [options of jest]

Runs the tests in a real n8n of each release that is named, one after another: ${LINES.join(' and ')} are pinned, and a version
is any that the registry has. With --smoke a few that touch everything.`;

const CHECKOUT = resolve(__dirname, '..');
const JEST = join(CHECKOUT, 'node_modules/jest/bin/jest.js');
/** For the tests to end what they have started. */
const GRACE_MS = 15_000;

/** Specs that are also part of `npm run test:nightly` on n8n's last 1.x. */
const SMOKE = ['package', 'lists', 'mainJob', 'resources', 'agent', 'newLeads', 'trigger', 'waitByWebhook'];

runToEnd(USAGE, async (args) => {
	const named = args.filter(namesRelease);
	const options = [
		...(args.includes('--smoke') ? ['--testPathPatterns', `n8n/(${SMOKE.join('|')})\\.spec`] : []),
		...args.filter((arg) => !namesRelease(arg) && arg !== '--smoke'),
	];
	const summary: string[] = [];
	for (const release of named.length > 0 ? named : LINES) {
		const started = Date.now();
		print(`\n=== n8n ${release} ===`);
		const group = startGroup(process.execPath, [JEST, '--selectProjects', 'n8n', ...options], {
			cwd: CHECKOUT,
			env: npmEnvironment({ [CHOICE]: release }),
			graceMs: GRACE_MS,
			onLine: print,
		});
		const { code } = await group.ended;
		summary.push(`${code === 0 ? 'ok    ' : 'failed'} n8n ${release} (${seconds(started)})`);
	}
	print(`\n${summary.join('\n')}`);
	return summary.every((line) => line.startsWith('ok')) ? 0 : 1;
});
