import { availableParallelism } from 'node:os';

import { runToEnd } from './commandLine';
import { type Part, runStages, script, tests } from './parts';

/** Lint, types and tests, as much at once as two processors can do. The exit code is the worst of them. */

const USAGE = 'Usage: npm test; npm run test:fast, with options of jest behind `--`; npm run test:nightly';

/** By itself jest leaves one processor free, which is half of two. */
const ALL_PROCESSORS = `--maxWorkers=${availableParallelism()}`;
/** What takes no more than a minute or two: the tests without a node's run. */
const QUICK = ['unit', 'properties', 'sandbox'] as const;
/**
 * What a real n8n and a browser must show before a commit: one journey of each kind. All others run each night.
 */
const JOURNEYS = [
	'n8n/(package|credential|resources|lists|mainJob|trigger|waitByWebhook|newLeads|killed|examples)\\.spec',
	'editor/(newcomer|lists)\\.spec',
];
/** More random cases than the forms between two commits have, and other sequences each day. */
const MANY_CASES = {
	PROPERTY_RUNS: '300',
	CHAOS_RUNS: '5000',
	CHAOS_SEED: new Date().toISOString().slice(0, 10).replaceAll('-', ''),
};
const checks = [script('typecheck'), script('lint')];

/**
 * The stages of each form. Beside a real n8n, the tests that run in a process would take several times as long, and what
 * they measure of the processor would vary.
 */
const FORMS: Readonly<Record<string, (options: readonly string[]) => ReadonlyArray<readonly Part[]>>> = {
	'--fast': (options) => [[...checks, tests(QUICK, [ALL_PROCESSORS, ...options])]],
	'--most': () => [
		checks,
		[tests([...QUICK, 'node', 'chaos'], [ALL_PROCESSORS])],
		[tests(['n8n', 'editor'], ['--maxWorkers=2', '--testPathPatterns', ...JOURNEYS], { JOURNEYS_ONLY: '1' })],
	],
	'--nightly': () => [
		checks,
		// The sequences take as long as all the others together.
		[
			tests([...QUICK, 'node'], [`--maxWorkers=${Math.max(1, availableParallelism() - 1)}`], MANY_CASES),
			tests(['chaos'], ['--maxWorkers=1'], MANY_CASES),
		],
		[tests(['n8n', 'editor'], ['--maxWorkers=3'])],
		[tests(['queue', 'linear'], ['--maxWorkers=1'])],
		[script('load', '--minutes', '0.5')],
		[script('test:compatibility', '1.x', '--smoke')],
		[{ ...script('mutate', '--changes', '200'), isReport: true }],
	],
};

runToEnd(USAGE, async ([form, ...options]) => {
	const stagesOf = FORMS[form];
	if (stagesOf === undefined || (form !== '--fast' && options.length > 0)) throw new Error(USAGE);
	return await runStages(stagesOf(options));
});
