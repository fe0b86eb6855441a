import { readSwitches } from '../tools/commandLine';

/** How the simulation is run from the command line. */
export interface Options {
	/** Smaller numbers: to see that it runs. */
	readonly quick: boolean;
	/** Write the report into the checkout, to be committed. */
	readonly save: boolean;
}

export const USAGE = 'Usage: npm run simulate -- [--quick] [--save] [--help]';

export const HELP = `${USAGE}

Runs the node in n8n's engine against the sandbox, on the sandbox's clock: a month of 50,000 B2B requests, an
enrichment of 1,000,000 records, and workers that share an account. Compares with the figures on paper and ends
with 1 when they differ, when settings to use meet a block, or when the ledger does not equal the output.
  --quick  smaller numbers
  --save   write the report to simulation/RESULTS.md and RESULTS.json, too`;

const FLAGS = ['quick', 'save'] as const;

/** Reads the arguments; throws an error whose message is the usage when they are wrong. */
export const readOptions = (args: readonly string[]): Options => readSwitches(args, FLAGS, USAGE);
