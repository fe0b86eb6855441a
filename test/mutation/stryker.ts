import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join, resolve } from 'node:path';

import { npmEnvironment } from '../../tools/host/processes/environment';
import { seconds } from '../../tools/host/processes/progress';
import { startGroup } from '../../tools/host/processes/processGroup';
import type { Area } from './areas';

const CHECKOUT = resolve(__dirname, '../..');
const STRYKER = join(CHECKOUT, 'node_modules/@stryker-mutator/core/bin/stryker.js');
/** What StrykerJS knows of earlier runs, so that it tries only what has changed. */
const CACHE = join(CHECKOUT, 'node_modules/.cache/mutation');

/** Random cases of each property: enough to notice a mutant, or thousands of runs would take a day. */
const PROPERTY_RUNS = '100';
/** On a busy machine, a test may take many times as long as in the first run. */
const TIMEOUT_MS = 20_000;

/** A change of the source, and what came of it. */
export interface Mutant {
	readonly file: string;
	readonly line: number;
	readonly text: string;
	readonly was: string;
	readonly becomes: string;
	readonly fate: 'killed' | 'unnoticed' | 'broken';
}

/** The part of StrykerJS's report that is read. */
interface Report {
	readonly files: Readonly<
		Record<
			string,
			{
				readonly source: string;
				mutants: ReadonlyArray<{
					readonly status: string;
					readonly replacement?: string;
					readonly location: { readonly start: Place; readonly end: Place };
				}>;
			}
		>
	>;
}
interface Place {
	readonly line: number;
	readonly column: number;
}

const FATES: Readonly<Record<string, Mutant['fate'] | undefined>> = {
	Killed: 'killed',
	// It goes on for ever, which any test notices.
	Timeout: 'killed',
	Survived: 'unnoticed',
	NoCoverage: 'unnoticed',
	RuntimeError: 'broken',
	CompileError: 'broken',
};

function mutantsIn({ files }: Report): Mutant[] {
	return Object.entries(files).flatMap(([file, { source, mutants }]) => {
		const lines = source.split('\n');
		return mutants.flatMap(({ status, replacement = '', location: { start, end } }): Mutant[] => {
			const fate = FATES[status];
			const text = lines[start.line - 1];
			const was = text.slice(start.column - 1, end.line === start.line ? end.column - 1 : undefined);
			return fate === undefined ? [] : [{ file, line: start.line, text, was, becomes: replacement, fate }];
		});
	});
}

/** What is known of an earlier run, without the mutants that got away: another test may notice those now. */
function forgetUnnoticed(known: string): void {
	if (!existsSync(known)) return;
	const report = JSON.parse(readFileSync(known, 'utf8')) as Report;
	for (const file of Object.values(report.files))
		file.mutants = file.mutants.filter(({ status }) => FATES[status] === 'killed');
	writeFileSync(known, JSON.stringify(report));
}

/**
 * Changes a file of an area, one place at a time, and runs the specs of the area with each change.
 * @param isFresh whether what is known of earlier runs counts for nothing
 */
export async function mutate(
	{ specs }: Area,
	file: string,
	isFresh: boolean,
	say: (line: string) => void,
): Promise<Mutant[]> {
	mkdirSync(CACHE, { recursive: true });
	const name = file.replaceAll('/', '-');
	const [report, settings, known] = ['report', 'settings', 'known'].map((what) =>
		join(CACHE, `${name}.${what}.json`),
	);
	forgetUnnoticed(known);
	const options = {
		testRunner: 'jest',
		plugins: ['@stryker-mutator/jest-runner'],
		coverageAnalysis: 'perTest',
		mutate: [file],
		jest: {
			projectType: 'custom',
			configFile: 'test/mutation/jest/config.js',
			config: { testMatch: specs.map((spec) => `<rootDir>/test/${spec}.spec.ts`) },
			enableFindRelatedTests: false,
		},
		reporters: ['json', 'progress-append-only'],
		jsonReporter: { fileName: report },
		incremental: true,
		incrementalFile: known,
		force: isFresh,
		concurrency: Number(process.env.MUTATE_CONCURRENCY ?? availableParallelism()),
		timeoutMS: TIMEOUT_MS,
		timeoutFactor: 3,
		// What is built is looked at by no other tool.
		tempDirName: 'dist/mutation',
		cleanTempDir: 'always',
		ignorePatterns: ['.git', 'dist', 'docs/images'],
		disableTypeChecks: false,
		allowConsoleColors: false,
		warnings: { slow: false },
	};
	writeFileSync(settings, JSON.stringify(options));
	const started = Date.now();
	const group = startGroup(process.execPath, [STRYKER, 'run', settings], {
		cwd: CHECKOUT,
		env: { ...npmEnvironment(), PROPERTY_RUNS },
		onLine: say,
	});
	const { code, signal } = await group.ended;
	if (code !== 0) throw new Error(`StrykerJS failed for ${file} (${signal ?? `code ${code}`}); see above.`);
	say(`${file}: ${seconds(started)}`);
	return mutantsIn(JSON.parse(readFileSync(report, 'utf8')) as Report);
}
