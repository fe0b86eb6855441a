import { asksForHelp, print, runCommand, say, type Command } from './commandLine';
import { stopAllGroups } from './host/processes/processGroup';
import { onEndRequest } from './host/processes/signals';

/** A command while it runs. */
export interface Running {
	/** Takes everything down and ends; whatever is still under way fails and is not worth a word. */
	readonly end: (exitCode: number) => Promise<never>;
	readonly isEnding: () => boolean;
}

interface Stoppable<Options> extends Pick<Command<Options>, 'read' | 'help'> {
	readonly run: (options: Options, running: Running) => Promise<void>;
	/** Takes down what is not a process of its own. */
	readonly stop?: () => Promise<void>;
	/** Tells that it is stopped. */
	readonly tell?: (line: string) => void;
}

/** Runs a command that starts processes, which end with it: when it is done, has failed or is asked to end. */
export function runStoppable<Options>({ read, help, run, stop, tell = say }: Stoppable<Options>): void {
	let isEnding = false;
	const end = async (exitCode: number): Promise<never> => {
		isEnding = true;
		await stopAllGroups();
		await stop?.();
		process.exit(exitCode);
	};
	runCommand({
		read,
		help,
		run: async (options) => {
			onEndRequest((exitCode) => {
				tell('\nStopping …');
				void end(exitCode);
			});
			await run(options, { end, isEnding: () => isEnding });
		},
		failed: async ({ message }) => {
			if (isEnding) return;
			say(`\n${message}`);
			await end(1);
		},
	});
}

/**
 * Runs a command whose exit code says how it went: 2 when it fails, with a message. What it has started ends with it.
 * @param help how it is called; printed for `--help`
 * @param main what it does with its arguments; gives the exit code
 */
export function runToEnd(help: string, main: (args: readonly string[]) => Promise<number>): void {
	const args = process.argv.slice(2);
	if (asksForHelp(args)) {
		print(help);
		return;
	}
	const end = async (exitCode: number): Promise<never> => {
		await stopAllGroups();
		process.exit(exitCode);
	};
	onEndRequest((exitCode) => void end(exitCode));
	const failed = ({ message }: Error): number => {
		print(message);
		return 2;
	};
	void main(args).catch(failed).then(end);
}
