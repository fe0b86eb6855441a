import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { readSurroundings } from '../../bench/report/surroundings';
import { readSwitches, say } from '../../tools/commandLine';
import { ensureHost } from '../../tools/host/install/given';
import { findQueuePrograms } from '../../tools/host/processes/programs';
import { type Running, runStoppable } from '../../tools/stoppable';
import { formatted } from '../../tools/text/outputFile';
import { many, overlapping, writing, type Writing } from './breaking';
import { FULL, QUICK } from './stage/plan';
import { type Outcome, toMarkdown, wishesOf } from './report';
import { calm, killed, without } from './scenarios';
import { openStage } from './stage/stage';

const RESULTS = join(__dirname, 'RESULTS.md');
const USAGE = 'Usage: npm run simulate:outbox -- [--quick] [--save] [--help]';
const HELP = `${USAGE}

Runs examples/outbox.json in n8n in queue mode, with four workers and eight workflows that write into its table:
calm, with killed workers, the same load without it, and more of everything until it breaks. Needs redis-server and
postgresql; takes about an hour. Ends with 1 when something was charged twice or lost, or the account was blocked.
  --quick  smaller numbers, to see that it runs
  --save   write the report to simulation/outbox/RESULTS.md, too`;

type Options = Record<'quick' | 'save' | 'help', boolean>;

/** Does all of it, one after the other. */
async function simulate(size: Outcome['size']): Promise<Outcome> {
	const programs = findQueuePrograms();
	if ('missing' in programs) throw new Error(`Install ${programs.missing.join(' and ')} first.`);
	const began = performance.now();
	const surroundings = await readSurroundings(await ensureHost(say));
	const stage = await openStage(programs, say);
	/** Says what is done, as that takes a while. */
	const step = async <T>(title: string, work: Promise<T>): Promise<T> => {
		const done = await work;
		say(`${title}: ${JSON.stringify(done)}`);
		return done;
	};
	try {
		const outcome = {
			size,
			surroundings,
			calm: await step('calm', calm(stage, size.calm)),
			killed: await step('killed', killed(stage, size.killed)),
			without: {
				asTheyCome: await step('without', without(stage, size.without)),
				atOnce: await step('without, at once', without(stage, size.without, size.without)),
			},
			writing: await writingOf(stage, size, step),
			overlapping: await step('overlapping', overlapping(stage, size.overlapping)),
			many: await step('many', many(stage, size.many)),
		};
		return { ...outcome, realSeconds: Math.round((performance.now() - began) / 1000) };
	} finally {
		await stage.stop();
	}
}

async function writingOf(
	stage: Parameters<typeof writing>[0],
	{ writing: { workflows, records } }: Outcome['size'],
	step: <T>(title: string, work: Promise<T>) => Promise<T>,
): Promise<Writing[]> {
	const all: Writing[] = [];
	for (const count of workflows) all.push(await step(`${count} workflows`, writing(stage, count, records)));
	return all;
}

async function main({ quick, save }: Options, { end }: Running): Promise<void> {
	const outcome = await simulate(quick ? QUICK : FULL);
	const text = await formatted(RESULTS, toMarkdown(outcome));
	process.stdout.write(`\n${text}`);
	if (save) writeFileSync(RESULTS, text);
	// The last wish says what a person has to do, and fails nothing.
	await end(
		wishesOf(outcome)
			.slice(1, -1)
			.every(({ isMet }) => isMet)
			? 0
			: 1,
	);
}

runStoppable<Options>({
	read: (args) => readSwitches(args, ['quick', 'save', 'help'], USAGE),
	help: ({ help }) => (help ? HELP : undefined),
	run: main,
});
