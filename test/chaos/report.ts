import groupBy from 'lodash/groupBy';

import { table } from '../../tools/text/markdown';
import type { Finding } from './run';

const sum = (findings: readonly Finding[], of: (finding: Finding) => number): number =>
	findings.reduce((total, finding) => total + of(finding), 0);

const excess = ({ credits, least }: Finding): number => Math.max(0, credits - least);

/** Findings as a table, by trouble and by operation. */
const findingsTable = (title: string, groups: Readonly<Record<string, Finding[]>>): string =>
	table(
		[
			title,
			'Runs',
			'Requests',
			'Excess credits',
			'Results lost',
			'Repeated submissions',
			'Requests after a block',
		],
		Object.entries(groups).map(([name, findings]) => [
			name,
			findings.length,
			sum(findings, ({ requests }) => requests),
			sum(findings, excess),
			sum(findings, ({ lost, silent }) => lost + silent),
			sum(findings, ({ repeated }) => repeated),
			sum(findings, ({ afterBlock }) => afterBlock),
		]),
	);

/** The report of a long run. */
export const describeFindings = (
	findings: readonly Finding[],
	{ runs, seed }: { readonly runs: number; readonly seed: number },
): string =>
	[
		'# Chaos',
		'',
		`${runs} runs of every operation that can be charged through every fault of the sandbox, with n8n's Retry On Fail on in ${findings.filter(({ retry }) => retry).length} of them. Seed ${seed}. Made by \`npm run chaos\`; \`CHAOS_SEED\` and \`CHAOS_RUNS\` change it.`,
		'',
		'Excess credits are those above what the same run costs when nothing goes wrong. A result is lost when the service answered in full and the answer is neither in the output nor named in an error by which it can be had.',
		'',
		findingsTable('All', { All: [...findings] }),
		'',
		findingsTable(
			'Fault',
			groupBy(findings, ({ trouble }) => trouble),
		),
		'',
		findingsTable(
			'Operation',
			groupBy(findings, ({ subject }) => subject),
		),
		'',
		'## What the interface makes impossible',
		'',
		'- An answer that is lost after processing: calls that are charged each time (credit rule 5), submissions and jobs are not sent again, so what they were charged for is not output by the run. The message says so; a batch is found in the panel.',
		'- A synchronous call without an answer is sent again under its idempotency key only after the time that the service may hold it (idempotency rule 3).',
		'',
	].join('\n');
