import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

import { print, say } from '../../tools/commandLine';
import { runToEnd } from '../../tools/stoppable';
import { formatted } from '../../tools/text/outputFile';
import { areas, type Area } from './areas';
import { figuresOf, shareOf, stale, WISHED, type Figures } from './figures';
import { toMarkdown, type Results } from './report';
import { mutate, type Mutant } from './stryker';

const REPORT = join(__dirname, 'RESULTS.md');
const RESULTS = join(__dirname, 'results.json');
const NAMES = areas.map(({ name }) => name);
const USAGE = `Usage: npm run mutate -- [--since <commit>] [--fresh] [${NAMES.join('|')} ...]
  --since  only files that were changed since then; the report stays as it is
  --fresh  as if nothing were known of earlier runs on this machine`;

/** Files of an area to change; all of them unless only what was changed since a commit is wanted. */
interface Part {
	readonly area: Area;
	readonly files: readonly string[];
}

const parse = (args: readonly string[]) =>
	parseArgs({
		args: [...args],
		allowPositionals: true,
		options: { since: { type: 'string' }, fresh: { type: 'boolean', default: false } },
	});

function read(args: readonly string[]) {
	let given: ReturnType<typeof parse>;
	try {
		given = parse(args);
	} catch {
		throw new Error(USAGE);
	}
	const { values, positionals } = given;
	if (positionals.some((name) => !NAMES.includes(name))) throw new Error(USAGE);
	return { ...values, names: positionals.length === 0 ? NAMES : positionals };
}

const git = (...args: string[]): string => execFileSync('git', args, { encoding: 'utf8' }).trim();

const changedSince = (commit: string): string[] =>
	git('diff', '--name-only', git('merge-base', commit, 'HEAD')).split('\n');

function partsOf(names: readonly string[], changed: readonly string[] | undefined): Part[] {
	return areas
		.filter(({ name }) => names.includes(name))
		.map((area) => ({ area, files: area.files.filter((file) => changed?.includes(file) ?? true) }))
		.filter(({ files }) => files.length > 0);
}

/** Tells what came of an area; gives whether all is as wished. */
function tell({ area: { name }, files }: Part, figures: Figures): boolean {
	const share = shareOf(figures);
	print(`${name}: ${figures.killed} of ${figures.mutants} changes noticed (${(share * 100).toFixed(1)} %)`);
	for (const { file, line, was, becomes, reason } of figures.unnoticed)
		if (reason === undefined) print(`  not noticed: ${file}:${line} ${was} => ${becomes}`);
	const gone = stale(files, figures);
	for (const { file, line } of gone) print(`  in equivalents.ts, but not there or noticed: ${file} ${line}`);
	return share >= WISHED && gone.length === 0;
}

async function save(figures: Results): Promise<void> {
	const known = existsSync(RESULTS) ? (JSON.parse(readFileSync(RESULTS, 'utf8')) as Results) : {};
	const results = { ...known, ...figures };
	writeFileSync(RESULTS, await formatted(RESULTS, JSON.stringify(results)));
	writeFileSync(REPORT, await formatted(REPORT, toMarkdown(results)));
}

runToEnd(USAGE, async (args) => {
	const { names, since, fresh } = read(args);
	const changed = since === undefined ? undefined : changedSince(since);
	const parts = partsOf(names, changed);
	if (parts.length === 0) print('No file of these areas was changed.');
	let isAsWished = true;
	for (const part of parts) {
		const { area, files } = part;
		const mutants: Mutant[] = [];
		// A run that is cut off goes on at the file where it was.
		for (const file of files) mutants.push(...(await mutate(area, file, fresh, say)));
		const figures = figuresOf(mutants);
		isAsWished = tell(part, figures) && isAsWished;
		// What was reached is kept, whatever becomes of the next area.
		if (changed === undefined) await save({ [area.name]: figures });
	}
	return isAsWished ? 0 : 1;
});
