import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import { say } from './progress';

const POLL_MS = 250;

/** Tells whether a process with this id exists. */
function isAlive(pid: number): boolean {
	try {
		process.kill(pid, 0);
		return true;
	} catch (error) {
		return (error as NodeJS.ErrnoException).code === 'EPERM';
	}
}

/** Creates the file, or says that it exists. */
function create(path: string): boolean {
	try {
		writeFileSync(path, String(process.pid), { flag: 'wx' });
		return true;
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
		throw error;
	}
}

/** The process in the lock file, '' before it is written there; `undefined` when it was released meanwhile. */
function holderOf(path: string): string | undefined {
	try {
		return readFileSync(path, 'utf8');
	} catch {
		return undefined;
	}
}

/** Runs the work while holding the lock file; waits for a holder that is alive and takes over from a dead one. */
export async function withLock<T>(path: string, work: () => Promise<T>): Promise<T> {
	mkdirSync(dirname(path), { recursive: true });
	let reported = false;
	while (!create(path)) {
		const holder = holderOf(path);
		if (holder && !isAlive(Number(holder))) {
			// One at a time, or another process could remove the lock of the one that has already taken over.
			await withLock(`${path}.${holder}`, async () => {
				if (holderOf(path) === holder) rmSync(path, { force: true });
			});
			continue;
		}
		if (holder && !reported) say(`Waiting for process ${holder}, which has ${path} …`);
		reported ||= Boolean(holder);
		await sleep(POLL_MS);
	}
	try {
		return await work();
	} finally {
		rmSync(path, { force: true });
	}
}
