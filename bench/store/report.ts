import { figureTable } from '../../tools/text/markdown';
import type { Spread } from '../measure/statistics';
import type { Surroundings } from '../outcome/surroundings';
import type { Blocking } from './blocking';
import { figuresOf, kindsOf } from './figures';
import type { Growth } from './growth';
import { CONTACTS, COUNTED_MS, MOST_BLOCKED_MS, MOST_KEPT } from './plan';

/** All that was measured. */
export interface Outcome {
	readonly surroundings: Surroundings;
	readonly blocking: readonly Blocking[];
	/** Why there are no figures of a database. */
	readonly skipped?: string;
	readonly growth: readonly Growth[];
}

const count = (figure: number): string => figure.toLocaleString('en');
const ms = ({ median, max }: Spread): string => `${median.toFixed(0)} (${max.toFixed(0)})`;
const calls = ({ min, max }: Spread): string => (min === max ? String(min) : `${min} to ${max}`);
const kilobytes = (bytes: number): string => (bytes / 1000).toFixed(1);
const percent = (share: number): string => `${(share * 100).toFixed(1)} %`;

const nameOf = ({ database, skipsEnriched, entries }: Blocking): string =>
	`${database}, Skip Records Enriched Before ${skipsEnriched ? 'on' : 'off'}, ${count(entries)} entries`;

const isMet = (met: boolean): string => (met ? 'met' : 'missed');

function blockingSection(blocking: readonly Blocking[]): string {
	const rows = blocking.map((one) => {
		const of = figuresOf(one);
		return [
			nameOf(one),
			...[of.longest, of.longestWork, of.counted, of.together, of.otherwise, of.otherwiseWork].map(ms),
		];
	});
	const verdicts = [...new Set(blocking.map(({ database }) => database))].map((database) => {
		const all = blocking.filter((one) => one.database === database).map(figuresOf);
		const worst = Math.max(...all.map(({ longest }) => longest.max));
		const work = Math.max(...all.map(({ longestWork }) => longestWork.max));
		return `${database}: **${isMet(worst < MOST_BLOCKED_MS)}** by the clock, at worst ${worst.toFixed(0)} ms; **${isMet(work < MOST_BLOCKED_MS)}** by processor time, at worst ${work.toFixed(0)} ms`;
	});
	return [
		`## How long n8n's store blocks n8n`,
		`B2B Person > Enrich in Batch with ${count(CONTACTS)} contacts, and entries that the node's set holds before. The median of ${blocking[0].runs.length} runs, and the worst. A timer in n8n's process, due every 5 ms, tells by how much it is late; what of that passes while a call of the store is pending is the store's.`,
		figureTable(
			[
				'Case',
				'Longest block by the store (ms)',
				'by processor time (ms)',
				`Blocks by the store over ${COUNTED_MS} ms`,
				'Calls of the store together (ms)',
				'Longest block by anything else (ms)',
				'by processor time (ms)',
			],
			rows,
		),
		`**Processor time**: what n8n's main thread worked in a block; on a busy machine the rest waited for a processor. **Anything else**: n8n's own handling of ${count(CONTACTS)} items, storing the execution, and this package's work.`,
		`Wish: under ${MOST_BLOCKED_MS} ms in every run. ${verdicts.join('. ')}.`,
	].join('\n\n');
}

function kindsSection(blocking: readonly Blocking[]): string {
	const fullest = Math.max(...blocking.map(({ entries }) => entries));
	const tables = blocking
		.filter(({ entries, skipsEnriched }) => entries === fullest && skipsEnriched)
		.flatMap((one) => [
			`${nameOf(one)}:`,
			figureTable(
				['Method of n8n, set', 'Calls', 'One call (ms)', 'Longest block (ms)', 'by processor time (ms)'],
				kindsOf(one).map((each) => [
					each.kind,
					calls(each.calls),
					...[each.ms, each.longest, each.longestWork].map(ms),
				]),
			),
		]);
	return ['## By which calls', ...tables].join('\n\n');
}

function growthSection(growth: readonly Growth[]): string {
	const most = Math.max(...growth.map(({ bytes, keptBytes }) => keptBytes / bytes));
	return [
		'## What the package keeps with an execution',
		'Executions in which nothing failed: a webhook, Split Out and the node. **Kept**: by how much the stored text is longer for what the package keeps for another try.',
		figureTable(
			['Operation', 'Items', 'Results', 'Stored execution (kB)', 'Kept (kB)', 'Share'],
			growth.map(({ title, items, results, bytes, keptBytes }) => [
				title,
				count(items),
				count(results),
				kilobytes(bytes),
				kilobytes(keptBytes),
				percent(keptBytes / bytes),
			]),
		),
		`Wish: at most ${percent(MOST_KEPT)}. **${isMet(most <= MOST_KEPT)}**, at most ${percent(most)}.`,
	].join('\n\n');
}

/** The report as Markdown. */
export function toMarkdown({ surroundings: of, blocking, skipped, growth }: Outcome): string {
	return `${[
		"# n8n's store and stored executions",
		`Made by \`npm run bench:store\` on ${of.date}; ${of.processor}, ${of.cores} cores, load at the start ${of.load.toFixed(1)}; n8n ${of.n8n} on Node ${of.n8nNode}; commit ${of.commit}.`,
		blockingSection(blocking),
		...(skipped === undefined ? [] : [skipped]),
		kindsSection(blocking),
		growthSection(growth),
	].join('\n\n')}\n`;
}
