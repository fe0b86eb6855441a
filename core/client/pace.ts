import type { IDataObject } from 'n8n-workflow';

import type { Endpoint } from '../../contract/model/endpoint';
import { clock } from '../base/clock';

/** Requests under way at once unless the user says otherwise: bursts of ten were seen to block an account. */
export const DEFAULT_CONCURRENCY = 5;

/**
 * Requests that begin within a minute unless the user says otherwise: together with the first few at once this
 * stays at ten in ten seconds, which was not seen to block an account.
 */
export const DEFAULT_REQUESTS_PER_MINUTE = 30;

/** Most requests that may begin together before the pace sets in, and the first width of a run. */
export const BURST = 5;

/** The time within which too many calls were seen to block an account. */
const BURST_SECONDS = 10;

/**
 * Requests that may begin together: no more than fit into the time of a burst anyway, so that executions that
 * share an account, each with its part of the requests per minute, do not begin with a burst of their own.
 */
const burstOf = (perMinute: number): number =>
	Math.max(1, Math.min(BURST, Math.floor((perMinute * BURST_SECONDS) / 60)));

interface PaceOptions {
	/** Most requests under way at once. */
	readonly ceiling: number;
	/** Most requests that begin within a minute; absent for no limit. */
	readonly perMinute?: number;
	/** Keeps the limit per minute for who comes after, such as the next turn of a loop. */
	readonly memory?: IDataObject;
	/** Waits; ends with a failure when the user stops the execution. */
	readonly sleep: (ms: number, endpoint: Endpoint) => Promise<void>;
}

/**
 * How many requests are under way, and how fast they follow each other. Begins narrow, widens with each good
 * answer up to the ceiling, and is halved at once when the service is in trouble: bursts of some ten calls
 * were seen to block an account for minutes.
 */
export class Pace {
	private width: number;
	private active = 0;
	private readonly waiting: Array<() => void> = [];
	/** `due`: when the next request would begin if there were no bursts. */
	private readonly memory: IDataObject;
	private heldMs = 0;

	constructor(private readonly options: PaceOptions) {
		this.width = Math.min(BURST, options.ceiling);
		this.memory = options.memory ?? {};
	}

	/** How long requests were held back for the limit per minute, all together. */
	get heldSeconds(): number {
		return Math.round(this.heldMs / 1000);
	}

	/** Does something when it is its turn; turns are given in the order in which they are asked for. */
	async run<T>(endpoint: Endpoint, work: () => Promise<T>): Promise<T> {
		await this.enter();
		try {
			await this.waitForMinute(endpoint);
			return await work();
		} finally {
			this.active--;
			this.wake();
		}
	}

	/** A call was answered well: one more may be under way. */
	widen(): void {
		this.width = Math.min(this.options.ceiling, this.width + 1);
		this.wake();
	}

	/** The service is in trouble: half as many may be under way. */
	narrow(): void {
		this.width = Math.max(1, Math.floor(this.width / 2));
	}

	private async enter(): Promise<void> {
		if (this.active < this.width && this.waiting.length === 0) this.active++;
		else await new Promise<void>((resolve) => this.waiting.push(resolve));
	}

	private wake(): void {
		while (this.active < this.width) {
			const next = this.waiting.shift();
			if (next === undefined) return;
			this.active++;
			next();
		}
	}

	/** Holds a request back until it fits the limit per minute; the first few may begin together. */
	private async waitForMinute(endpoint: Endpoint): Promise<void> {
		const { perMinute, sleep } = this.options;
		if (perMinute === undefined) return;
		const interval = 60_000 / perMinute;
		const now = clock.now();
		const before = typeof this.memory.due === 'number' ? this.memory.due : 0;
		const due = Math.max(before, now) + interval;
		this.memory.due = due;
		const wait = Math.ceil(due - burstOf(perMinute) * interval - now);
		if (wait <= 0) return;
		this.heldMs += wait;
		await sleep(wait, endpoint);
	}
}
