/* eslint-disable @n8n/community-nodes/no-restricted-globals, @n8n/community-nodes/no-restricted-imports -- tooling that starts real processes, never shipped */
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** n8n does not start on an older Node. */
const NEEDED_MAJOR = 24;

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

/** The Node installed next to n8n, else the one that runs this script if it is new enough. */
export function findNodeRuntime(hostFolder: string): NodeRuntime {
	const root = join(hostFolder, 'node_modules', PACKAGE);
	const installed = join(root, 'bin', BINARY);
	if (existsSync(installed)) {
		const headers = existsSync(join(root, 'include', 'node', 'node.h')) ? root : undefined;
		return { binary: installed, folder: dirname(installed), headers };
	}
	if (Number(process.versions.node.split('.')[0]) >= NEEDED_MAJOR) {
		return { binary: process.execPath, folder: dirname(process.execPath) };
	}
	throw new Error(
		`n8n needs Node ${NEEDED_MAJOR} or newer and none comes packaged for ${process.platform} ${process.arch}; run this again with Node ${NEEDED_MAJOR} (this is ${process.version}).`,
	);
}
