import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { readSurroundings } from '../../bench/surroundings';
import { stopAllGroups } from '../../tools/host/processes/processGroup';
import { flood, type Flooded } from './flood';
import { describeFloods } from './report';

/** A flood of events, true and forged, to the trigger in a real n8n. */

const isLong = process.env.npm_lifecycle_event === 'floods';
const COUNT = Number(process.env.FLOODS_COUNT ?? (isLong ? 2000 : 40));
const PER_SECOND = Number(process.env.FLOODS_PER_SECOND ?? (isLong ? 100 : 40));
const SEED = Number(process.env.FLOODS_SEED ?? 20260101);

const say = (line: string): void =>
	void (isLong && process.stderr.write(`${new Date().toISOString()} ${line}\n`));

afterAll(stopAllGroups);

const floods: Flooded[] = [];
/** One that tells callers apart, and one behind a proxy; the latter is only reported. */
const kinds = isLong ? [false, true] : [false];

it.each(kinds)(
	`each of ${COUNT} true events starts the workflow once, and none of as many forged ones does (behind a proxy: %s)`,
	async (isBehindProxy) => {
		const flooded = await flood({ seed: SEED, count: COUNT, perSecond: PER_SECOND, isBehindProxy, say });
		floods.push(flooded);
		const { starts, startedByForged, asked, exit } = flooded;
		expect([exit, startedByForged]).toEqual([undefined, 0]);
		expect(asked.all - asked.needed).toBeLessThanOrEqual(asked.mostOthers);
		expect([...starts.keys()].filter((times) => times > 1)).toEqual([]);
		if (!isBehindProxy) expect([...starts]).toEqual([[1, COUNT]]);
	},
	20 * 60_000,
);

if (isLong) {
	afterAll(async () => {
		if (floods.length === 0) return;
		const surroundings = await readSurroundings(floods[0].host);
		writeFileSync(join(__dirname, 'RESULTS.md'), describeFloods(floods, surroundings));
	});
}
