import TestRunner, {
	type Test,
	type TestEvents,
	type TestRunnerOptions,
	type TestWatcher,
} from 'jest-runner';
import escapeRegExp from 'lodash/escapeRegExp';
import sortBy from 'lodash/sortBy';
import uniq from 'lodash/uniq';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

type TestResult = TestEvents['test-file-success'][1];

/** What the run without a mutant has told of a spec. */
interface Known {
	readonly names: readonly string[];
	readonly ms: number;
}

/** A spec that may fail. Without names, any of its tests may. */
interface Chosen {
	readonly test: Test;
	readonly names?: readonly string[];
}

/** The specs that noticed the last mutants of this process, the last one first; the next mutant is often a line away. */
let lastToNotice: readonly string[] = [];

/** StrykerJS joins thousands of test names to one pattern without anchors, which takes a minute to match. */
const namesIn = (pattern: string): string[] =>
	pattern
		.slice(1, -1)
		.split(')|(')
		.map((name) => name.replace(/\\(.)/g, '$1'));
const patternOf = (names: readonly string[]): string => `^(${names.map(escapeRegExp).join('|')})$`;

/**
 * Runs the specs that a mutant may fail until one fails: those that noticed the last mutants, then the quickest first.
 * StrykerJS says by names which tests reach a mutant, and jest would load every spec to look for them.
 */
export default class MutantRunner extends TestRunner {
	declare protected _globalConfig: ConstructorParameters<typeof TestRunner>[0];

	override async runTests(tests: Test[], watcher: TestWatcher, options: TestRunnerOptions): Promise<void> {
		const results = new Map<string, TestResult>();
		this.on('test-file-success', ([{ path }, result]) => void results.set(path, result));
		const isFailed = (): boolean =>
			[...results.values()].some((result) => result.numFailingTests > 0 || result.testExecError);
		const isMutant = process.env.__STRYKER_ACTIVE_MUTANT__ !== undefined;
		for (const { test, names } of this.inOrder(tests)) {
			this._globalConfig = { ...this._globalConfig, testNamePattern: names && patternOf(names) };
			await super.runTests([test], watcher, options);
			if (isMutant && isFailed()) {
				lastToNotice = uniq([test.path, ...lastToNotice]).slice(0, 4);
				return;
			}
		}
		if (!isMutant) this.remember(results);
	}

	private inOrder(tests: readonly Test[]): readonly Chosen[] {
		const pattern = this._globalConfig.testNamePattern;
		const file = this.file(tests[0]?.context.config.rootDir ?? '.');
		if (!existsSync(file)) return tests.map((test) => ({ test }));
		const known = JSON.parse(readFileSync(file, 'utf8')) as Readonly<Record<string, Known | undefined>>;
		const wanted = pattern === undefined ? undefined : new Set(namesIn(pattern));
		const chosen = tests.flatMap((test): readonly Chosen[] => {
			if (wanted === undefined) return [{ test }];
			const names = known[test.path]?.names.filter((name) => wanted.has(name)) ?? [];
			return names.length > 0 ? [{ test, names }] : [];
		});
		if (chosen.length === 0) throw new Error(`No known test has a name of ${pattern?.slice(0, 200)}`);
		const turn = ({ test: { path } }: Chosen): number =>
			lastToNotice.includes(path) ? lastToNotice.indexOf(path) : Infinity;
		return sortBy(chosen, [turn, ({ test: { path } }) => known[path]?.ms ?? 0]);
	}

	private remember(results: ReadonlyMap<string, TestResult>): void {
		const entries = [...results].map(([path, { testResults, perfStats }]): [string, Known] => [
			path,
			{ names: testResults.map(({ fullName }) => fullName), ms: perfStats.runtime },
		]);
		writeFileSync(this.file(this._globalConfig.rootDir), JSON.stringify(Object.fromEntries(entries)));
	}

	/** In StrykerJS's copy of the checkout, which ends with the run. */
	private file(folder: string): string {
		return join(folder, 'known-specs.json');
	}
}
