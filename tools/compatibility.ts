import { runToEnd } from './commandLine';
import { CHOICE, LINES, namesRelease } from './host/install/releases';
import { runStages, tests } from './parts';

const USAGE = `Usage: npm run test:compatibility -- [${LINES.join('] [')}] [<version>] [--smoke] [options of jest]

Runs the tests in a real n8n of each release that is named, one after another: ${LINES.join(' and ')} are pinned, and a version
is any that the registry has. With --smoke a few that touch everything.`;

/** Specs that are also part of `npm run test:nightly` on n8n's last 1.x. */
const SMOKE = ['package', 'lists', 'mainJob', 'resources', 'agent', 'newLeads', 'trigger', 'waitByWebhook'];

runToEnd(USAGE, async (args) => {
	const named = args.filter(namesRelease);
	const options = [
		...(args.includes('--smoke') ? ['--testPathPatterns', `n8n/(${SMOKE.join('|')})\\.spec`] : []),
		...args.filter((arg) => !namesRelease(arg) && arg !== '--smoke'),
	];
	return await runStages(
		(named.length > 0 ? named : LINES).map((release) => [
			{ ...tests(['n8n'], options, { [CHOICE]: release }), name: `n8n ${release}` },
		]),
	);
});
