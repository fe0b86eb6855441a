import { createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { CommandFailed } from './command';
import type { ProcessGroup } from './processGroup';

/** The interface everything here listens on. */
export const LOOPBACK = '127.0.0.1';

async function tryPort(port: number): Promise<number | undefined> {
	return await new Promise((resolve) => {
		const server = createServer();
		server.once('error', () => resolve(undefined));
		server.listen(port, LOOPBACK, () => {
			const address = server.address();
			const found = typeof address === 'object' && address !== null ? address.port : undefined;
			server.close(() => resolve(found));
		});
	});
}

/** The preferred port if it is free, else any free one; none of those to avoid, which are spoken for already. */
export async function findFreePort(preferred = 0, avoid: number[] = []): Promise<number> {
	for (const wanted of [preferred, ...Array<number>(20).fill(0)]) {
		const port = avoid.includes(wanted) ? undefined : await tryPort(wanted);
		if (port !== undefined && !avoid.includes(port)) return port;
	}
	throw new Error('No free port found on this machine.');
}

const PAUSE_MS = 50;

/** Looks until a started program is ready; ends it and throws CommandFailed when it does not get there. */
export async function untilReady<T>(
	group: ProcessGroup,
	what: string,
	mostMs: number,
	look: () => T | undefined | Promise<T | undefined>,
): Promise<T> {
	const deadline = Date.now() + mostMs;
	while (Date.now() < deadline && group.exit === undefined) {
		const seen = await look();
		if (seen !== undefined) return seen;
		await sleep(PAUSE_MS);
	}
	await group.stop();
	throw new CommandFailed(what, 'it did not get ready', group.lines());
}
