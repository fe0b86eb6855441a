import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

import { npmEnvironment } from '../../tools/host/processes/environment';
import { startGroup } from '../../tools/host/processes/processGroup';

const CHECKOUT = resolve(__dirname, '../..');
const STRYKER = join(CHECKOUT, 'node_modules/@stryker-mutator/core/bin/stryker.js');
/** The settings of StrykerJS, and what it reports. */
const FOLDER = join(CHECKOUT, 'node_modules/.cache/mutation');

/** Random cases of each property: enough to notice a mutant, or thousands of runs would take a day. */
const PROPERTY_RUNS = '100';
/** On a busy machine, a test may take many times as long as in the first run. */
const TIMEOUT_MS = 20_000;

/** A change of the source, and whether a test noticed it. */
export interface Mutant {
	readonly file: string;
	readonly line: number;
	readonly was: string;
	readonly becomes: string;
	readonly isNoticed: boolean;
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

/** One with a time-out goes on for ever, which any test notices. Those that do not load are not counted. */
const NOTICED: Readonly<Record<string, boolean | undefined>> = {
	Killed: true,
	Timeout: true,
	Survived: false,
	NoCoverage: false,
};

function mutantsIn({ files }: Report): Mutant[] {
	return Object.entries(files).flatMap(([file, { source, mutants }]) => {
		const lines = source.split('\n');
		return mutants.flatMap(({ status, replacement = '', location: { start, end } }): Mutant[] => {
			const isNoticed = NOTICED[status];
			const text = lines[start.line - 1];
			const was = text.slice(start.column - 1, end.line === start.line ? end.column - 1 : undefined);
			const inLine = (code: string): string => code.replace(/\s+/g, ' ').trim();
			if (isNoticed === undefined) return [];
			return [{ file, line: start.line, was: inLine(was), becomes: inLine(replacement), isNoticed }];
		});
	});
}

/** Specs that hold the text of the source or its speed, both of which the tool itself changes. */
const NOT_FOR_THIS = [
	...['unit/architecture', 'unit/errors', 'unit/builders', 'unit/checklists', 'unit/release'],
	...['unit/contract/generated', 'node/checklists'],
];

/** Changes the places one at a time, and runs the specs that reach each change. */
export async function mutate(places: readonly string[], say: (line: string) => void): Promise<Mutant[]> {
	mkdirSync(FOLDER, { recursive: true });
	const [report, settings] = ['report', 'settings'].map((what) => join(FOLDER, `${what}.json`));
	const options = {
		testRunner: 'jest',
		plugins: ['@stryker-mutator/jest-runner'],
		coverageAnalysis: 'perTest',
		mutate: places,
		jest: {
			projectType: 'custom',
			configFile: 'test/mutation/jest/config.js',
			config: {
				testMatch: ['unit', 'properties', 'node'].map((folder) => `<rootDir>/test/${folder}/**/*.spec.ts`),
				testPathIgnorePatterns: NOT_FOR_THIS.map((place) => `<rootDir>/test/${place}`),
			},
			enableFindRelatedTests: false,
		},
		reporters: ['json', 'progress-append-only'],
		jsonReporter: { fileName: report },
		concurrency: Number(process.env.MUTATE_CONCURRENCY ?? availableParallelism()),
		dryRunTimeoutMinutes: 60,
		timeoutMS: TIMEOUT_MS,
		timeoutFactor: 3,
		// Where no build removes it, and no other tool looks.
		tempDirName: join(tmpdir(), 'person-company-data-mutation'),
		cleanTempDir: 'always',
		ignorePatterns: ['.git', 'dist', 'docs/images'],
		disableTypeChecks: false,
		allowConsoleColors: false,
		warnings: { slow: false },
	};
	writeFileSync(settings, JSON.stringify(options));
	const group = startGroup(process.execPath, [STRYKER, 'run', settings], {
		cwd: CHECKOUT,
		env: { ...npmEnvironment(), PROPERTY_RUNS },
		onLine: say,
	});
	const { code, signal } = await group.ended;
	if (code !== 0) throw new Error(`StrykerJS failed (${signal ?? `code ${code}`}); see above.`);
	return mutantsIn(JSON.parse(readFileSync(report, 'utf8')) as Report);
}
