import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import type { InstalledHost } from '../install/install';
import { n8nEnvironment } from '../processes/environment';
import { END_WITH_PARENT, startGroup, type ProcessGroup } from '../processes/processGroup';

/** How an address answered while it was asked again and again. */
export interface Answered {
	readonly asked: number;
	/** Questions without an answer, or with another status than 200. */
	readonly failed: number;
	/** The longest that an answer took. */
	readonly longestMs: number;
	/** The longest time without any answer. */
	readonly longestGapMs: number;
	/** How long each answer took, the shortest first. */
	readonly tookMs: readonly number[];
}

/** For the answers that are on their way at the end. */
const LAST_MS = 2_000;

/** Asks an address at a fixed pace, from a process of its own. */
export class Pings {
	private readonly answers: Array<{ readonly at: number; readonly tookMs: number; readonly status: number }> =
		[];
	private readonly group: ProcessGroup;

	constructor({ node }: InstalledHost, address: string, everyMs: number) {
		const args = [END_WITH_PARENT, join(__dirname, 'ping.ts'), address, String(everyMs)];
		this.group = startGroup(node.binary, args, {
			cwd: __dirname,
			env: n8nEnvironment({}),
			onLine: (line) => {
				const [askedAt, tookMs, status] = line.split(' ').map(Number);
				if (Number.isFinite(status)) this.answers.push({ at: askedAt + tookMs, tookMs, status });
			},
		});
	}

	/** Ends it. */
	async stop(): Promise<Answered> {
		await sleep(LAST_MS);
		await this.group.stop();
		const good = this.answers.filter(({ status }) => status === 200);
		const times = good.map(({ at }) => at).sort((a, b) => a - b);
		const gaps = times.slice(1).map((time, i) => time - times[i]);
		const tookMs = good.map((answer) => answer.tookMs).sort((a, b) => a - b);
		return {
			asked: this.answers.length,
			failed: this.answers.length - good.length,
			longestMs: tookMs.at(-1) ?? 0,
			longestGapMs: Math.max(0, ...gaps),
			tookMs,
		};
	}
}
