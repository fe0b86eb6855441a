import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

import type { Random } from '../support/random';

/** What ships and decides something; the tables of the contract are held to the specification by a test of their own. */
const FOLDERS = ['contract/input', 'contract/model/billing.ts', 'core', 'credentials', 'nodes'];

const git = (...args: string[]): string[] => execFileSync('git', args, { encoding: 'utf8' }).split('\n');

/** What may be changed: all of it, what is in some folders, or what differs from a revision. */
export function filesIn(folders: readonly string[], since?: string): string[] {
	const all = git('ls-files', '--', ...FOLDERS).filter((file) => file.endsWith('.ts'));
	const isIn = (file: string): boolean =>
		folders.length === 0 || folders.some((each) => file.startsWith(each));
	const changed = since === undefined ? all : git('diff', '--name-only', '--diff-filter=d', since);
	return all.filter((file) => isIn(file) && changed.includes(file));
}

/** Lines that are taken together: StrykerJS makes those changes in them that are no longer. */
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

/** Random places with about so many changes in them: one in each file, as far as that goes, then anywhere. */
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
