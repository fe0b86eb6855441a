import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';

import { useSandbox } from './stage/useSandbox';
import { describeRun } from './report';
import { shortest } from './sequence/shortest';
import { sequences } from './sequence/steps';
import { inWords } from './sequence/words';

/**
 * Random sequences of runs of one node, checked after every step against an ideal client. One that breaks a rule
 * is made as short as it can be.
 */

const isLong = process.env.npm_lifecycle_event === 'chaos';
const RUNS = Number(process.env.CHAOS_RUNS ?? (isLong ? 5000 : 50));
const SEED = Number(process.env.CHAOS_SEED ?? 20_260_101);
/** Where a sequence that failed stands, as the failure has told. */
const PATH = process.env.CHAOS_PATH;
/** The beginning of the only rule that counts, to look for what breaks another one than the first found. */
const RULE = process.env.CHAOS_RULE;

const playerOf = useSandbox();

it(
	`does what an ideal client would in ${RUNS} sequences`,
	async () => {
		const player = playerOf(RULE);
		const began = performance.now();
		const property = fc.asyncProperty(sequences, async (sequence) => {
			const broken = await player.play(sequence);
			if (broken !== undefined) throw new Error(broken);
		});
		const { counterexample, counterexamplePath, errorInstance } = await fc.check(property, {
			numRuns: RUNS,
			seed: SEED,
			...(PATH !== undefined && { path: PATH }),
		});
		const ms = performance.now() - began;
		const figures = { ...player.figures };
		let failure: string | undefined;
		if (counterexample !== null) {
			const least = await shortest(
				counterexample[0],
				async (sequence) => (await player.play(sequence).catch(String)) !== undefined,
			);
			const again = `CHAOS_SEED=${SEED} CHAOS_PATH=${counterexamplePath ?? ''} npm run chaos`;
			const broken = await player.play(least).catch(String);
			failure = [broken ?? String(errorInstance), inWords(least), again].join('\n');
		}
		if (isLong && RULE === undefined && PATH === undefined) {
			writeFileSync(join(__dirname, 'RESULTS.md'), describeRun(figures, { seed: SEED, ms, failure }));
		}
		if (failure !== undefined) throw new Error(failure);
	},
	60 * 60_000,
);
