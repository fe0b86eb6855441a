import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { isAlive } from './lock';

const PREFIX = 'person-company-data-';
const made = new Set<string>();

function remove(folder: string): void {
	rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 });
}

/** Removes what runs that were killed have left behind; the name tells whose it was. */
function sweep(): void {
	for (const name of readdirSync(tmpdir())) {
		const pid = name.startsWith(PREFIX) ? Number(name.slice(PREFIX.length).split('-')[0]) : NaN;
		if (Number.isInteger(pid) && pid > 0 && !isAlive(pid)) {
			try {
				remove(join(tmpdir(), name));
			} catch {
				// another user's; theirs to remove
			}
		}
	}
}

/** Makes a folder that goes when this process ends, at the latest. */
export function makeTemporaryFolder(purpose: string): string {
	sweep();
	const folder = mkdtempSync(join(tmpdir(), `${PREFIX}${process.pid}-${purpose}-`));
	made.add(folder);
	return folder;
}

/** Removes a folder that makeTemporaryFolder made. */
export function removeTemporaryFolder(folder: string): void {
	made.delete(folder);
	remove(folder);
}

process.on('exit', () => {
	for (const folder of made) remove(folder);
});
