import type { IDataObject } from 'n8n-workflow';

import type { Endpoint } from '../../contract/model/endpoint';
import { assumedLimits } from '../../contract/model/limits';
import { clock } from '../base/clock';

export const DEFAULT_CONCURRENCY = assumedLimits.concurrentRequests;
export const DEFAULT_REQUESTS_PER_MINUTE = assumedLimits.requestsPerMinute;

/** Requests that may start together before the rate limit applies. */
export const BURST = 5;
/** Window in which too many calls were seen to block an account. */
const BURST_SECONDS = 10;

interface PaceOptions {
	readonly ceiling: number;
	readonly perMinute?: number;
	/** Carries the rate over to later runs, such as the next loop iteration. */
	readonly memory?: IDataObject;
	readonly sleep: (ms: number, endpoint: Endpoint) => Promise<void>;
}

/** Limits parallel requests and starts per minute, without p-limit: the last n8n 1.x does not ship it. */
export class Pace {
	private active = 0;
	private readonly waiting: Array<() => void> = [];
	/** `due`: when the next request would start without bursts, in milliseconds since the epoch. */
	private readonly memory: IDataObject;

	constructor(private readonly options: PaceOptions) {
		this.memory = options.memory ?? {};
	}

	async run<T>(endpoint: Endpoint, work: () => Promise<T>): Promise<T> {
		if (this.active < this.options.ceiling) this.active++;
		else await new Promise<void>((resolve) => this.waiting.push(resolve));
		try {
			await this.waitForMinute(endpoint);
			return await work();
		} finally {
			const next = this.waiting.shift();
			if (next === undefined) this.active--;
			else next();
		}
	}

	/** The first few may start together, as many as the rate allows in a burst window. */
	private async waitForMinute(endpoint: Endpoint): Promise<void> {
		const { perMinute, sleep } = this.options;
		if (perMinute === undefined) return;
		const interval = 60_000 / perMinute;
		const burst = Math.max(1, Math.min(BURST, Math.floor((perMinute * BURST_SECONDS) / 60)));
		const now = clock.now();
		const due = Math.max(Number(this.memory.due ?? 0), now) + interval;
		this.memory.due = due;
		const wait = Math.ceil(due - burst * interval - now);
		if (wait <= 0) return;
		await sleep(wait, endpoint);
	}
}
