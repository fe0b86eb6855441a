import { existsSync, readFileSync } from 'node:fs';
import { cpus, loadavg, release, totalmem, type } from 'node:os';
import { join, resolve } from 'node:path';

import type { Host } from '../tools/host/install/install';
import { runCommand } from '../tools/host/processes/command';
import { n8nEnvironment, npmEnvironment } from '../tools/host/processes/environment';

const CHECKOUT = resolve(__dirname, '..');

/** Where and with what a benchmark was run. */
export interface Surroundings {
	readonly date: string;
	readonly processor: string;
	readonly cores: number;
	readonly memoryGb: number;
	readonly system: string;
	/** Load of the last minute before anything was measured. */
	readonly load: number;
	/** Of the bare client and the sandbox. */
	readonly node: string;
	/** Of n8n. */
	readonly n8nNode: string;
	readonly n8n: string;
	/** Of this package, and the commit it was built from; with a plus when files differed from it. */
	readonly package: string;
	readonly commit: string;
}

/** Reads what the machine and the programs are. */
export async function readSurroundings(host: Host): Promise<Surroundings> {
	const processors = cpus();
	const n8nNode = await runCommand('Node of n8n', host.node.binary, ['--version'], {
		cwd: host.node.folder,
		env: n8nEnvironment({}),
	});
	const manifest = JSON.parse(readFileSync(join(CHECKOUT, 'package.json'), 'utf8')) as { version: string };
	return {
		package: manifest.version,
		commit: await commitOf(CHECKOUT),
		date: new Date().toISOString(),
		processor: processors[0]?.model.trim() ?? 'unknown',
		cores: processors.length,
		memoryGb: Math.round(totalmem() / 2 ** 30),
		system: `${type()} ${release()}`,
		load: loadavg()[0],
		node: process.version,
		n8nNode: n8nNode.trim(),
		n8n: host.version,
	};
}

/** The commit that was measured, with a mark when what is measured was changed since. */
async function commitOf(folder: string): Promise<string> {
	const git = async (...args: string[]) =>
		(await runCommand('git', 'git', args, { cwd: folder, env: npmEnvironment() })).trim();
	// A copy may be no repository.
	if (!existsSync(join(folder, '.git'))) return 'none';
	const isChanged = (await git('status', '--porcelain', '--', 'nodes', 'credentials', 'bench')) !== '';
	return `${await git('rev-parse', '--short', 'HEAD')}${isChanged ? '+' : ''}`;
}
