import { figureTable } from '../../tools/text/markdown';
import type { Surroundings } from '../outcome/surroundings';
import type { Stored } from './executions';
import type { Marked } from './marks';
import { CONTACTS, MARKS, MOST_GAP_MS, NODES, PING_EVERY_MS } from './plan';
import type { Seen } from './watched';

/** All that was measured. */
export interface Outcome {
	readonly surroundings: Surroundings;
	readonly executions: readonly Stored[];
	readonly marks: readonly Marked[];
	/** Why there are no figures of a database. */
	readonly skipped?: string;
}

const count = (figure: number): string => figure.toLocaleString('en');
const ms = (figure: number): string => figure.toFixed(0);
const seconds = (figure: number): string => (figure / 1000).toFixed(1);
const took = (block: { readonly ms: number; readonly workedMs: number }): string =>
	`${ms(block.ms)} (${ms(block.workedMs)})`;
const isMet = (met: boolean): string => (met ? 'met' : '**missed**');

const HEAD = [
	'Whole run (s)',
	'Longest gap (ms)',
	`Wish: below ${MOST_GAP_MS} ms`,
	'Longest block by the store of entries (ms)',
	'while the execution is stored (ms)',
	'by anything else (ms)',
];
const health = ({ ms: all, health: { longestGapMs }, byEntries, byStoring, otherwise }: Seen<unknown>) => [
	seconds(all),
	ms(longestGapMs),
	isMet(longestGapMs < MOST_GAP_MS),
	took(byEntries),
	took(byStoring),
	`${took(otherwise)}, ${ms(otherwise.collectedMs)}`,
];

function executionsSection(executions: readonly Stored[]): string {
	return [
		'## Executions of many items',
		'A webhook, Split Out and the node, which n8n stores when all has run. **Kept**: by how much the stored text is longer for what the package keeps for another try. **To store**: from the call of n8n that stores it until the database has it.',
		figureTable(
			['Operation, database', 'Items', 'Stored (MB)', 'of it kept (MB)', 'To store (s)', ...HEAD],
			executions.map((one) => [
				`${one.title}, ${one.database}`,
				count(one.items),
				(one.bytes / 1e6).toFixed(1),
				(one.keptBytes / 1e6).toFixed(2),
				seconds(one.storingMs),
				...health(one),
			]),
		),
	].join('\n\n');
}

function marksSection(marks: readonly Marked[]): string {
	return [
		`## ${count(MARKS)} marks`,
		`What n8n remembers for nodes with Skip Records Enriched Before. A node takes 75,000, so ${count(MARKS)} are those of ${NODES} nodes of a workflow, each of which enriches ${count(CONTACTS)} contacts. A node that is full, or that something else has filled beyond that, refuses to run before anything is sent.`,
		figureTable(
			['Marks before, database', 'Of one node', 'Contacts', 'Calls of the store together (ms)', ...HEAD],
			marks.map((one) => [
				`${count(one.before)}, ${one.database}`,
				count(one.perNode),
				[...new Set(one.outcomes)].join(', '),
				ms(one.entriesMs),
				...health(one),
			]),
		),
	].join('\n\n');
}

/** How much of what was missed is n8n's own work, and how much its waiting for a processor. */
function reason(all: ReadonlyArray<Seen<unknown>>, load: number): string {
	const missed = all.filter((one) => one.health.longestGapMs >= MOST_GAP_MS).length;
	if (missed === 0) return 'All gaps are as wished.';
	const work = (of: 'byEntries' | 'byStoring' | 'otherwise'): string =>
		`${ms(Math.max(...all.map((one) => one[of].workedMs)))} ms`;
	const other = all.map((one) => one.otherwise).reduce((most, one) => (one.ms > most.ms ? one : most));
	return `**Why ${missed} of ${all.length} are missed**: of the longest blocks by the clock, n8n's main thread had a processor for at most ${work('byEntries')} in one of the store of entries, ${work('byStoring')} in one while it stored the execution, and ${work('otherwise')} in one of anything else, which is the handling of the items by n8n and the node; the longest of those took ${ms(other.ms)} ms, and V8 collected garbage for ${ms(other.collectedMs)} ms of them. What a gap is longer than that, n8n waited for a processor, as the load of ${load.toFixed(1)} tells.`;
}

/** The report as Markdown. */
export function toMarkdown({ surroundings: of, executions, marks, skipped }: Outcome): string {
	return `${[
		'# Scale of what is kept',
		`Made by \`npm run bench:scale\` on ${of.date}; ${of.processor}, ${of.cores} cores, load at the start ${of.load.toFixed(1)}; n8n ${of.n8n} on Node ${of.n8nNode}; commit ${of.commit}. One run of each.`,
		`**Gap**: the longest time without an answer of n8n to its health check, which a process of its own asks for every ${PING_EVERY_MS} ms. **Block**: what a timer in n8n's process is late, by the clock and, in brackets, by the processor time of its main thread; for anything else, then what of it V8 collected garbage in.`,
		executionsSection(executions),
		marksSection(marks),
		reason([...executions, ...marks], of.load),
		...(skipped === undefined ? [] : [skipped]),
	].join('\n\n')}\n`;
}
