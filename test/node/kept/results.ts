import { readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

import { attempt } from '../../../core/base/async';
import { readSwitches, runCommand, say } from '../../../tools/commandLine';
import { runCommand as runProgram } from '../../../tools/host/processes/command';
import { npmEnvironment } from '../../../tools/host/processes/environment';
import { makeTemporaryFolder, removeTemporaryFolder } from '../../../tools/host/processes/temporary';
import { list, table } from '../../../tools/text/markdown';
import { formatted } from '../../../tools/text/outputFile';

/** Runs the specs about what is kept, and writes down what they say of each kind of it. */

const CHECKOUT = resolve(__dirname, '../../..');
const RESULTS = join(__dirname, 'RESULTS.md');
const JEST = join(CHECKOUT, 'node_modules/jest/bin/jest.js');
const SPECS = [
	'node/kept',
	'node/callback',
	'node/newLeads',
	'node/trigger',
	'trigger/seenEvents',
	'once/claims',
];

interface Ran {
	readonly testResults: ReadonlyArray<{
		readonly name: string;
		readonly assertionResults: ReadonlyArray<{ readonly fullName: string; readonly status: string }>;
	}>;
}

/** What is asked, where its tests are, and how their names begin or what they contain. */
interface Question {
	readonly what: string;
	readonly wish: string;
	readonly spec: string;
	readonly names: RegExp;
}

const REFUSED = 'refused with advice, nothing sent';
const AFRESH = 'a fresh start that is not charged';

const REPEATS: readonly Question[] = [
	{
		what: 'Skip Records Enriched Before, run twice',
		wish: 'nothing new, no charge',
		spec: 'kept/runTwice',
		names: /^Skip Records/,
	},
	{
		what: 'Searches, Enrich Now and lookups, run twice',
		wish: 'the same, no charge',
		spec: 'kept/runTwice',
		names: /^without it/,
	},
	{
		what: 'A failed execution, retried twice',
		wish: 'taken up, no charge',
		spec: 'kept/runTwice',
		names: /^a retry/,
	},
	{
		what: 'Continue From behind the end',
		wish: 'nothing new, no charge',
		spec: 'kept/inHand',
		names: /goes on at no charge/,
	},
	{
		what: 'New Leads: the end of a search, published again, started again',
		wish: 'nothing new, no charge',
		spec: 'node/newLeads',
		names: /^(the end of the search|publishing again|a start of n8n)/,
	},
	{
		what: 'An event that comes again',
		wish: 'one start',
		spec: 'trigger/seenEvents',
		names: /^(lets an event|knows in another|forgets no)/,
	},
	{
		what: 'A callback that comes again',
		wish: 'one output',
		spec: 'node/callback',
		names: /resumes once|again and again|comes again/,
	},
];

const DAMAGES: readonly Question[] = [
	{
		what: 'Position of New Leads, in the workflow',
		wish: REFUSED,
		spec: 'kept/positions',
		names: /position|data of the node/,
	},
	{
		what: 'Seen events, in the workflow',
		wish: AFRESH,
		spec: 'trigger/seenEvents',
		names: /^what is stored, damaged/,
	},
	{
		what: 'What was sent, spent and answered, with the execution',
		wish: REFUSED,
		spec: 'kept/state',
		names: /^what n8n has kept/,
	},
	{
		what: 'Batches of a waiting execution',
		wish: 'told with advice, nothing asked; n8n goes on by itself',
		spec: 'node/callback',
		names: /cannot be read any more/,
	},
	{
		what: "Journal, in n8n's store of processed entries",
		wish: REFUSED,
		spec: 'kept/state',
		names: /^n8n's store .* that/,
	},
	{ what: 'Journal that is full', wish: REFUSED, spec: 'once/claims', names: /without room/ },
	{
		what: 'Cache key, total and offset in hand',
		wish: REFUSED,
		spec: 'kept/inHand',
		names: /is refused with advice/,
	},
	{
		what: 'IDs of batches and jobs in hand',
		wish: 'an error with advice, no charge',
		spec: 'kept/inHand',
		names: /^the ID/,
	},
];

/** What a test's name says of how many ways it tries. */
const waysIn = (name: string): number => Number(/(\d+) ways/.exec(name)?.[1] ?? 1);

function rowsOf(questions: readonly Question[], { testResults }: Ran): string[][] {
	return questions.map(({ what, wish, spec, names }) => {
		const tests = testResults
			.filter(({ name }) => name.endsWith(`${spec}.spec.ts`))
			.flatMap(({ assertionResults }) => assertionResults)
			.filter(({ fullName }) => names.test(fullName));
		if (tests.length === 0) throw new Error(`No test is about: ${what}`);
		const sum = (of: typeof tests): number => of.reduce((all, { fullName }) => all + waysIn(fullName), 0);
		const held = sum(tests.filter(({ status }) => status === 'passed'));
		return [what, `${held} of ${sum(tests)}`, wish, held === sum(tests) ? 'met' : '**missed**'];
	});
}

async function main(): Promise<void> {
	const folder = makeTemporaryFolder('kept');
	const file = join(folder, 'ran.json');
	const args = ['--selectProjects', 'unit', 'node', '-i', '--json', `--outputFile=${file}`];
	const command = [JEST, ...args, '--testPathPatterns', ...SPECS];
	// It fails when a test does, which the report tells.
	await attempt(runProgram('The specs', process.execPath, command, { cwd: CHECKOUT, env: npmEnvironment() }));
	const ran = JSON.parse(readFileSync(file, 'utf8')) as Ran;
	removeTemporaryFolder(folder);
	const text = [
		'# What is kept: run twice, and damaged',
		`Made by \`npm run kept\` on ${new Date().toISOString()}, with n8n's own engine and contexts, over real HTTP to the stand-in of the service, whose ledger tells what was charged.`,
		'## Run twice',
		table(['', 'Cases that hold', 'Wish', ''], rowsOf(REPEATS, ran)),
		'## Damaged, or of a later version',
		'Something else stands where it is kept: nothing, other types, text that ends too early, altered values, far too much, and what a later version may write.',
		table(['Kept', 'Ways that hold', 'Wish', ''], rowsOf(DAMAGES, ran)),
		'## What cannot be told',
		list([
			"**Entries that are gone from n8n's store**: an empty set is that of a new node. Its records are paid for once more; Maximum Credits holds.",
			'**A cache key in hand that was altered and is still a key by its form**: only the service knows. It is charged as one search at most, which Preview Cost and Maximum Credits count.',
			"**Numbers of an execution that were altered within what they may be**, such as credits spent: the limits of that execution then count from there. What was sent is known to n8n's store as well.",
		]),
	].join('\n\n');
	writeFileSync(RESULTS, await formatted(RESULTS, text));
	process.stdout.write(`${text}\n`);
}

const USAGE = 'Usage: npm run kept';

runCommand({
	read: (args) => readSwitches(args, [], USAGE),
	help: USAGE,
	run: main,
	failed: ({ message }) => {
		say(message);
		process.exitCode = 1;
	},
});
