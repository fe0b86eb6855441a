import { setTimeout as sleep } from 'node:timers/promises';

import { CommandFailed } from './command';
import type { ProcessGroup } from './processGroup';

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
