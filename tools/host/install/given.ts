import { tmpdir } from 'node:os';

import { runCommand } from '../processes/command';
import { n8nEnvironment } from '../processes/environment';
import type { Report } from '../processes/progress';
import { ensureInstalled, type Host } from './install';
import { lineOf, releaseOf } from './releases';

/**
 * An n8n that npm has not installed here, such as one in a container: a program with its arguments, as a shell
 * reads them, behind which n8n's own follow (`start`, `worker`, `webhook`, `--version`).
 */
const COMMAND = 'N8N_COMMAND';
/** The address of an n8n that runs already, with the package in it. */
const ADDRESS = 'N8N_ADDRESS';
/** Names for such a command the file with the settings of this n8n: a container is not handed the environment. */
export const SETTINGS_FILE = 'N8N_SETTINGS_FILE';

/** The address of the n8n that is to be used as it runs, without a slash at the end; `undefined` when none is given. */
export function givenAddress(): string | undefined {
	const given = process.env[ADDRESS];
	if (!given) return undefined;
	const url = URL.canParse(given) ? new URL(given) : undefined;
	if (url === undefined || !/^https?:$/.test(url.protocol)) {
		throw new Error(`${ADDRESS} is "${given}"; it must be an address such as http://127.0.0.1:5678.`);
	}
	return given.replace(/\/+$/, '');
}

/** Whether an n8n is given, so that none is installed here. */
export const isGiven = (): boolean => Boolean(process.env[COMMAND]) || givenAddress() !== undefined;

/** How a command is run with arguments behind its own. */
const shellOf = (command: string): [string, ...string[]] => ['sh', '-c', `exec ${command} "$@"`, 'n8n'];

/** The version that n8n says, which may stand below other lines. */
export function versionIn(said: string): string | undefined {
	const versions = said
		.split('\n')
		.flatMap((line) => /^(?:n8n\/)?v?(\d+\.\d+\.\d+[\w.-]*)(?: |$)/.exec(line.trim())?.[1] ?? []);
	return versions.at(-1);
}

async function hostOf(command: string): Promise<Host> {
	const start = shellOf(command);
	const [program, ...args] = start;
	// A container asks for both, also where it only says its version.
	const env = n8nEnvironment({ [SETTINGS_FILE]: '/dev/null', N8N_USER_FOLDER: tmpdir() });
	const options = { cwd: tmpdir(), env };
	const said = await runCommand(`${COMMAND} with --version`, program, [...args, '--version'], options);
	const version = versionIn(said);
	if (version === undefined) throw new Error(`${COMMAND} with --version says no version of n8n: ${said}`);
	return { start, version, env: releaseOf(lineOf(version)).env };
}

/** The n8n that is started here: the one of the command that is given, else the installed one. */
export async function ensureHost(report: Report = () => {}): Promise<Host> {
	const command = process.env[COMMAND];
	return command ? await hostOf(command) : await ensureInstalled(report);
}
