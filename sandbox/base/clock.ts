import { afterRealTime, nextTurn, realPause } from './timers';

interface Timer {
	readonly due: number;
	readonly run: () => void;
	/** What a wait resolves with when the clock is cleared before its time. */
	readonly cleared?: () => void;
}

/** Longest real time that moving the clock waits for calls under way, so that a receiver that never answers cannot stop it. */
const PATIENCE_MS = 1000;

/** A manual clock starts on the same day in every run. */
const MANUAL_START = Date.UTC(2026, 0, 5, 12);

/**
 * The sandbox's time. A real clock runs by itself, `speed` times as fast as reality; a manual one stands
 * still. Both can be moved forward: due timers run in their order.
 */
export class Clock {
	private timers: Timer[] = [];
	private readonly underWay = new Set<Promise<unknown>>();
	private readonly realStart = performance.now();
	private readonly start: number;
	private moved = 0;
	private disarm: () => void = () => undefined;

	constructor(
		readonly mode: 'real' | 'manual',
		private readonly speed: number,
	) {
		this.start = mode === 'manual' ? MANUAL_START : Date.now();
	}

	/** Milliseconds since 1970 on this clock. */
	now(): number {
		const passed = this.mode === 'real' ? (performance.now() - this.realStart) * this.speed : 0;
		return this.start + this.moved + passed;
	}

	/** When the next timer is due; absent when nothing waits for time to pass. */
	get nextDue(): number | undefined {
		return this.timers[0]?.due;
	}

	/** Runs something when the time has passed. Returns how to call it off. */
	after(ms: number, run: () => void, cleared?: () => void): () => void {
		const timer: Timer = { due: this.now() + Math.max(0, ms), run, cleared };
		const place = this.timers.findIndex((other) => other.due > timer.due);
		this.timers.splice(place < 0 ? this.timers.length : place, 0, timer);
		this.arm();
		return () => {
			this.timers = this.timers.filter((other) => other !== timer);
			this.arm();
		};
	}

	/** Resolves when the time has passed; for the sandbox's own waits, which others must move forward. */
	async wait(ms: number): Promise<void> {
		await new Promise<void>((resolve) => {
			this.after(ms, resolve, resolve);
		});
	}

	/** A client's sleep: on a manual clock it moves the time itself, until it is aborted; on a real one it waits. */
	async sleep(ms: number, signal?: AbortSignal): Promise<void> {
		if (this.mode === 'manual') await this.advance(ms, signal);
		else await this.wait(ms);
	}

	/** Moves the clock forward and runs the timers that become due, each at its own time; an abort stops it there. */
	async advance(ms: number, signal?: AbortSignal): Promise<void> {
		await this.settle();
		const target = this.now() + ms;
		for (let next = this.timers[0]; next !== undefined && next.due <= target; next = this.timers[0]) {
			this.timers.shift();
			this.moveTo(next.due);
			next.run();
			await this.settle();
			if (signal?.aborted) return this.arm();
		}
		this.moveTo(target);
		this.arm();
	}

	/** Lets moving the clock wait for a call that the sandbox makes. */
	async during<T>(call: Promise<T>): Promise<T> {
		this.underWay.add(call);
		try {
			return await call;
		} finally {
			this.underWay.delete(call);
		}
	}

	/** Drops all timers; waits end at once. */
	clear(): void {
		const dropped = this.timers;
		this.timers = [];
		this.disarm();
		for (const timer of dropped) timer.cleared?.();
	}

	private moveTo(time: number): void {
		this.moved += Math.max(0, time - this.now());
	}

	private async settle(): Promise<void> {
		await nextTurn();
		const until = performance.now() + PATIENCE_MS;
		while (this.underWay.size > 0 && performance.now() < until) await realPause(2);
		await nextTurn();
	}

	private arm(): void {
		this.disarm();
		const next = this.timers[0];
		if (this.mode === 'manual' || next === undefined) return;
		const wait = Math.min(2 ** 31 - 1, Math.max(0, (next.due - this.now()) / this.speed));
		this.disarm = afterRealTime(wait, () => {
			while (this.timers.length > 0 && this.timers[0].due <= this.now()) this.timers.shift()?.run();
			this.arm();
		});
	}
}
