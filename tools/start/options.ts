import { parseArgs } from 'node:util';

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

function readPort(value: string | undefined): number | undefined {
	if (value === undefined) return undefined;
	if (!/^\d{1,5}$/.test(value) || Number(value) > 65_535) throw new Error(USAGE);
	return Number(value);
}

/** Reads the arguments; throws an error whose message is the usage when they are wrong. */
export function readOptions(args: readonly string[]): Options {
	const options = {
		once: { type: 'boolean', default: false },
		port: { type: 'string' },
		'sandbox-port': { type: 'string' },
	} as const;
	try {
		const { values } = parseArgs({ args: [...args], options });
		return {
			once: values.once,
			port: readPort(values.port),
			sandboxPort: readPort(values['sandbox-port']),
		};
	} catch {
		throw new Error(USAGE);
	}
}
