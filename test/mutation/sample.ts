import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

import type { Random } from '../support/random';

/** What ships and decides something; the tables of the contract are held to the specification by a test of their own. */
const FOLDERS = ['contract/input', 'contract/model/billing.ts', 'core', 'credentials', 'nodes'];

const git = (...args: string[]): string[] =>
	execFileSync('git', args, { encoding: 'utf8' })
		.split('\n')
		.filter((file) => file.endsWith('.ts'));

/** All files that may be changed. */
export const allFiles = (): string[] => git('ls-files', '--', ...FOLDERS);

/** Those of them that differ from a revision. */
export function changedSince(revision: string): string[] {
	const changed = new Set(git('diff', '--name-only', '--diff-filter=d', revision, '--', ...FOLDERS));
	return allFiles().filter((file) => changed.has(file));
}

/** Lines that are taken together, so that a change of several lines may be among them. */
const LINES = 4;
/** Changes that StrykerJS makes in a line, on average. */
const PER_LINE = 1.4;

const placesOf = (file: string): string[] => {
	const lines = readFileSync(file, 'utf8').split('\n').length - 1;
	return Array.from(
		{ length: Math.ceil(lines / LINES) },
		(_, i) => `${file}:${i * LINES + 1}-${Math.min((i + 1) * LINES, lines)}`,
	);
};

/** Random places, as StrykerJS takes them, with about so many changes in them: one in each file, then anywhere. */
export function placesIn(files: readonly string[], changes: number, random: Random): string[] {
	const take = <T>(from: T[]): T => from.splice(random.between(0, from.length - 1), 1)[0];
	const left = files.map(placesOf);
	const first = left.map(take);
	const others = left.flat();
	const wanted = Math.ceil(changes / (LINES * PER_LINE));
	return Array.from({ length: Math.min(wanted, first.length + others.length) }, () =>
		take(first.length > 0 ? first : others),
	);
}
