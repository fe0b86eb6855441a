import { cpus, release } from 'node:os';

import { table } from '../../tools/text/markdown';
import type { Driven } from './drive';

/** The report of a run. */
export function describe(title: string, { version, cases, findings, mostBytes }: Driven): string {
	const kinds = [...cases].sort(([a], [b]) => a.localeCompare(b));
	const sum = (ends: ReadonlyMap<string, number>): number =>
		[...ends.values()].reduce((all, each) => all + each, 0);
	return [
		`# Load: ${title}`,
		`n8n ${version}, ${release()}, ${cpus().length} × ${cpus()[0]?.model ?? 'unknown'}.`,
		[`${findings.length} findings`, ...findings.map((finding) => `- ${finding}`)].join('\n'),
		`Memory beyond that at the beginning, after collecting garbage: at most ${mostBytes >> 20} MB.`,
		table(
			['Case', 'Times', 'Answers'],
			kinds.map(([kind, ends]) => [
				kind,
				sum(ends),
				[...ends].map(([end, count]) => `${end}: ${count}`).join(', '),
			]),
		),
	].join('\n\n');
}
