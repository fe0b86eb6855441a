import { sleep } from 'n8n-workflow';

import { readSurroundings } from '../../bench/outcome/surroundings';
import { readSwitches, say } from '../../tools/commandLine';
import { ensureHost } from '../../tools/host/install/given';
import { findQueuePrograms } from '../../tools/host/processes/programs';
import { type Running, runStoppable } from '../../tools/stoppable';
import { many, overlapping, writing } from './breaking';
import { readKept, reportOf, writeReport } from './kept';
import { calm, killed, without } from './scenarios';
import type { Kept, Outcome, Writing } from './seen';
import { FULL, QUICK, type Size } from './stage/plan';
import { openStage, type Stage } from './stage/stage';
import { wishesOf } from './wishes';

const PARTS = ['calm', 'killed', 'without', 'writing', 'overlapping', 'many'] as const;
/** For so long the workers send nothing once they have met a block, whatever the service says. */
const BLOCK_REMEMBERED_MS = 130_000;
const USAGE = `Usage: npm run simulate:outbox -- [--quick] [--save] [--help] [${PARTS.map((part) => `--${part}`).join('] [')}]`;
const HELP = `${USAGE}

Runs examples/outbox.json in n8n in queue mode, with four workers and eight workflows that write into its table:
calm, with killed workers, the same load without it, and more of everything until it breaks. Needs redis-server and
postgresql; takes about an hour. Ends with 1 when something was charged twice or lost, or the account was blocked.
  --quick  smaller numbers, to see that it runs
  --save   keep the report in simulation/outbox/RESULTS.md and RESULTS.json
  --calm … run these parts only; the report has the others as they are kept`;

type Options = Record<'quick' | 'save' | (typeof PARTS)[number], boolean>;

/** Everything that can be simulated, each with a service and an outbox of its own. */
const simulations = (
	stage: Stage,
	size: Size,
): { [Part in keyof Outcome]: () => Promise<Outcome[Part]> } => ({
	calm: async () => await calm(stage, size),
	killed: async () => await killed(stage, size),
	without: async () => {
		const seen = await without(stage, size.without, size.perCall);
		await sleep(BLOCK_REMEMBERED_MS);
		return seen;
	},
	writing: async () => {
		const all: Writing[] = [];
		for (const workflows of size.writing.workflows)
			all.push(await writing(stage, workflows, size.writing.records));
		return all;
	},
	overlapping: async () => await overlapping(stage, size.overlapping),
	many: async () => await many(stage, size.many),
});

async function main(options: Options, { end }: Running): Promise<void> {
	const programs = findQueuePrograms();
	if ('missing' in programs) throw new Error(`Install ${programs.missing.join(' and ')} first.`);
	const size = options.quick ? QUICK : FULL;
	const wanted = PARTS.filter((part) => options[part]);
	const surroundings = await readSurroundings(await ensureHost(say));
	let kept: Kept = wanted.length === 0 ? {} : readKept();
	const stage = await openStage(programs, say);
	try {
		const all = simulations(stage, size);
		for (const part of wanted.length === 0 ? PARTS : wanted) {
			const began = performance.now();
			const outcome = await all[part]();
			const seconds = Math.round((performance.now() - began) / 1000);
			kept = { ...kept, [part]: { size, surroundings, seconds, outcome } };
			say(`${part}: ${JSON.stringify(outcome)}`);
			// An hour is long enough for something to go wrong after this.
			if (options.save) await writeReport(kept);
		}
	} finally {
		await stage.stop();
	}
	process.stdout.write(`\n${await reportOf(kept)}`);
	// The last wish says what a person has to do, and fails nothing.
	await end(wishesOf(kept).every(({ isMet, isOptional }) => isMet || isOptional) ? 0 : 1);
}

runStoppable<Options>({
	read: (args) => readSwitches(args, ['quick', 'save', ...PARTS], USAGE),
	help: HELP,
	run: main,
});
