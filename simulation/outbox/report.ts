import type { Surroundings } from '../../bench/report/surroundings';
import { figureTable, list, table } from '../../tools/text/markdown';
import { inWords, whole } from '../report/words';
import { PLACES, type Place, type Settled } from './books';
import type { Many, Overlapping, Writing } from './breaking';
import { type Summary, secondsOf } from './stage/executions';
import { ACCOUNT, MOST_REQUESTS, PER_CALL, SHARED_PERCENT, type Size, WORKERS, WRITERS } from './stage/plan';
import type { Killed, Seen, Traffic, Without } from './seen';

/** Everything that a run of the command has brought. */
export interface Outcome {
	readonly size: Size;
	readonly surroundings: Surroundings;
	readonly calm: Seen;
	readonly killed: Killed;
	readonly without: { readonly asTheyCome: Without; readonly atOnce: Without };
	readonly writing: readonly Writing[];
	readonly overlapping: Overlapping;
	readonly many: Many;
	readonly realSeconds: number;
}

/** A wish, and whether it came true. */
export interface Wish {
	readonly wish: string;
	readonly figure: string;
	readonly isMet: boolean;
	/** Why it did not. */
	readonly reason?: string;
}

const per10000 = (requests: number, records: number): number => (requests * 10_000) / records;
const rounded = (number: number): string => (Math.round(number * 10) / 10).toLocaleString('en');
const longest = (runs: readonly Summary[]): number => Math.max(0, ...runs.map((run) => secondsOf(run) ?? 0));

/** What was wished of the outbox. */
export function wishesOf({ size, calm, killed }: Pick<Outcome, 'size' | 'calm' | 'killed'>): Wish[] {
	const batches = calm.byEndpoint.b2bPersonEnrichBatch ?? 0;
	const full = calm.records / size.calm.take;
	const requests = per10000(calm.requests, calm.records) * (size.calm.take / 10_000);
	const both = [calm.settled, killed.settled];
	const sum = (count: (settled: Settled) => number): number =>
		both.reduce((total, each) => total + count(each), 0);
	const isCalm = calm.refused + killed.refused === 0;
	return [
		{
			wish: `At most ${MOST_REQUESTS} requests for ${whole(size.calm.take)} records`,
			figure: rounded(requests),
			isMet: requests <= MOST_REQUESTS,
			reason: `the ${whole(calm.records)} records went in ${batches} batches instead of ${whole(full)} full ones: ${inTurn(calm.byEndpoint)}`,
		},
		{
			wish: 'No block of the account, calm and with killed workers',
			figure: `${calm.refused + killed.refused} refused requests; at most ${Math.max(calm.mostInTenSeconds, killed.mostInTenSeconds)} in ten seconds`,
			isMet: isCalm,
			reason: `the account takes ${ACCOUNT.callsPerBurst} in ten seconds and ${ACCOUNT.requestsPerDay} a day`,
		},
		{
			wish: 'No record is charged twice, calm and with killed workers',
			figure: whole(sum(({ chargedTwice }) => chargedTwice)),
			isMet: sum(({ chargedTwice }) => chargedTwice) === 0,
		},
		{
			wish: 'No record that was charged is lost, calm and with killed workers',
			figure: whole(sum(({ lost }) => lost)),
			isMet: sum(({ lost }) => lost) === 0,
		},
		{
			wish: 'Every record ends up in its row by itself, with killed workers',
			figure: `${whole(killed.records - inRows(killed.beforeRetries))} of ${whole(killed.records)} do not`,
			isMet: inRows(killed.beforeRetries) === killed.records,
			reason: `${killed.kills.wait + killed.kills.save} kills were aimed at the outbox: what waits for a batch dies with its ID, and what is being written into rows stands in the execution only`,
		},
	];
}

const inRows = ({ contacts }: Settled): number => contacts.inRow + contacts.failed;

const inTurn = (byEndpoint: Traffic['byEndpoint']): string =>
	Object.entries(byEndpoint)
		.map(([name, count]) => `${name} ${whole(count)}`)
		.join(', ');

function places(columns: ReadonlyArray<readonly [string, Settled]>): string {
	const rows = (Object.entries(PLACES) as Array<[Place, string]>).map(([place, words]) => [
		words,
		...columns.map(([, { contacts }]) => whole(contacts[place])),
	]);
	const last = (words: string, of: (settled: Settled) => number): string[] => [
		words,
		...columns.map(([, settled]) => whole(of(settled))),
	];
	return figureTable(
		['Where a contact is', ...columns.map(([title]) => title)],
		[
			...rows,
			last('**lost**: charged, and in none of these', ({ lost }) => lost),
			last('**charged twice**', ({ chargedTwice }) => chargedTwice),
			last('rows of contacts that have another row, too', ({ doubleRows }) => doubleRows),
		],
	);
}

function traffic(rows: ReadonlyArray<readonly [string, Traffic, number]>): string {
	return figureTable(
		['', 'Records', 'Came out', 'Requests', 'For 10,000', 'In 10 s', 'Refused', 'Credits'],
		rows.map(([title, seen, obtained]) => {
			const { records } = seen as Traffic & { records: number };
			return [
				title,
				whole(records),
				whole(obtained),
				whole(seen.requests),
				obtained === 0 ? '-' : rounded(per10000(seen.requests, obtained)),
				seen.mostInTenSeconds,
				whole(seen.refused),
				whole(seen.credits),
			];
		}),
	);
}

const calmSection = ({ calm, killed, without: { asTheyCome, atOnce } }: Outcome): string[] => [
	'## With the outbox, and without',
	traffic([
		['Outbox, calm', calm, inRows(calm.settled)],
		['Outbox, workers killed', killed, inRows(killed.settled)],
		[`No outbox, as the contacts come (${PER_CALL} a call)`, asTheyCome, asTheyCome.obtained],
		['No outbox, each workflow all that it has', atOnce, atOnce.obtained],
	]),
	list([
		`**Calm**: the rows were written in ${inWords(calm.writingSeconds)}, and all was done after ${inWords(calm.seconds)}. ${calm.runs.length} runs, the longest ${inWords(longest(calm.runs))}. Requests: ${inTurn(calm.byEndpoint)}.`,
		`**Without**: ${asTheyCome.failed} of ${asTheyCome.executions} executions failed as the contacts came, and ${atOnce.failed} of ${atOnce.executions} when each workflow sent all that it had in one execution. Requests: ${inTurn(asTheyCome.byEndpoint)}; and ${inTurn(atOnce.byEndpoint)}.`,
		`The figures for 10,000 are for records that came out. With killed workers the runs take fewer rows, so that more of them are hit: a run costs as many requests however few it takes.`,
	]),
];

const killedSection = ({ size, calm, killed }: Outcome): string[] => [
	'## Killed workers',
	`${killed.kills.any} kills at random, one every 25 to 45 seconds; ${killed.kills.wait} of the worker that waited for a batch, ${killed.kills.save} of the one that wrote results into rows. A run takes ${whole(size.killed.take)} rows, every ${size.killed.minutes === 1 ? 'minute' : `${size.killed.minutes} minutes`}.`,
	places([
		['Calm', calm.settled],
		['Killed, by itself', killed.beforeRetries],
		['Killed, after retries', killed.settled],
	]),
	list([
		`Of ${killed.runs.length} runs n8n lists ${killed.runs.filter(({ status }) => status !== 'success').length} as failed. At the end each was retried by hand from the list of executions, and ${killed.retries} of these retries ran to their end: a run that had enriched its rows goes on with writing them, at no charge.`,
		`${whole(killed.handedAgain)} contacts were handed out again, as the workflow that was to write them had been killed: n8n lists its execution as failed. That they may be in the table twice costs nothing.`,
		'`uncertain` needs a person: the batch is read by its ID, which stands in the panel of the service, with **Enrichment Batch: Wait for Completion**, at no charge.',
	]),
];

const breakingSection = ({ size, writing, overlapping, many }: Outcome): string[] => [
	'## Until it breaks',
	'### More workflows, faster',
	`${whole(size.writing.records)} contacts in calls of 50, without a pause:`,
	figureTable(
		['Workflows', 'Rows a second', 'Slowest call', 'Failed executions', 'Rows missing', 'Double rows'],
		writing.map((each) => [
			each.workflows,
			rounded(each.rowsPerSecond),
			inWords(each.slowestCall),
			each.failed,
			whole(each.missing),
			whole(each.doubleRows),
		]),
	),
	'### A schedule faster than a run',
	`Every ${size.overlapping.seconds} seconds, ${whole(size.overlapping.take)} rows at a time, ${whole(size.overlapping.records)} in all: ${overlapping.runs} runs, up to ${overlapping.together} at the same time, the longest ${inWords(overlapping.longestSeconds)}.`,
	places([['Overlapping', overlapping.settled]]),
	'### More records',
	`${whole(many.records)} records, ${whole(size.many.take)} a run: **${whole(many.enriched)} were enriched, ${whole(many.notSent)} not sent**${many.reason === '' ? '' : `, whose rows say: "${many.reason}"`}. A worker needed ${whole(many.workerMb)} MB at most. The runs took ${many.runSeconds.map((seconds) => `${Math.round(seconds)} s`).join(', ')}.`,
	places([['Many', many.settled]]),
];

const how = ({ surroundings, size }: Outcome): string =>
	list([
		`The template [outbox.json](../../examples/outbox.json) itself, in n8n ${surroundings.n8n} in queue mode: a main, ${WORKERS} workers with five executions each, a webhook process, Redis and PostgreSQL. Changed are its credential, its schedule, its table, and where it says so the rows that **Take** takes.`,
		`${WRITERS} workflows are called with ${PER_CALL} contacts at a time; half of them call the outbox as a sub-workflow, half have a Data Table node of their own. ${SHARED_PERCENT} % of the contacts are given to two of them.`,
		`The service is the sandbox at real speed: ${ACCOUNT.requestsPerDay} requests a day, a block of five minutes above ${ACCOUNT.callsPerBurst} in ten seconds, ${ACCOUNT.recordsPerSecond} records a second (a full batch takes ${10_000 / ACCOUNT.recordsPerSecond} s), one record in ${ACCOUNT.failEveryNthRecord} fails and is refunded. The runs of a day come ${60 / size.calm.minutes} times as fast as the template's.`,
		'Every contact that was handed out is looked up in the ledger of the service and in the table at the end. **Charged twice** counts contacts with two credits that were not given back; **lost** those with a credit whose data are nowhere.',
		`${surroundings.date}, commit ${surroundings.commit}: ${surroundings.cores} × ${surroundings.processor}, ${surroundings.memoryGb} GB, ${surroundings.system}, Node ${surroundings.n8nNode} for n8n. All processes share this machine, so what takes time takes less where they do not.`,
	]);

/** The report as Markdown. */
export function toMarkdown(outcome: Outcome): string {
	const wishes = wishesOf(outcome);
	return `${[
		'# Several workers, one account: the outbox',
		`Made by \`npm run simulate:outbox\`${outcome.size.name === 'full' ? '' : ' with smaller numbers (`--quick`)'}, which took ${inWords(outcome.realSeconds)}.`,
		table(
			['Wish', 'Figure', 'Met'],
			wishes.map(({ wish, figure, isMet, reason }) => [
				wish,
				figure,
				isMet ? 'yes' : `no${reason === undefined ? '' : `: ${reason}`}`,
			]),
		),
		...calmSection(outcome),
		...killedSection(outcome),
		...breakingSection(outcome),
		'## How it was done',
		how(outcome),
	].join('\n\n')}\n`;
}
