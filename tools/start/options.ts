/** How the stack is started from the command line. */
export interface Options {
	/** End after the first run instead of staying up. */
	once: boolean;
	/** Preferred port of n8n's editor. */
	port?: number;
	/** Preferred port of the sandbox. */
	sandboxPort?: number;
}

export const USAGE =
	'Usage: npm start -- [--once] [--port <n8n port>] [--sandbox-port <port>]   (0 for any free port)';

function readPort(value: string | undefined): number {
	if (value === undefined || !/^\d{1,5}$/.test(value) || Number(value) > 65_535) throw new Error(USAGE);
	return Number(value);
}

/** Reads the arguments; throws an error whose message is the usage when they are wrong. */
export function readOptions(args: string[]): Options {
	const options: Options = { once: false };
	// Both `--port 5700` and `--port=5700`.
	const words = args.flatMap((arg) => (arg.startsWith('--') ? arg.split('=') : [arg]));
	for (let word = words.shift(); word !== undefined; word = words.shift()) {
		if (word === '--once') options.once = true;
		else if (word === '--port') options.port = readPort(words.shift());
		else if (word === '--sandbox-port') options.sandboxPort = readPort(words.shift());
		else throw new Error(USAGE);
	}
	return options;
}
