import type { Result } from '../measure/measure';
import type { Burst } from '../n8n/burst';
import { LATENCY_MS } from '../setup/plan';
import { memorySection } from './memory';
import type { Outcome } from './outcome';
import { describeShares } from './shares';
import { startsSection } from './starts';
import { burstTable, comparisonTable, noiseLine, phaseTable, warnings } from './tables';
import { wishesSection } from './wishes';

const HOW_TO_READ = `- **Whole run**: for n8n from \`startedAt\` to \`stoppedAt\` of the execution, which includes the nodes around the measured one but not storing the execution. **Node alone**: what n8n notes as the execution time of the measured node. Both are divided by the whole run of the bare keep-alive client.
- **Bare client**: Node's own \`http\` in a process of its own, with the same requests, at the same concurrency. It is the yardstick; with a connection per request it does what n8n's HTTP helper does for every node.
- **HTTP Request node**: n8n's own, with the key in a Header Auth credential, JSON responses and Retry On Fail. Its batching starts the next batch after a pause, whether or not the last one is answered; without batching it sends everything at once, which the real service would refuse. Its search has a Split Out node behind it, so that it ends with the same rows; its pagination asks for one page after another, whatever the concurrency of the others.
- **Duplicates**: this package looks each CPF up once and gives the result to every item with it; the HTTP Request node, and the bare client unless it says otherwise, look all items up.
- **Batch enrichment**: full batches of 10,000 are submitted together; all clients ask for the status after 10 seconds, the shortest pause that is of use. For the HTTP Request node this takes two of them with a Wait and two Split Out nodes, and it is given its batches ready-made; this package reads an expression for each of its items and pairs each record with its item.
- **Noise**: twice the largest distance of a run from the middle of its client's runs, and never less than 5 %. Another run of the whole benchmark on the same quiet machine agrees where its times and these, each with its noise, meet; a client with one run only says nothing of its own.
- **Peak memory**: most resident memory of the client's process up to the end of the run, looked at from outside every 20 ms; for n8n without what storing the execution takes afterwards. It includes what only waits to be collected. Where "of it grown" is shown, each run was made by a new process that had done the small run before.
- **Requests, sockets, sockets open at once, credits**: counted by the sandbox. **CPU per request**: processor time of the client's process per request; for n8n all of it, from the call of the webhook to its answer.
- Workflows run in production mode by webhook. The sandbox runs in a process of its own, answers after a set time, and forgets everything before each run; each client has done a small run before it is measured, and the clients take turns. Load is that of the minute before a run: on a busy machine all times are worth less.`;

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

const burstSection = (bursts: readonly Burst[]): string =>
	[`## ${bursts[0].sent.toLocaleString('en')} events at once`, burstTable(bursts), HOW_BURSTS].join('\n\n');

/** The report as Markdown. */
export function toMarkdown(outcome: Outcome): string {
	return `${[
		'# Benchmark',
		describeSurroundings(outcome),
		wishesSection(outcome),
		...outcome.results.map(section),
		memorySection(outcome.liveMemory),
		startsSection(outcome.starts),
		burstSection(outcome.bursts),
		'## How to read this',
		HOW_TO_READ,
	].join('\n\n')}\n`;
}
