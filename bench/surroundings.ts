import { readFileSync } from 'node:fs';
import { cpus, loadavg, release, totalmem, type } from 'node:os';
import { join, resolve } from 'node:path';

import type { Host } from '../tools/host/install/install';
import { runCommand } from '../tools/host/processes/command';
import { n8nEnvironment, npmEnvironment } from '../tools/host/processes/environment';

const CHECKOUT = resolve(__dirname, '..');

/** Where and with what a benchmark is run, in words. */
export async function readSurroundings(host: Host): Promise<readonly string[]> {
	const { binary } = host.node;
	const n8nNode = await runCommand('Node of n8n', binary, ['--version'], {
		cwd: CHECKOUT,
		env: n8nEnvironment({}),
	});
	const inCheckout = { cwd: CHECKOUT, env: npmEnvironment() };
	const commit = await runCommand('git', 'git', ['rev-parse', '--short', 'HEAD'], inCheckout);
	const manifest = JSON.parse(readFileSync(join(CHECKOUT, 'package.json'), 'utf8')) as { version: string };
	const processor = `${cpus()[0]?.model.trim() ?? 'unknown'}, ${cpus().length} cores`;
	const system = `${Math.round(totalmem() / 2 ** 30)} GB, ${type()} ${release()}`;
	return [
		`${new Date().toISOString()}; ${processor}, ${system}; load at the start ${loadavg()[0].toFixed(1)}`,
		`This package ${manifest.version} (commit ${commit.trim()}); n8n ${host.version} on Node ${n8nNode.trim()}; bare client and sandbox on Node ${process.version}`,
	];
}
