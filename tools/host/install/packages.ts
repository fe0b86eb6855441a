import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Release } from './releases';
import { runCommand } from '../processes/command';
import { npmEnvironment } from '../processes/environment';
import { END_WITH_PARENT } from '../processes/processGroup';

/** A Node that n8n accepts. */
export interface NodeRuntime {
	binary: string;
	/** Root with include/node, when the headers came along: no download when a native module is compiled. */
	headers?: string;
}

const PACKAGE = `node-${process.platform}-${process.arch}`;

/** The Node installed next to n8n, else the one that runs this script if n8n starts on it. */
export function findNodeRuntime(hostFolder: string, { node: { from, to = Infinity } }: Release): NodeRuntime {
	const root = join(hostFolder, 'node_modules', PACKAGE);
	const installed = join(root, 'bin', 'node');
	if (existsSync(installed)) {
		const headers = existsSync(join(root, 'include', 'node', 'node.h')) ? root : undefined;
		return { binary: installed, headers };
	}
	const major = Number(process.versions.node.split('.')[0]);
	if (major >= from && major <= to) return { binary: process.execPath };
	const needed = to === Infinity ? `${from} or newer` : `${from} to ${to}`;
	throw new Error(
		`n8n needs Node ${needed} and none comes packaged for ${process.platform} ${process.arch}; run this again with Node ${needed} (this is ${process.version}).`,
	);
}

const CHECKOUT = resolve(__dirname, '../../..');
const QUIET = ['--ignore-scripts', '--no-audit', '--no-fund', '--no-progress', '--loglevel=error'];

/** What is installed for a release, by file: for a line the pinned one, for another version what it needs by itself. */
export function filesOf({ pinned, version }: Release): ReadonlyMap<string, string> {
	// Line endings depend on how git was told to check out.
	const read = (file: string): string =>
		readFileSync(join(CHECKOUT, pinned, file), 'utf8').replace(/\r\n/g, '\n');
	const manifest = read('package.json');
	if (version === undefined) {
		return new Map([
			['package.json', manifest],
			['package-lock.json', read('package-lock.json')],
		]);
	}
	const changed = { ...(JSON.parse(manifest) as object), dependencies: { n8n: version } };
	return new Map([['package.json', `${JSON.stringify(changed, undefined, 2)}\n`]]);
}

/** Installs the packages of a release into a folder. */
export async function installPackages(folder: string, release: Release): Promise<void> {
	for (const [file, text] of filesOf(release)) writeFileSync(join(folder, file), text);
	const command = release.version === undefined ? 'ci' : 'install';
	await runCommand(`npm ${command} of n8n`, 'npm', [command, ...QUIET], {
		cwd: folder,
		env: npmEnvironment({ NODE_OPTIONS: END_WITH_PARENT }),
	});
}
