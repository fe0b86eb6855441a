import { dirname } from 'node:path';
import groupBy from 'lodash/groupBy';

import { table, list } from '../../tools/text/markdown';
import type { Mutant } from './stryker';

/** What is wished for: the share of changes that tests notice. */
export const WISHED = 0.9;

const noticedIn = (mutants: readonly Mutant[]): number => mutants.filter(({ isNoticed }) => isNoticed).length;

export const shareOf = (mutants: readonly Mutant[]): number =>
	mutants.length === 0 ? 1 : noticedIn(mutants) / mutants.length;

const percent = (mutants: readonly Mutant[]): string =>
	`${(Math.floor(shareOf(mutants) * 1000) / 10).toFixed(1)} %`;
const code = (text: string): string => `\`\` ${text.length > 120 ? `${text.slice(0, 117)}...` : text} \`\``;

/** The report of a run. */
export function describe(mutants: readonly Mutant[], files: readonly string[], seed: number): string {
	const byFolder = groupBy(mutants, ({ file }) => dirname(file));
	const all = groupBy(files, dirname);
	const row = (name: string, own: readonly Mutant[], of: readonly string[]) => [
		name,
		`${new Set(own.map(({ file }) => file)).size} of ${of.length}`,
		own.length,
		noticedIn(own),
		own.length === 0 ? '' : percent(own),
	];
	const unnoticed = mutants.filter(({ isNoticed }) => !isNoticed);
	return [
		'# Tests that notice',
		`\`npm run mutate\` changes one place of the source after the other, such as a \`<\` into a \`<=\`, and runs the tests that reach it. The places are drawn from all files, anew each time; this is seed ${seed}. A change that no test notices is a hole in the tests, a line that nothing needs, or without effect. Wish: ${WISHED * 100} % noticed.`,
		table(
			['Folder', 'Files', 'Changes', 'Noticed', 'Share'],
			[
				...Object.keys(all).map((folder) => row(folder, byFolder[folder] ?? [], all[folder])),
				row('All', mutants, files),
			],
		),
		'## Not noticed',
		list(
			unnoticed.map(({ file, line, was, becomes }) => `${file}:${line}, ${code(was)} as ${code(becomes)}`),
		),
		'## Files with changes',
		[...new Set(mutants.map(({ file }) => file))].sort().join(', '),
	].join('\n\n');
}
