import { print } from '../commandLine';
import { seconds } from '../host/processes/progress';
import { givenAddress, isGiven } from '../host/install/given';
import { newestN8n } from '../host/install/newest';
import { runToEnd } from '../stoppable';
import { readArguments, USAGE } from './arguments';
import { runTests, type Results } from './jest';
import { smokeTests } from './smoke';

const smoke = smokeTests(givenAddress() !== undefined);
const smokeOptions = [
	'--testPathPatterns',
	`n8n/(${smoke.map(({ spec }) => spec).join('|')})\\.spec`,
	'--testNamePattern',
	`^(${smoke.flatMap(({ tests }) => tests).join('|')})`,
];

/** Tests that were to run and did not: a test that got another name must not go missing. */
function missing({ testResults }: Results): string[] {
	const passed = testResults
		.flatMap(({ assertionResults }) => assertionResults)
		.filter(({ status }) => status === 'passed');
	return smoke
		.flatMap(({ tests }) => tests)
		.filter((test) => !passed.some(({ fullName }) => fullName.startsWith(test)));
}

/** Runs the tests on one release, or on the n8n that is given; tells whether they passed, and what came of them. */
async function runOn(
	release: string | undefined,
	isSmoke: boolean,
	options: readonly string[],
): Promise<{ passed: boolean; result: string }> {
	const started = Date.now();
	print(`\n=== n8n ${release ?? 'that is given'} ===`);
	const results = await runTests(release, [...(isSmoke ? smokeOptions : []), ...options], print);
	if (results === undefined) return { passed: false, result: `no test ran (${seconds(started)})` };
	const absent = isSmoke ? missing(results) : [];
	const parts = [
		`${results.numPassedTests} passed`,
		`${results.numFailedTests} failed`,
		`${results.numPendingTests} skipped`,
		...absent.map((test) => `"${test}" did not pass`),
	];
	return {
		passed: results.success && absent.length === 0,
		result: `${parts.join(', ')} (${seconds(started)})`,
	};
}

/** Runs them on the chosen releases; the exit code says whether all passed. */
async function main(args: readonly string[]): Promise<number> {
	const { releases, isSmoke, options } = readArguments(args, isGiven());
	const summary: string[] = [];
	let failed = 0;
	for (const named of releases.length > 0 ? releases : [undefined]) {
		const release = named === 'newest' ? await newestN8n() : named;
		const { passed, result } = await runOn(release, isSmoke, options);
		if (!passed) failed++;
		summary.push(`${passed ? 'ok    ' : 'failed'} n8n ${release ?? 'that is given'}: ${result}`);
	}
	print(`\n${summary.join('\n')}`);
	return failed === 0 ? 0 : 1;
}

runToEnd(USAGE, main);
