import { linkSync, mkdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const POLL_MS = 250;
const HEARTBEAT_MS = 5_000;
/** A holder that has not touched its lock for so long is gone, even if its pid was given to another program. */
const SILENT_MS = 120_000;
/** Clearing a stale lock takes well under a millisecond; an older mark was left by a crash. */
const CLEARING_MS = 10_000;

/** Tells whether a process with this id exists. */
export function isAlive(pid: number): boolean {
	try {
		process.kill(pid, 0);
		return true;
	} catch (error) {
		return (error as NodeJS.ErrnoException).code === 'EPERM';
	}
}

function ageMs(path: string): number {
	return Date.now() - statSync(path).mtimeMs;
}

function isStale(path: string): boolean {
	try {
		return !isAlive(Number(readFileSync(path, 'utf8'))) || ageMs(path) > SILENT_MS;
	} catch {
		return false; // released meanwhile
	}
}

/** Creates the file together with its content, or says that it exists: a link is atomic, open and write are not. */
function createWithPid(path: string): boolean {
	const draft = `${path}.${process.pid}.${Math.random().toString(36).slice(2)}`;
	writeFileSync(draft, String(process.pid));
	try {
		linkSync(draft, path);
		return true;
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
		throw error;
	} finally {
		rmSync(draft, { force: true });
	}
}

/** Removes a stale lock; a second file makes sure that two who saw it stale do not remove each other's new one. */
function clearStale(path: string): void {
	const clearing = `${path}.clearing`;
	if (!createWithPid(clearing)) {
		try {
			if (ageMs(clearing) > CLEARING_MS) rmSync(clearing, { force: true });
		} catch {
			// the other one has finished
		}
		return;
	}
	try {
		if (isStale(path)) rmSync(path, { force: true });
	} finally {
		rmSync(clearing, { force: true });
	}
}

/** Runs the work while holding the lock file; waits for a holder that is alive and takes over from a dead one. */
export async function withLock<T>(
	path: string,
	onWait: (pid: string) => void,
	work: () => Promise<T>,
): Promise<T> {
	mkdirSync(dirname(path), { recursive: true });
	let told = false;
	while (!createWithPid(path)) {
		if (isStale(path)) {
			clearStale(path);
			continue;
		}
		if (!told) {
			told = true;
			try {
				onWait(readFileSync(path, 'utf8'));
			} catch {
				// released meanwhile
			}
		}
		await sleep(POLL_MS);
	}
	const heartbeat = setInterval(() => {
		try {
			utimesSync(path, new Date(), new Date());
		} catch {
			// the folder was deleted under us; nothing to keep
		}
	}, HEARTBEAT_MS);
	heartbeat.unref();
	try {
		return await work();
	} finally {
		clearInterval(heartbeat);
		rmSync(path, { force: true });
	}
}
