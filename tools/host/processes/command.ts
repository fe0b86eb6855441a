import { type GroupOptions, startGroup } from './processGroup';

const SHOWN_LINES = 25;

/** For a program that ended badly; the message carries the last lines that it wrote. */
export function commandError(what: string, outcome: string, lines: string[]): Error {
	const tail = lines.filter((line) => line.trim() !== '').slice(-SHOWN_LINES);
	return new Error([`${what} failed (${outcome}).`, ...tail.map((line) => `  | ${line}`)].join('\n'));
}

/** Runs a program to its end and returns what it wrote to stdout; throws unless it ends well. */
export async function runCommand(
	what: string,
	command: string,
	args: string[],
	options: GroupOptions,
): Promise<string> {
	const stdout: string[] = [];
	const group = startGroup(command, args, {
		...options,
		onLine: (line, stream) => {
			if (stream === 'stdout') stdout.push(line);
		},
	});
	const { code, signal } = await group.ended;
	if (code !== 0) throw commandError(what, signal ?? `exit code ${code ?? 'none'}`, group.lines());
	return stdout.join('\n');
}
