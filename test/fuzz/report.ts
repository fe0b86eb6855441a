import { cpus, platform, release, totalmem } from 'node:os';

import { table } from '../../tools/text/markdown';
import { MOST_BYTES, MOST_FREEZE_MS, type Fuzzed } from './fuzz';
import type { Freeze } from './watched';

const MB = 2 ** 20;
const ms = (value: number): string => String(Math.round(value));

/** The report of a run. */
export function describeFuzz(fuzzed: Fuzzed, { seed, minutes }: { seed: number; minutes: number }): string {
	const { host, cases, requests, findings, longest, longestOwn, moreBytes } = fuzzed;
	const kinds = [...cases].sort(([a], [b]) => a.localeCompare(b));
	const total = kinds.flatMap(([, ends]) => [...ends.values()]).reduce((sum, count) => sum + count, 0);
	const freezes = (which: readonly Freeze[], where: (freeze: Freeze) => readonly string[]): string =>
		table(
			['In the package, ms', 'In all, ms', 'Where'],
			which.map((freeze) => [ms(freeze.ownMs), ms(freeze.workedMs), where(freeze)[0] ?? '']),
		);
	return [
		'# Fuzzing',
		'',
		`${minutes} minutes of hostile input in a real n8n, with a service whose answers and files are altered or replaced, and with events and callbacks that anybody might send. Seed ${seed}. Made by \`npm run fuzz\`; \`FUZZ_SEED\`, \`FUZZ_MINUTES\` and, for a single case, \`FUZZ_CASE\` change it.`,
		'',
		findings.length === 0
			? `**Nothing** froze n8n within the package for more than ${MOST_FREEZE_MS} ms, kept more than ${MOST_BYTES / MB} MB more in memory, did not end, or ended n8n, in ${total} cases with ${requests} requests.`
			: `**${findings.length} findings** in ${total} cases with ${requests} requests, at the end of this file.`,
		'',
		`Counted is the time that n8n's main thread had of a processor between two turns of its event loop, and what of it passed with a function of the package on the stack. The rest is n8n's own: it reads the calls, evaluates the expressions of the workflow with the values of its items, and stores the executions. Memory beyond that at the beginning, after collecting garbage: ${moreBytes < MB ? 'less than 100' : String(Math.round(moreBytes / MB))} MB at most.`,
		'',
		'## The longest within the package',
		'',
		freezes(longestOwn, ({ own }) => own),
		'',
		'## The longest of all',
		'',
		freezes(longest, ({ all }) => all),
		'',
		'## Cases',
		'',
		table(
			['Case', 'Times', 'Answers of n8n'],
			kinds.map(([kind, ends]) => [
				kind,
				[...ends.values()].reduce((sum, count) => sum + count, 0),
				[...ends].map(([end, count]) => `${end}: ${count}`).join(', '),
			]),
		),
		'',
		`n8n ${host.version}, Node ${process.version} for the service, ${platform()} ${release()}, ${cpus().length} × ${cpus()[0]?.model ?? 'unknown'}, ${Math.round(totalmem() / 2 ** 30)} GB.`,
		'',
		...(findings.length === 0
			? []
			: [
					'## Findings',
					'',
					...findings.map(
						({ what, cases: own, where }) => `- ${what}: ${own.join('; ')}. ${where.join('; ')}`,
					),
					'',
				]),
	].join('\n');
}
