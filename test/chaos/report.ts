import { table } from '../../tools/text/markdown';
import { GIVEN_UP, KEYS_USED_UP } from './givenUp';
import type { Figures } from './stage/figures';

const SECOND = 1000;

/** The report of a long run. */
export const describeRun = (
	figures: Figures,
	{ seed, ms, failure }: { readonly seed: number; readonly ms: number; readonly failure?: string },
): string =>
	[
		'# Chaos',
		'',
		`Random sequences of runs of one node, each checked after every step against a small model of an ideal client. Seed ${seed}, ${Math.round(ms / SECOND)} s. Made by \`npm run chaos\`; \`CHAOS_SEED\` and \`CHAOS_RUNS\` change it.`,
		'',
		table(
			['Measured', 'Number'],
			[
				['Sequences', figures.sequences],
				['Steps', figures.steps],
				['Runs of the node', figures.runs],
				['Two runs at the same time', figures.overlaps],
				['Requests', figures.requests],
				['Steps with faults of the service or the way to it', figures.troubles],
				['Runs whose process was killed', figures.kills],
				['Runs that were stopped', figures.stops],
				['Credits charged', figures.charged],
				['Credits refunded', figures.refunded],
				['Sequences that broke a rule', failure === undefined ? 0 : 1],
			],
		),
		'',
		...(failure === undefined ? [] : ['## What broke a rule', '', '```', failure, '```', '']),
		'## Rules',
		'',
		'- What was sent and has not come out is not paid for again: by no try, retry, turn of a loop or later run, in whatever order, batch, spelling or operation, unless **If Sent Before** is at **Send Again**. What has come out is paid for again only by a new execution without **Skip Records Enriched Before**, and by Enrich Now only after a day.',
		'- Each item has an output or an error, unless it is skipped.',
		'- No run waits for ever, and what has settled is not reported as uncertain.',
		"- Maximum Credits, Minimum Balance and Maximum Requests hold over n8n's tries, the turns of a loop, and retries. The balance is read once. An execution sends nothing more to an account that is blocked.",
		'- What a run says that it was charged is what the service has charged it, or more; it tells of refunds. Nothing stays pending once every item came out. A run sends no more requests besides polls than its items and tries explain.',
		'- Nothing is sent after a stop, and the key is in no output.',
		'',
		'## What is given up',
		'',
		'By the sentence of docs/edge-cases.md, the sequences in which it happened:',
		'',
		table(
			['Sentence', 'Sequences'],
			[...Object.keys(GIVEN_UP), KEYS_USED_UP].map((sentence) => [sentence, figures.givenUp[sentence] ?? 0]),
		),
		'',
		'## What n8n makes impossible',
		'',
		'- What was in an answer is lost when the process is killed before it is stored. It is not paid for again, and it is reported.',
		'',
	].join('\n');
