import { readSwitches } from '../tools/commandLine';

/** How the benchmark is run from the command line. */
export interface Options {
	/** A tenth of the work, once: to see that it runs, not to compare. */
	readonly quick: boolean;
	/** Write the report into the checkout, to be committed. */
	readonly save: boolean;
	/** Measure memory only; the rest of the report stays as it is saved. */
	readonly memory: boolean;
	/** Compare with the report that is in the checkout, and fail when the times do not agree. */
	readonly check: boolean;
}

export const USAGE = 'Usage: npm run bench -- [--quick] [--save] [--memory] [--check] [--help]';

export const HELP = `${USAGE}

Measures lookups, enrichments, searches, batches, a list, events, memory, n8n's start and the editor's forms in a real
n8n, against the sandbox, and some of it over TLS and a distance. It takes about 50 minutes on a quiet machine.
  --quick  a tenth of that, once
  --save   write the report to bench/RESULTS.md and RESULTS.json, too; then npm run docs puts it into the documents
  --memory measure memory only, which takes a few minutes; the rest of the report is the saved one
  --check  fail when the times differ from the saved report by more than the noise of both
The report is printed and written to bench/results/latest.md and latest.json.`;

const FLAGS = ['quick', 'save', 'memory', 'check'] as const;

/** Reads the arguments; throws an error whose message is the usage when they are wrong. */
export const readOptions = (args: readonly string[]): Options => readSwitches(args, FLAGS, USAGE);
