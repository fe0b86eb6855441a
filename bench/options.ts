/** How the benchmark is run from the command line. */
export interface Options {
	/** A tenth of the work, once: to see that it runs, not to compare. */
	readonly quick: boolean;
	/** Write the report into the checkout, to be committed. */
	readonly save: boolean;
	readonly help: boolean;
}

export const USAGE = 'Usage: npm run bench -- [--quick] [--save] [--help]';

export const HELP = `${USAGE}

Measures 1,000 lookups, 1,000 synchronous enrichments and 100 pages of search in a real n8n, against the sandbox.
  --quick  a tenth of that, once
  --save   write the report to bench/RESULTS.md, too
The report is printed and written to bench/results/latest.md and latest.json.`;

const FLAGS = ['quick', 'save', 'help'] as const;

/** Reads the arguments; throws an error whose message is the usage when they are wrong. */
export function readOptions(args: readonly string[]): Options {
	const unknown = args.find((arg) => !FLAGS.some((flag) => arg === `--${flag}`));
	if (unknown !== undefined) throw new Error(USAGE);
	return {
		quick: args.includes('--quick'),
		save: args.includes('--save'),
		help: args.includes('--help'),
	};
}
