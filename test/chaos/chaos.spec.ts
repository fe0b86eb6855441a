import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { startSandbox, type Sandbox } from '../../sandbox';
import { useClockOf } from '../support/harness';
import { SUBJECTS, TROUBLES } from '../support/chaosCases';
import { describeFindings } from './report';
import { leastCredits, runPlan, type Finding, type Plan } from './run';

/** Every chargeable operation through every fault, with and without n8n's own retry. */

const isLong = process.env.npm_lifecycle_event === 'chaos';
const RUNS = Number(process.env.CHAOS_RUNS ?? (isLong ? 1600 : 150));
const SEED = Number(process.env.CHAOS_SEED ?? 20260101);

/** A stream of numbers from 0 up to 1, the same for the same seed. */
function numbers(seed: number): () => number {
	let state = seed >>> 0;
	return () => {
		state = (state + 0x6d2b79f5) >>> 0;
		let mixed = Math.imul(state ^ (state >>> 15), state | 1);
		mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
		return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
	};
}

/** Each operation with each trouble first, in an order that the seed decides; then again with other details. */
function plans(): Plan[] {
	const random = numbers(SEED);
	const pick = <T>(values: readonly T[]): T => values[Math.floor(random() * values.length)];
	const pairs = SUBJECTS.flatMap((subject) => TROUBLES.map((trouble) => ({ subject, trouble })));
	const shuffled = () =>
		pairs
			.map((pair) => ({ pair, at: random() }))
			.sort((a, b) => a.at - b.at)
			.map(({ pair }) => pair);
	const rounds = Array.from({ length: Math.ceil(RUNS / pairs.length) }, shuffled).flat();
	return rounds
		.filter(({ trouble }) => isLong || !trouble.isSlow)
		.slice(0, RUNS)
		.map((pair) => ({
			...pair,
			retry: random() < 0.5,
			onError: pick(['stopWorkflow', 'continueRegularOutput'] as const),
			times: pick([1, 1, 2, 'always'] as const),
			skip: pick([0, 0, 1, 2]),
			concurrency: pick([1, 5]),
		}));
}

let sandbox: Sandbox;

beforeAll(async () => {
	sandbox = await startSandbox({ clock: 'manual', persons: 600, companies: 600 });
	useClockOf(sandbox);
});
afterAll(async () => await sandbox.close());

it(
	`spends nothing twice, loses nothing, and leaves a blocked account alone in ${RUNS} runs`,
	async () => {
		const least = new Map<string, number>();
		for (const subject of SUBJECTS) {
			least.set(`${subject.resource}.${subject.operation}`, await leastCredits(sandbox, subject));
		}
		const findings: Finding[] = [];
		for (const plan of plans()) {
			const { resource, operation } = plan.subject;
			findings.push(await runPlan(sandbox, plan, least.get(`${resource}.${operation}`) ?? 0));
		}
		if (isLong) {
			writeFileSync(join(__dirname, 'RESULTS.md'), describeFindings(findings, { runs: RUNS, seed: SEED }));
		}
		const wrong = findings.filter(
			({ credits, least: due, lost, repeated, afterBlock, silent }) =>
				credits > due || lost > 0 || repeated > 0 || afterBlock > 0 || silent > 0,
		);
		expect(wrong).toEqual([]);
		expect(
			findings.filter(({ trouble, credits, least: due }) => trouble === 'none' && credits !== due),
		).toEqual([]);
	},
	20 * 60_000,
);
