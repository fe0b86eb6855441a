import { stopAllGroups } from './host/processes/processGroup';
import { say } from './host/processes/progress';
import { onEndRequest } from './host/processes/signals';

export { say };

/** What a command has to report goes to stdout. */
export const print = (line: string): void => void process.stdout.write(`${line}\n`);

/**
 * Runs a command whose exit code says how it went: 2 when it fails, with a message. What it has started ends with it:
 * when it is done, has failed or is asked to end.
 * @param help how it is called; printed for `--help`
 * @param main what it does with its arguments; gives the exit code
 */
export function runToEnd(help: string, main: (args: readonly string[]) => Promise<number>): void {
	const args = process.argv.slice(2);
	if (args.includes('--help')) {
		print(help);
		return;
	}
	let isEnding = false;
	const end = async (exitCode: number): Promise<void> => {
		// Whatever is still under way fails now, and is not worth a word.
		if (isEnding) return;
		isEnding = true;
		await stopAllGroups();
		process.exit(exitCode);
	};
	onEndRequest((exitCode) => void end(exitCode));
	void main(args)
		.catch((error: Error) => {
			if (!isEnding) say(error.message);
			return 2;
		})
		.then(end);
}
