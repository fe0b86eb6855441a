import { parseArgs } from 'node:util';

import { print, runToEnd, say } from '../../tools/commandLine';
import { drive } from './drive';
import { describe } from './report';

const USAGE = 'Usage: npm run load -- [--minutes <n>] [--seed <n>]';

runToEnd(USAGE, async (args) => {
	const { values } = parseArgs({
		args: [...args],
		options: {
			minutes: { type: 'string', default: '30' },
			seed: { type: 'string', default: String(Date.now() % 1_000_000) },
		},
	});
	const [minutes, seed] = [Number(values.minutes), Number(values.seed)];
	if (!(minutes > 0) || !Number.isInteger(seed)) throw new Error(USAGE);
	const title = `${minutes} minutes, seed ${seed}`;
	say(title);
	const driven = await drive({ seed, seconds: minutes * 60, say });
	print(describe(title, driven));
	return driven.findings.length === 0 ? 0 : 1;
});
