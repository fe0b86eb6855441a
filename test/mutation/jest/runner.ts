import TestRunner, {
	type Test,
	type TestEvents,
	type TestRunnerOptions,
	type TestWatcher,
} from 'jest-runner';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

type TestResult = TestEvents['test-file-success'][1];

/** What the run without a mutant has told of a spec. */
interface Known {
	readonly names: readonly string[];
	readonly ms: number;
}

/**
 * Runs the specs that a mutant may fail, the quickest first, until one fails. StrykerJS says by names which tests reach
 * a mutant, and jest would load every spec to look for them.
 */
export default class MutantRunner extends TestRunner {
	override async runTests(tests: Test[], watcher: TestWatcher, options: TestRunnerOptions): Promise<void> {
		const results = new Map<string, TestResult>();
		this.on('test-file-success', ([{ path }, result]) => void results.set(path, result));
		const isFailed = (): boolean =>
			[...results.values()].some((result) => result.numFailingTests > 0 || result.testExecError);
		const isMutant = process.env.__STRYKER_ACTIVE_MUTANT__ !== undefined;
		for (const test of this.inOrder(tests)) {
			await super.runTests([test], watcher, options);
			if (isMutant && isFailed()) return;
		}
		if (!isMutant) this.remember(results);
	}

	private inOrder(tests: readonly Test[]): readonly Test[] {
		const file = this.file(tests[0]?.context.config.rootDir ?? '.');
		if (!existsSync(file)) return tests;
		const known = JSON.parse(readFileSync(file, 'utf8')) as Readonly<Record<string, Known | undefined>>;
		const pattern = this._globalConfig.testNamePattern;
		const wanted = pattern === undefined ? undefined : new RegExp(pattern, 'i');
		const mayFail = ({ path }: Test): boolean =>
			wanted === undefined || (known[path]?.names ?? []).some((name) => wanted.test(name));
		const ms = ({ path }: Test): number => known[path]?.ms ?? 0;
		return tests.filter(mayFail).sort((one, other) => ms(one) - ms(other));
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
