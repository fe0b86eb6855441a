import { list } from '../../tools/text/markdown';
import type { Result } from '../measure/measure';
import type { Burst } from '../n8n/burst';
import { failuresIn, type Outcome } from '../outcome/outcome';
import { LATENCY_MS } from '../setup/plan';
import { distantSection } from './distant';
import { formsSection } from './forms';
import { HOW_TO_READ } from './howToRead';
import { memorySection } from './memory';
import { describeShares } from './shares';
import { startsSection } from './starts';
import { burstTable, comparisonTable, noiseLine, phaseTable, warnings } from './tables';
import { wishesSection } from './wishes';

const HOW_BURSTS =
	'Each event is another one, sent by a connection of its own to a published workflow with nothing but the trigger, which does not confirm events here; measured once. **Slowest, median**: from sending to the answer. n8n looks the webhook up before it asks a node, and stores an execution for each event.';

const describeSurroundings = ({ surroundings: of }: Outcome): string =>
	[
		`- ${of.date}; ${of.processor}, ${of.cores} cores, ${of.memoryGb} GB, ${of.system}; load at the start ${of.load.toFixed(1)}`,
		`- This package ${of.package} (commit ${of.commit}); n8n ${of.n8n} on Node ${of.n8nNode}; bare client and sandbox on Node ${of.node}`,
		`- Sandbox answers after ${LATENCY_MS} ms; times are medians (least–most) of the runs named under each table`,
	].join('\n');

function section(result: Result): string {
	return [
		`## ${result.title}`,
		comparisonTable(result),
		noiseLine(result),
		...warnings(result),
		phaseTable(result),
		...describeShares(result),
	].join('\n\n');
}

const failuresSection = (outcome: Outcome): string[] => {
	const failures = failuresIn(outcome);
	return failures.length === 0 ? [] : [`## What was not measured\n\n${list(failures)}`];
};

const burstSection = (bursts: readonly Burst[]): string =>
	[`## ${bursts[0].sent.toLocaleString('en')} events at once`, burstTable(bursts), HOW_BURSTS].join('\n\n');

/** The report as Markdown. */
export function toMarkdown(outcome: Outcome): string {
	return `${[
		'# Benchmark',
		describeSurroundings(outcome),
		wishesSection(outcome),
		...failuresSection(outcome),
		...outcome.results.map(section),
		distantSection(outcome.distant),
		memorySection(outcome.liveMemory),
		startsSection(outcome.starts),
		formsSection(outcome.forms),
		burstSection(outcome.bursts),
		'## How to read this',
		HOW_TO_READ,
	].join('\n\n')}\n`;
}
