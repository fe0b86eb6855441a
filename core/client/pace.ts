import type { IDataObject } from 'n8n-workflow';

import { clock } from '../base/clock';

const BURST = 5;
/** Window in which too many calls were seen to block an account. */
const BURST_SECONDS = 10;

export interface PaceLimits {
	readonly concurrency: number;
	/** 0 for no limit. */
	readonly requestsPerMinute: number;
}

/** Limits parallel requests and starts per minute, without p-limit: the last n8n 1.x does not ship it. */
export class Pace {
	private active = 0;
	private readonly waiting: Array<() => void> = [];

	constructor(
		private readonly limits: PaceLimits,
		/** `due`: when the next request would start without bursts. Kept for later runs, such as loop iterations. */
		private readonly memory: IDataObject = {},
	) {}

	async run<T>(sleep: (ms: number) => Promise<void>, work: () => Promise<T>): Promise<T> {
		if (this.active < this.limits.concurrency) this.active++;
		else await new Promise<void>((resolve) => this.waiting.push(resolve));
		try {
			const wait = this.nextStart();
			if (wait > 0) await sleep(wait);
			return await work();
		} finally {
			const next = this.waiting.shift();
			if (next === undefined) this.active--;
			else next();
		}
	}

	/** In how many milliseconds a request may start: the first few together, as many as the rate allows in a burst. */
	private nextStart(): number {
		const { requestsPerMinute } = this.limits;
		if (requestsPerMinute === 0) return 0;
		const interval = 60_000 / requestsPerMinute;
		const burst = Math.max(1, Math.min(BURST, Math.floor((requestsPerMinute * BURST_SECONDS) / 60)));
		const now = clock.now();
		const due = Math.max(Number(this.memory.due ?? 0), now) + interval;
		this.memory.due = due;
		return Math.ceil(due - burst * interval - now);
	}
}
