import { cpus, release } from 'node:os';

import { table } from '../../tools/text/markdown';
import { MOST_BYTES, MOST_FREEZE_MS, type Driven } from './drive';

const MB = 2 ** 20;

/** The report of a run. */
export function describe(name: string, about: string, driven: Driven): string {
	const { version, cases, findings, longest, mostBytes } = driven;
	const kinds = [...cases].sort(([a], [b]) => a.localeCompare(b));
	const sum = (ends: ReadonlyMap<string, number>): number =>
		[...ends.values()].reduce((all, each) => all + each, 0);
	const total = kinds.reduce((all, [, ends]) => all + sum(ends), 0);
	return [
		`# Load: ${name}`,
		`${total} cases in a real n8n: ${about}.`,
		findings.length === 0
			? `**Nothing** froze n8n within the package for more than ${MOST_FREEZE_MS} ms, kept more than ${MOST_BYTES / MB} MB more in memory, did not end, or ended n8n.`
			: `**${findings.length} findings**\n\n${findings.map((finding) => `- ${finding}`).join('\n')}`,
		`Memory beyond that at the beginning, after collecting garbage: at most ${Math.round(mostBytes / MB)} MB, looked at only above 100 MB.`,
		'The longest times in which n8n did nothing else, by processor time, and what of them passed with a function of the package on the stack:',
		table(
			['In the package, ms', 'In all, ms', 'Where'],
			longest.map(({ ownMs, workedMs, own }) => [Math.round(ownMs), Math.round(workedMs), own]),
		),
		table(
			['Case', 'Times', 'Answers'],
			kinds.map(([kind, ends]) => [
				kind,
				sum(ends),
				[...ends].map(([end, count]) => `${end}: ${count}`).join(', '),
			]),
		),
		`n8n ${version}, ${release()}, ${cpus().length} × ${cpus()[0]?.model ?? 'unknown'}.`,
	].join('\n\n');
}
