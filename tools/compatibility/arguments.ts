import { LINES, namesRelease } from '../host/install/releases';

export const USAGE = `Usage: npm run test:compatibility -- [${LINES.join('] [')}] [newest] [<version>] [--smoke] [options of jest]

Runs the tests in a real n8n of each release that is named, one after another: ${LINES.join(' and ')} are pinned, newest is
the newest 2.x that the registry has, and a version is any that it has. With --smoke a few that touch everything.
With N8N_COMMAND or N8N_ADDRESS they run in that n8n instead.`;

/** What is to be run. */
export interface Arguments {
	/** Names of releases, `newest` among them; none for the n8n that is given. */
	readonly releases: readonly string[];
	readonly isSmoke: boolean;
	/** Options of jest. */
	readonly options: readonly string[];
}

/**
 * Reads the arguments.
 * @param isGiven whether an n8n is given, so that none is installed
 * @throws Error when both a release and an n8n are given
 */
export function readArguments(args: readonly string[], isGiven: boolean): Arguments {
	const isRelease = (arg: string): boolean => arg === 'newest' || namesRelease(arg);
	const named = args.filter(isRelease);
	if (isGiven && named.length > 0) {
		throw new Error(`${named.join(' and ')} cannot be tested in the n8n of N8N_COMMAND or N8N_ADDRESS.`);
	}
	return {
		releases: isGiven ? [] : named.length > 0 ? named : LINES,
		isSmoke: args.includes('--smoke'),
		options: args.filter((arg) => !isRelease(arg) && arg !== '--smoke'),
	};
}
