import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { commandError } from './command';
import type { ProcessGroup } from './processGroup';

/** The interface everything here listens on. */
export const LOOPBACK = '127.0.0.1';

async function isFree(port: number): Promise<boolean> {
	return await new Promise((resolve) => {
		const server = createServer();
		server.once('error', () => resolve(false));
		server.listen(port, LOOPBACK, () => server.close(() => resolve(true)));
	});
}

/**
 * Where free ports are taken from: below those that systems give to outgoing connections (Linux from 32,768),
 * or one of these could take the port in the seconds that n8n needs until it listens.
 */
const FIRST_PORT = 20_000;
const PORTS = 12_000;

/** The preferred port if it is free, else any free one; none of those to avoid, which are spoken for already. */
export async function findFreePort(preferred = 0, avoid: readonly number[] = []): Promise<number> {
	for (let tries = 0; tries < 20; tries++) {
		const wanted = tries === 0 && preferred !== 0 ? preferred : randomInt(FIRST_PORT, FIRST_PORT + PORTS);
		if (!avoid.includes(wanted) && (await isFree(wanted))) return wanted;
	}
	throw new Error('No free port found on this machine.');
}

const PAUSE_MS = 50;
/** More than anything here needs to start on a slow machine. */
const READY_MS = 300_000;

/** Looks until a started program is ready; ends it and throws when it does not get there. */
export async function untilReady<T>(
	group: ProcessGroup,
	what: string,
	look: () => T | undefined | Promise<T | undefined>,
): Promise<T> {
	const deadline = Date.now() + READY_MS;
	while (Date.now() < deadline && group.exit === undefined) {
		const seen = await look();
		if (seen !== undefined) return seen;
		await sleep(PAUSE_MS);
	}
	await group.stop();
	throw commandError(what, 'it did not get ready', group.lines());
}
