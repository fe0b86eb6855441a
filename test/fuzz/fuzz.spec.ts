import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { stopAllGroups } from '../../tools/host/processes/processGroup';
import { fuzz } from './fuzz';
import { describeFuzz } from './report';

/** A real n8n between hostile input, a hostile service, and hostile calls from outside: nothing may freeze it. */

const isLong = process.env.npm_lifecycle_event === 'fuzz';
const MINUTES = Number(process.env.FUZZ_MINUTES ?? (isLong ? 60 : 0.5));
const SEED = Number(process.env.FUZZ_SEED ?? 20260101);
const { FUZZ_CASE } = process.env;

afterAll(stopAllGroups);

it(
	`nothing freezes n8n or fills its memory, in ${MINUTES} minutes`,
	async () => {
		const say = (line: string): void =>
			void (isLong && process.stderr.write(`${new Date().toISOString()} ${line}\n`));
		const only = FUZZ_CASE === undefined ? undefined : Number(FUZZ_CASE);
		const fuzzed = await fuzz({ seed: SEED, seconds: MINUTES * 60, only, say });
		const report = describeFuzz(fuzzed, { seed: SEED, minutes: MINUTES });
		if (isLong && only === undefined) writeFileSync(join(__dirname, 'RESULTS.md'), report);
		expect(fuzzed.findings).toEqual([]);
		expect(fuzzed.requests).toBeGreaterThan(0);
	},
	(MINUTES + 15) * 60_000,
);
