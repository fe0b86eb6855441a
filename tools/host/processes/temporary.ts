import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const made = new Set<string>();

/** Makes a folder that goes when this process ends, at the latest. */
export function makeTemporaryFolder(purpose: string): string {
	const folder = mkdtempSync(join(tmpdir(), `person-company-data-${purpose}-`));
	made.add(folder);
	return folder;
}

/** Removes a folder that makeTemporaryFolder made. */
export function removeTemporaryFolder(folder: string): void {
	made.delete(folder);
	rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 });
}

process.on('exit', () => {
	for (const folder of made) removeTemporaryFolder(folder);
});
