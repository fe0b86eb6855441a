import { figureTable, list, table } from '../../tools/text/markdown';
import { inWords, whole } from '../report/words';
import { PLACES, type Place, type Settled } from './books';
import type { Kept, Outcome, Part, Traffic } from './seen';
import { type Summary, secondsOf } from './stage/executions';
import { ACCOUNT, SHARED_PERCENT, WORKERS, WRITERS } from './stage/plan';
import { inRows, inTurn, rounded, wishesOf } from './wishes';

const longest = (runs: readonly Summary[]): number => Math.max(0, ...runs.map((run) => secondsOf(run) ?? 0));

function places(columns: ReadonlyArray<readonly [string, Settled]>): string {
	const rowOf = (words: string, count: (settled: Settled) => number): string[] => [
		words,
		...columns.map(([, settled]) => whole(count(settled))),
	];
	return figureTable(
		['Where a contact is', ...columns.map(([title]) => title)],
		[
			...(Object.entries(PLACES) as Array<[Place, string]>).map(([place, words]) =>
				rowOf(words, ({ contacts }) => contacts[place]),
			),
			rowOf('**lost**: charged, and in none of these', ({ lost }) => lost),
			rowOf('**charged twice**', ({ chargedTwice }) => chargedTwice),
			rowOf('rows of contacts that have another row, too', ({ doubleRows }) => doubleRows),
		],
	);
}

const trafficRow = (title: string, seen: Traffic, records: number, obtained: number): string[] => [
	title,
	whole(records),
	whole(obtained),
	whole(seen.requests),
	whole(seen.mostInTenSeconds),
	whole(seen.refused),
	whole(seen.credits),
];

/** What the account sees of the outbox, and of the same load without it. */
function compared({ calm, killed, without }: Kept): string[] {
	const rows: string[][] = [];
	const notes: string[] = [];
	if (calm !== undefined) {
		const { outcome } = calm;
		rows.push(trafficRow('Outbox, calm', outcome, outcome.records, inRows(outcome.settled)));
		notes.push(
			`**Calm**: the rows were written in ${inWords(outcome.writingSeconds)}, and all was done after ${inWords(outcome.seconds)}, by ${outcome.runs.length} runs, the longest of ${inWords(longest(outcome.runs))}. Requests: ${inTurn(outcome.byEndpoint)}.`,
		);
	}
	if (killed !== undefined) {
		const { outcome, size } = killed;
		rows.push(trafficRow('Outbox, workers killed', outcome, outcome.records, inRows(outcome.settled)));
		notes.push(
			`**Workers killed**: a run takes ${whole(size.killed.take)} rows at most, so that more runs are hit. A run costs as many requests as one that takes 10,000.`,
		);
	}
	if (without !== undefined) {
		const { outcome } = without;
		rows.push(trafficRow('No outbox', outcome, outcome.records, outcome.obtained));
		notes.push(
			`**No outbox**: each workflow enriches what it is called with, in the settings of a new node. ${outcome.failed} of ${outcome.executions} executions failed. Requests: ${inTurn(outcome.byEndpoint)}. What was charged and did not come out is to be read by the IDs of the batches.`,
		);
	}
	const head = ['', 'Records', 'Came out', 'Requests', 'In 10 s', 'Refused', 'Credits'];
	return rows.length === 0 ? [] : ['## With the outbox, and without', figureTable(head, rows), list(notes)];
}

function killedWorkers({ calm, killed }: Kept): string[] {
	if (killed === undefined) return [];
	const { kills, runs, handedAgain, settled } = killed.outcome;
	const { take, minutes } = killed.size.killed;
	const having = (status: string): number => runs.filter((run) => run.status === status).length;
	return [
		'## Killed workers',
		`${kills.any} kills at random, one every 25 to 45 seconds; ${kills.wait} of the worker that waited for a batch, ${kills.save} of the one that wrote results into rows. A run takes ${whole(take)} rows, every ${minutes === 1 ? 'minute' : `${minutes} minutes`}.`,
		places([...(calm === undefined ? [] : [['Calm', calm.outcome.settled] as const]), ['Killed', settled]]),
		list([
			`Of ${runs.length} runs n8n lists ${having('error')} as \`error\` and ${having('crashed')} as \`crashed\`. What the nodes of the former had output n8n has dropped, whatever **Save execution progress** says, so that a retry has nothing to go on with.`,
			`${whole(handedAgain)} contacts were handed out again, as the workflow that was to write them had been killed: n8n lists its execution as failed. A contact that is then in the table already keeps its row.`,
			'`uncertain`, and `skipped` without data, need a person: the batch is read at no charge by its ID, with **Enrichment Batch: Wait for Completion**. The ID stands in the log of the worker that submitted it, in `batchId` of the rows that were saved of the same batch, and in the panel of the service.',
		]),
	];
}

const breaking = ({ writing, overlapping, many }: Kept): string[] => [
	...(writing === undefined && overlapping === undefined && many === undefined ? [] : ['## Until it breaks']),
	...(writing === undefined ? [] : moreWorkflows(writing)),
	...(overlapping === undefined ? [] : fasterSchedule(overlapping)),
	...(many === undefined ? [] : moreRecords(many)),
];

const moreWorkflows = ({ size, outcome }: Part<Outcome['writing']>): string[] => [
	'### More workflows, faster',
	`${whole(size.writing.records)} contacts in calls of 50, without a pause:`,
	figureTable(
		['Workflows', 'Rows a second', 'Slowest call', 'Failed executions', 'Rows missing', 'Double rows'],
		outcome.map((each) => [
			each.workflows,
			rounded(each.rowsPerSecond),
			inWords(each.slowestCall),
			each.failed,
			whole(each.missing),
			whole(each.doubleRows),
		]),
	),
];

const fasterSchedule = ({ size, outcome }: Part<Outcome['overlapping']>): string[] => [
	'### A schedule faster than a run',
	`Every ${size.overlapping.seconds} seconds, ${whole(size.overlapping.take)} rows at a time, ${whole(size.overlapping.records)} in all: ${outcome.runs} runs, up to ${outcome.together} at the same time, the longest of ${inWords(outcome.longestSeconds)}. Requests: ${inTurn(outcome.byEndpoint)}; at most ${outcome.mostInTenSeconds} in ten seconds, ${outcome.refused} refused.`,
	places([['Overlapping', outcome.settled]]),
];

const moreRecords = ({ size, outcome }: Part<Outcome['many']>): string[] => [
	'### More records',
	`${whole(outcome.records)} records, ${whole(size.many.take)} a run, for a node that knows ${whole(size.many.known)} already: **${whole(outcome.enriched)} were enriched, ${whole(outcome.notSent)} not sent**${outcome.reason === '' ? '' : `, whose rows say: "${outcome.reason}"`}. A worker needed ${whole(outcome.workerMb)} MB at most. The runs took ${outcome.runSeconds.map((seconds) => `${Math.round(seconds)} s`).join(', ')}.`,
	places([['More records', outcome.settled]]),
];

function how(parts: ReadonlyArray<readonly [string, Part<unknown>]>): string {
	const [, { surroundings, size }] = parts[0];
	const made = parts.map(
		([name, part]) =>
			`${name} ${part.surroundings.date.slice(0, 10)} at ${part.surroundings.commit}, ${inWords(part.seconds)}`,
	);
	return list([
		`The template [outbox.json](../../examples/outbox.json) itself, in n8n ${surroundings.n8n} in queue mode: a main, ${WORKERS} workers with five executions each, a webhook process, Redis and PostgreSQL. Changed are its credential, its schedule, its table, and the rows that **Take** takes where that is said.`,
		`${WRITERS} workflows are called with ${size.perCall} contacts at a time; half of them call the outbox as a sub-workflow, half have a Data Table node of their own. ${SHARED_PERCENT} % of the contacts are given to two of them.`,
		`The service is the sandbox at real speed: ${ACCOUNT.requestsPerDay} requests a day, a block of five minutes above ${ACCOUNT.callsPerBurst} in ten seconds, ${ACCOUNT.recordsPerSecond} records a second (a full batch takes ${10_000 / ACCOUNT.recordsPerSecond} s); one record in ${ACCOUNT.failEveryNthRecord} fails and is refunded. The runs come ${60 / size.calm.minutes} times as often as the template's.`,
		'Every contact that was handed out is looked up in the ledger of the service and in the table at the end. **Charged twice** counts contacts with two credits that were not given back; **lost** those with a credit whose data are nowhere.',
		`${surroundings.cores} × ${surroundings.processor}, ${surroundings.memoryGb} GB, ${surroundings.system}, Node ${surroundings.n8nNode} for n8n. All processes share this machine, so what takes time takes less where they do not. Made: ${made.join('; ')}.`,
	]);
}

/** The report as Markdown. */
export function toMarkdown(kept: Kept): string {
	const parts = Object.entries(kept) as Array<[string, Part<unknown>]>;
	const quick = parts.filter(([, { size }]) => size.name === 'quick').map(([name]) => name);
	return `${[
		'# Several workers, one account: the outbox',
		`Made by \`npm run simulate:outbox\`${quick.length === 0 ? '' : `, with smaller numbers (\`--quick\`): ${quick.join(', ')}`}.`,
		table(
			['Wish', 'Figure', 'Met'],
			wishesOf(kept).map(({ wish, figure, isMet, reason }) => [
				wish,
				figure,
				isMet ? 'yes' : `no${reason === undefined ? '' : `: ${reason}`}`,
			]),
		),
		...compared(kept),
		...killedWorkers(kept),
		...breaking(kept),
		'## How it was done',
		how(parts),
	].join('\n\n')}\n`;
}
