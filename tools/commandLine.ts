import { parseArgs } from 'node:util';

/** A command of the command line. */
export interface Command<Options> {
	/** @throws Error whose message is the usage, when the arguments are wrong */
	readonly read: (args: readonly string[]) => Options;
	/** How it is called, and what it does; printed for `--help`. */
	readonly help: string;
	readonly run: (options: Options) => Promise<void>;
	readonly failed: (error: Error) => void | Promise<void>;
}

/** Progress goes to stderr, so that stdout is the report and nothing else. */
export const say = (line: string): void => void process.stderr.write(`${line}\n`);

/** What a command has to tell goes to stdout. */
export const print = (line: string): void => void process.stdout.write(`${line}\n`);

/** Whether it is only asked how a command is called. */
export const asksForHelp = (args: readonly string[]): boolean => args.includes('--help');

/** Runs a command with the arguments of this process; wrong ones end with exit code 2. */
export function runCommand<Options>({ read, help, run, failed }: Command<Options>): void {
	const args = process.argv.slice(2);
	if (asksForHelp(args)) {
		print(help);
		return;
	}
	let options: Options;
	try {
		options = read(args);
	} catch (error) {
		say((error as Error).message);
		process.exitCode = 2;
		return;
	}
	run(options).catch(failed);
}

/**
 * Reads switches, such as `--quick`, all off unless given.
 * @throws Error whose message is the usage, when anything else is given
 */
export function readSwitches<Name extends string>(
	args: readonly string[],
	names: readonly Name[],
	usage: string,
): Record<Name, boolean> {
	const options = Object.fromEntries(
		names.map((name) => [name, { type: 'boolean', default: false }] as const),
	);
	try {
		return { ...(parseArgs({ args: [...args], options }).values as Record<Name, boolean>) };
	} catch {
		throw new Error(usage);
	}
}
