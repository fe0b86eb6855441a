import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';

import { filesOf, packPackage } from '../host/install/pack';
import { runCommand } from '../host/processes/command';
import { npmEnvironment } from '../host/processes/environment';

/** A packed package, and its contents unpacked. */
export interface Tarball {
	readonly sha256: string;
	/** Bytes of the tarball. */
	readonly size: number;
	/** The folder with its contents. */
	readonly folder: string;
	/** Paths of its files, from that folder. */
	readonly files: readonly string[];
}

/** Builds and packs the checkout from nothing. */
export async function makeTarball(into: string): Promise<Tarball> {
	mkdirSync(into, { recursive: true });
	const path = await packPackage(into);
	const folder = join(into, 'package');
	await runCommand('Unpacking', 'tar', ['-xzf', path, '-C', into], { cwd: into, env: npmEnvironment() });
	const bytes = readFileSync(path);
	return {
		sha256: createHash('sha256').update(bytes).digest('hex'),
		size: bytes.length,
		folder,
		files: filesOf(folder).map((file) => relative(folder, file)),
	};
}
