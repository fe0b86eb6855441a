import { dirname } from 'node:path';
import groupBy from 'lodash/groupBy';

import { table, list } from '../../tools/text/markdown';
import type { Mutant } from './stryker';

/** Share of the changes that tests must notice. */
export const WANTED = 0.9;

const noticedIn = (mutants: readonly Mutant[]): number => mutants.filter(({ isNoticed }) => isNoticed).length;

export const shareOf = (mutants: readonly Mutant[]): number =>
	mutants.length === 0 ? 1 : noticedIn(mutants) / mutants.length;

const percent = (mutants: readonly Mutant[]): string =>
	`${(Math.floor(shareOf(mutants) * 1000) / 10).toFixed(1)} %`;
const code = (text: string): string => `\`\` ${text.length > 120 ? `${text.slice(0, 117)}...` : text} \`\``;

/** The report of a run. */
export function reportOf(mutants: readonly Mutant[], files: readonly string[], seed: number): string {
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
		`\`npm run mutate\` makes one change after the other, such as a \`<\` into a \`<=\`, and runs the tests in process that reach it. It drew places of at most four lines from ${files.length} files; this is seed ${seed}. A change that no test notices is a gap in the tests, code that nothing needs, or without effect. Tests must notice ${WANTED * 100} %.`,
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
