import { print } from '../commandLine';
import { stopAllGroups } from '../host/processes/processGroup';
import { seconds } from '../host/processes/progress';
import { type Line, LINES } from '../host/install/releases';
import { onEndRequest } from '../host/processes/signals';
import { runTests, type Results } from './jest';
import { SMOKE } from './smoke';

const USAGE = `Usage: npm run test:compatibility -- [${LINES.join('] [')}] [--smoke] [options of jest]

Runs the tests in a real n8n on each line of n8n, one after another; with --smoke a few that touch everything.`;

const smokeOptions = [
	'--testPathPatterns',
	`n8n/(${SMOKE.map(({ spec }) => spec).join('|')})\\.spec`,
	'--testNamePattern',
	`^(${SMOKE.flatMap(({ tests }) => tests).join('|')})`,
];

/** Tests that were to run and did not: a test that got another name must not go missing. */
function missing({ testResults }: Results): string[] {
	const passed = testResults
		.flatMap(({ assertionResults }) => assertionResults)
		.filter(({ status }) => status === 'passed');
	return SMOKE.flatMap(({ tests }) => tests).filter(
		(test) => !passed.some(({ fullName }) => fullName.startsWith(test)),
	);
}

/** Runs the tests on one line; tells whether they passed, and in a line what came of them. */
async function runOn(
	line: Line,
	isSmoke: boolean,
	options: readonly string[],
): Promise<{ passed: boolean; result: string }> {
	const started = Date.now();
	print(`\n=== n8n ${line} ===`);
	const results = await runTests(line, [...(isSmoke ? smokeOptions : []), ...options], print);
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

/** Runs them on the chosen lines; the exit code says whether all passed. */
async function main(args: readonly string[]): Promise<number> {
	if (args.includes('--help')) {
		print(USAGE);
		return 0;
	}
	const isLine = (arg: string): arg is Line => LINES.some((line) => line === arg);
	const chosen = args.filter(isLine);
	const options = args.filter((arg) => !isLine(arg) && arg !== '--smoke');
	const summary: string[] = [];
	let failed = 0;
	for (const line of chosen.length > 0 ? chosen : LINES) {
		const { passed, result } = await runOn(line, args.includes('--smoke'), options);
		if (!passed) failed++;
		summary.push(`${passed ? 'ok    ' : 'failed'} n8n ${line}: ${result}`);
	}
	print(`\n${summary.join('\n')}`);
	return failed === 0 ? 0 : 1;
}

onEndRequest((exitCode) => void stopAllGroups().finally(() => process.exit(exitCode)));
void main(process.argv.slice(2)).then(async (exitCode) => {
	await stopAllGroups();
	process.exit(exitCode);
});
