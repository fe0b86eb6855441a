import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { stopAllGroups } from '../../tools/host/processes/processGroup';
import { findQueuePrograms } from '../../tools/host/processes/programs';
import { describeSoak } from './report';
import { soak } from './soak';

/** n8n in queue mode under a mixed load, with random faults; afterwards the accounts must be equal. */

const isLong = process.env.npm_lifecycle_event === 'soak';
const MINUTES = Number(process.env.SOAK_MINUTES ?? (isLong ? 30 : 0.4));
const SEED = Number(process.env.SOAK_SEED ?? 20260101);

const programs = findQueuePrograms();
const missing = 'missing' in programs ? programs.missing : [];
const [test, title] =
	missing.length === 0
		? [it, `charges exactly what workflows output or explain, in ${MINUTES} minutes of load and faults`]
		: [it.skip, `there is no soak: install ${missing.join(' and ')}`];

afterAll(stopAllGroups);

test(
	title,
	async () => {
		if ('missing' in programs) return;
		const say = (line: string): void =>
			void (isLong && process.stderr.write(`${new Date().toISOString()} ${line}\n`));
		const soaked = await soak(programs, { seed: SEED, seconds: MINUTES * 60, isShort: MINUTES < 2, say });
		const report = describeSoak(soaked, { seed: SEED, minutes: MINUTES });
		if (isLong) writeFileSync(join(__dirname, 'RESULTS.md'), report);
		expect(soaked.problems).toEqual([]);
		const { credits } = soaked.account;
		if (credits.output === 0) throw new Error(`Nothing that was paid for came out.\n${report}`);
	},
	(MINUTES + 20) * 60_000,
);
