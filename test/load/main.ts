import { parseArgs } from 'node:util';

import { print, runToEnd, say } from '../../tools/commandLine';
import { drive } from './drive';
import { floods } from './profiles/floods';
import { soak } from './profiles/soak';
import { describe } from './report';

const PROFILES = { soak, floods };
const NAMES = Object.keys(PROFILES) as Array<keyof typeof PROFILES>;
const USAGE = `Usage: npm run load -- --profile ${NAMES.join('|')} [--minutes <n>] [--seed <n>]`;

const number = (text: string): number => {
	if (!/^\d+(\.\d+)?$/.test(text)) throw new Error(USAGE);
	return Number(text);
};

runToEnd(USAGE, async (args) => {
	const { values } = parseArgs({
		args: [...args],
		options: {
			profile: { type: 'string' },
			minutes: { type: 'string' },
			seed: { type: 'string', default: String(Date.now() % 1_000_000) },
		},
	});
	const name = NAMES.find((known) => known === values.profile);
	if (name === undefined) throw new Error(USAGE);
	const profile = PROFILES[name];
	const seed = number(values.seed);
	const minutes = values.minutes === undefined ? profile.minutes : number(values.minutes);
	say(`${name}, ${minutes} minutes, seed ${seed}`);
	const driven = await drive(profile, { seed, seconds: minutes * 60, say });
	print(describe(`${name}, ${profile.about}; ${minutes} minutes, seed ${seed}`, driven));
	return driven.findings.length === 0 ? 0 : 1;
});
