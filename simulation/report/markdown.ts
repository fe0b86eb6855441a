import { figureTable, table } from '../../tools/text/markdown';
import { pollsOf, requestsToSubmit } from '../plan/paper';
import { MOST_DIFFERENCE, SERVICE, type Size } from '../plan/plan';
import type { Scenario } from '../scenarios/scenario';
import type { Outcome, Result } from './compare';
import { inWords, percent, whole } from './words';

const GROUPS: Readonly<Record<Scenario['group'], string>> = {
	month: 'A month',
	million: 'A large enrichment',
	queue: 'Workers that share an account, and slow calls',
};

const HOW = `- The node's own code runs in n8n's engine (n8n-core) and calls the sandbox over HTTP; both live on the sandbox's clock, which moves on only when everybody waits. Each record is an input item, each request a request, and what comes out is compared with the ledger record by record. Nothing is scaled, but for the batches on an account with a daily limit: they hold fewer records (see below), since a batch takes as many requests whatever it holds.
- Workers are executions in one process: the node shares no pace between executions, so that processes would change nothing. n8n's database and queue are left out, and so is the time that n8n itself takes: [the benchmark](../bench/RESULTS.md) has that.
- **Elapsed**: from the first start to the last end. **Held**: how long executions hold a worker, all together. **In 10 s, in a day**: the most requests that began within that time.
- **Paper** is a closed formula from the limits of the service and the options of the node. The command fails when a time differs from it by more than ${MOST_DIFFERENCE.times} %, when requests or credits differ at all, when settings to use meet a block or leave a record out, or when a setting that is shown because it blocks does not.`;

const assumptions = ({ recordsPerBatch, recordsPerSmallBatch }: Size): string =>
	`The specification leaves open, and the simulation takes: a synchronous call takes ${SERVICE.callSeconds} s; a batch of ${whole(recordsPerBatch)} takes ${SERVICE.batchSeconds} s, a smaller one its part of that; more than ${SERVICE.callsPerBurst} calls in 10 s block the account for 5 minutes (measured by one client); ${SERVICE.syncSlots} synchronous calls run at the same time. With other figures put them into the formulas. On an account with a daily limit the batches of the large enrichment hold ${whole(recordsPerSmallBatch)} records and take as long as full ones.`;

type Figure = keyof Result['difference'];

/** A figure, the one on paper, and the difference. */
function compared({ scenario: { paper }, seen, difference }: Result, figure: Figure): string {
	const words = figure.endsWith('Seconds') ? inWords : whole;
	const foretold = paper[figure];
	const shown = words(seen[figure]);
	return foretold === undefined
		? shown
		: `${shown} (${words(foretold)}, ${percent(difference[figure] ?? 0)})`;
}

function figures(results: readonly Result[]): string {
	const rows = results.map((result) => [
		result.scenario.title,
		compared(result, 'elapsedSeconds'),
		compared(result, 'workerSeconds'),
		compared(result, 'requests'),
		compared(result, 'credits'),
		whole(result.seen.records),
		whole(result.seen.mostWithinTenSeconds),
		whole(result.seen.mostWithinADay),
		result.seen.blocks === 0 ? 'none' : whole(result.seen.blocks),
	]);
	return figureTable(
		[
			'Scenario', 'Elapsed (paper)', 'Held (paper)', 'Requests (paper)', 'Credits (paper)', 'Records out', 'In 10 s',
			'In a day', 'Blocked answers',
		], // prettier-ignore
		rows,
	);
}

const reasons = (results: readonly Result[]): string =>
	table(
		['Scenario', 'Settings', 'Where the bottleneck lies', 'On paper', 'Requests by endpoint'],
		results.map(({ scenario: { title, settings, bottleneck, formula }, seen }) => [
			title,
			settings,
			bottleneck,
			formula,
			Object.entries(seen.requestsByEndpoint)
				.map(([name, count]) => `${name} ${whole(count)}`)
				.join(', '),
		]),
	);

function section(group: Scenario['group'], results: readonly Result[]): string[] {
	const own = results.filter(({ scenario }) => scenario.group === group);
	const use = own.filter(({ scenario }) => scenario.isRecommended);
	const avoid = own.filter(({ scenario }) => !scenario.isRecommended);
	return [
		`## ${GROUPS[group]}`,
		'Settings to use:',
		figures(use),
		reasons(use),
		'Not to be used; shown because they block the account:',
		figures(avoid),
		reasons(avoid),
	];
}

const ADVICE = `## What to set

- **Prefer batches to single calls**: 10,000 records take 2 to 4 requests instead of 10,000, so that neither the daily nor the monthly limit is met.
- **Single calls** (Enrich Now): leave Maximum Requests per Minute at 30. Should a call take longer than 10 s, raise Maximum Concurrent Requests to half its seconds, as far as the service has slots.
- **Several executions at the same time**: Maximum Requests per Minute of 30 divided by their number, rounded down, and no more than ten of them. In queue mode count executions, not workers: a worker runs ten at once unless it is started with another \`--concurrency\`. They get no more done than one; what gets more done is batches.
- **Many small executions** one after another are not held back by the limit per minute, which holds within one execution: collect the records, and enrich them in one.
- **After Submission**: by webhook where the service reaches n8n. It takes a request less than polling and holds no worker; leave 20 s between two starts. Otherwise wait for completion, one batch after another.
- **100 requests a day**: Maximum Requests keeps a run within them, and spares the request for the balance; a block of 24 hours takes the next day's run, too.
- **Full batches**: every batch costs the same number of requests, however small it is.`;

/** What a month holds, on paper: records by how they are enriched. */
function capacity({ requestsPerDay, requestsPerMonth, recordsPerBatch, days }: Size): string {
	const byPolling = requestsToSubmit(recordsPerBatch, false) + pollsOf(SERVICE.batchSeconds);
	const byWebhook = requestsToSubmit(recordsPerBatch, false) + 1;
	const batches = (requests: number, each: number): string =>
		whole(Math.floor(requests / each) * recordsPerBatch);
	const daily = (each: number): string => whole(days * Math.floor(requestsPerDay / each) * recordsPerBatch);
	return [
		'## How much fits into a month',
		figureTable(
			['Records in a month', 'A call each', 'Full batches by polling', 'Full batches by webhook'],
			[
				[
					`${requestsPerDay} requests a day`,
					whole(days * requestsPerDay),
					daily(byPolling),
					daily(byWebhook),
				],
				[
					`${whole(requestsPerMonth)} B2B requests a month, no daily limit`,
					whole(requestsPerMonth),
					batches(requestsPerMonth, byPolling),
					batches(requestsPerMonth, byWebhook),
				],
			],
		),
		`By the limits alone, with ${byPolling} requests for a batch by polling and ${byWebhook} by webhook (Maximum Requests set, so that the balance is not read); credits and the service's speed come on top.`,
	].join('\n\n');
}

/** The report as Markdown. */
export function toMarkdown({ size, results, realSeconds }: Outcome): string {
	const problems = results.flatMap((result) =>
		result.problems.map((problem) => `- **${result.scenario.title}**: ${problem}`),
	);
	return `${[
		'# What fits into the limits',
		`Made by \`npm run simulate\`${size.name === 'full' ? '' : ' with smaller numbers (`--quick`)'}, which took ${inWords(realSeconds)}.`,
		...(problems.length === 0 ? [] : ['## Problems', problems.join('\n')]),
		capacity(size),
		ADVICE,
		...section('month', results),
		...section('million', results),
		...section('queue', results),
		'## How to read this',
		HOW,
		assumptions(size),
	].join('\n\n')}\n`;
}
