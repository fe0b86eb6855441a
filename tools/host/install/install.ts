import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { homedir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';

import { runCommand } from '../processes/command';
import { n8nEnvironment, npmEnvironment, quietSettings } from '../processes/environment';
import { withLock } from '../processes/lock';
import { END_WITH_PARENT } from '../processes/processGroup';
import { say, seconds } from '../processes/progress';
import { findNodeRuntime, type NodeRuntime, filesOf, installPackages } from './packages';
import { type Release, releaseOf } from './releases';

const EMPTY_HOME = 'home';
const N8N_SCRIPT = join('node_modules', 'n8n', 'bin', 'n8n');
/** To be raised when what an install consists of changes, so that older ones are not used. */
const LAYOUT = '2';

/** An n8n that npm has installed here. */
export interface Host {
	readonly node: NodeRuntime;
	/** n8n's command line script. */
	readonly n8n: string;
	readonly version: string;
	/** Environment that it needs. */
	readonly env: Readonly<Record<string, string>>;
	/** A folder of data in which n8n has set up its database and done nothing else. */
	readonly emptyHome: string;
}

/**
 * Folder that keeps installed hosts between runs. It is outside the checkout because the linter
 * and the build would otherwise walk through n8n's own tree.
 */
export function cacheFolder(): string {
	return join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'n8n-nodes-person-company-data');
}

/** What cached files are told apart by. */
export const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 16);

const hostName = (release: Release): string =>
	`host-${hashOf([LAYOUT, ...filesOf(release).values()].join(''))}-${process.platform}-${process.arch}`;

function openHost(folder: string, release: Release): Host {
	const about = readFileSync(join(folder, 'node_modules', 'n8n', 'package.json'), 'utf8');
	return {
		node: findNodeRuntime(folder, release),
		n8n: join(folder, N8N_SCRIPT),
		env: release.env,
		version: (JSON.parse(about) as { version: string }).version,
		emptyHome: join(folder, EMPTY_HOME),
	};
}

async function buildDatabaseDriver(folder: string, node: NodeRuntime): Promise<void> {
	const env = npmEnvironment({
		NODE_OPTIONS: END_WITH_PARENT,
		PATH: `${dirname(node.binary)}${delimiter}${process.env.PATH ?? ''}`,
		...(node.headers ? { npm_config_nodedir: node.headers } : {}),
	});
	await runCommand(
		'Compiling sqlite3 (it needs python3, make and a C++ compiler)',
		'npm',
		['rebuild', 'sqlite3', '--foreground-scripts', '--no-progress'],
		{ cwd: folder, env },
	);
}

/** Lets n8n set up an empty database, which every start then gets a copy of; it also shows that n8n runs. */
async function createDatabase(folder: string, node: NodeRuntime): Promise<void> {
	const home = join(folder, EMPTY_HOME);
	mkdirSync(home);
	await runCommand(
		'The first run of n8n',
		node.binary,
		[END_WITH_PARENT, join(folder, N8N_SCRIPT), 'list:workflow'],
		{ cwd: home, env: n8nEnvironment(quietSettings(home)) },
	);
}

/** Installs n8n beside the folder, which then exists whole or not at all. */
async function install(folder: string, release: Release): Promise<void> {
	const partial = `${folder}.partial`;
	const started = Date.now();
	say(`Installing n8n into ${folder} (once; some minutes, 3 GB)`);
	rmSync(partial, { recursive: true, force: true, maxRetries: 3 });
	mkdirSync(partial, { recursive: true });
	await installPackages(partial, release);
	const node = findNodeRuntime(partial, release);
	await buildDatabaseDriver(partial, node);
	await createDatabase(partial, node);
	renameSync(partial, folder);
	say(`n8n is installed (${seconds(started)}).`);
}

/**
 * Makes sure that the n8n of a release is installed, and says where. The first call takes minutes; an
 * interrupted one is begun anew, and two at once wait for each other.
 */
export async function ensureInstalled(): Promise<Host> {
	const release = releaseOf();
	const folder = join(cacheFolder(), hostName(release));
	if (existsSync(folder)) return openHost(folder, release);
	return await withLock(`${folder}.lock`, async () => {
		if (!existsSync(folder)) await install(folder, release);
		return openHost(folder, release);
	});
}
