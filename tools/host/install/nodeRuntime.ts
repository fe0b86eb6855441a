import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';

import type { Release } from './releases';

/** A Node that n8n accepts. */
export interface NodeRuntime {
	binary: string;
	/** Folder of the binary, for PATH. */
	folder: string;
	/** Root with include/node, when the headers came along: no download when a native module is compiled. */
	headers?: string;
}

const PACKAGE = `node-${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`;
const BINARY = process.platform === 'win32' ? 'node.exe' : 'node';

/** The Node installed next to n8n, else the one that runs this script if n8n starts on it. */
export function findNodeRuntime(hostFolder: string, { node: { from, to = Infinity } }: Release): NodeRuntime {
	const root = join(hostFolder, 'node_modules', PACKAGE);
	const installed = join(root, 'bin', BINARY);
	if (existsSync(installed)) {
		const headers = existsSync(join(root, 'include', 'node', 'node.h')) ? root : undefined;
		return { binary: installed, folder: dirname(installed), headers };
	}
	const major = Number(process.versions.node.split('.')[0]);
	if (major >= from && major <= to) return { binary: process.execPath, folder: dirname(process.execPath) };
	const needed = to === Infinity ? `${from} or newer` : `${from} to ${to}`;
	throw new Error(
		`n8n needs Node ${needed} and none comes packaged for ${process.platform} ${process.arch}; run this again with Node ${needed} (this is ${process.version}).`,
	);
}
