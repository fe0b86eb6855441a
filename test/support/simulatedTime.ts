import { clock as nodeClock } from '../../core/base/clock';
import type { Sandbox } from '../../sandbox';
import { realPause } from '../../sandbox/base/timers';

/** Turns of the event loop without anything under way after which everybody is taken to wait for time to pass. */
const QUIET_TURNS = 4;

/** Milliseconds of real time after which nothing is waited for any more. */
const PATIENCE = 2000;

const turn = async (): Promise<void> => await new Promise((resolve) => setImmediate(resolve));

/**
 * One time for the node and the service: the sandbox's manual clock. Whoever waits is woken in order of time,
 * and the time moves on only when everybody waits, so that any number of executions share it without an
 * answer that takes real time taking simulated time.
 */
export class SimulatedTime {
	/** Work that takes no time: calls of the node, callbacks that are being taken. */
	private underWay = 0;
	/** Calls of the node that the service holds on the clock. */
	private held = 0;
	private readonly restore: () => void;
	/** Waits for time to pass, or until the execution is stopped. */
	readonly sleep: typeof nodeClock.sleep;

	constructor(private readonly clock: Sandbox['clock']) {
		const before = { ...nodeClock };
		const wait = clock.wait.bind(clock);
		clock.wait = async (ms) => {
			this.held++;
			await wait(ms);
			this.held--;
		};
		this.sleep = async (ms, signal) => {
			signal?.throwIfAborted();
			await new Promise<void>((resolve) => {
				const wake = (): void => {
					signal?.removeEventListener('abort', wake);
					resolve();
				};
				signal?.addEventListener('abort', wake);
				void wait(ms).then(wake);
			});
			signal?.throwIfAborted();
		};
		this.drive(nodeClock);
		this.restore = () => {
			clock.wait = wait;
			Object.assign(nodeClock, before);
		};
	}

	/** Lets a copy of the package share this time. */
	drive(other: typeof nodeClock): void {
		other.now = () => this.now();
		other.random = () => 0.5;
		other.sleep = this.sleep;
	}

	/** Milliseconds since 1970. */
	now(): number {
		return this.clock.now();
	}

	/** Waits until a time; not at all when it has passed. */
	async until(time: number): Promise<void> {
		if (time > this.now()) await this.sleep(time - this.now());
	}

	/** Lets the time stand still while something is done. */
	async during<T>(work: Promise<T>): Promise<T> {
		this.underWay++;
		try {
			return await work;
		} finally {
			this.underWay--;
		}
	}

	/** Lets the time pass until the work is done. */
	async pass<T>(work: Promise<T>): Promise<T> {
		let isDone = false;
		const done = (): void => {
			isDone = true;
		};
		work.then(done, done);
		for (;;) {
			const due = await this.nextDue(() => isDone);
			if (isDone) return await work;
			if (due === undefined) throw new Error('Everybody waits, and nothing is due any more');
			await this.clock.advance(due - this.now());
		}
	}

	/** Gives the node its own clock back. */
	end(): void {
		this.restore();
	}

	/** When the first of those who wait is due; something may still be waited for in real time. */
	private async nextDue(isDone: () => boolean): Promise<number | undefined> {
		await this.quiet();
		for (let pauses = 0; !isDone() && this.clock.nextDue === undefined && pauses < PATIENCE; pauses++) {
			await realPause(1);
			await this.quiet();
		}
		return this.clock.nextDue;
	}

	private async quiet(): Promise<void> {
		for (let turns = 0; turns < QUIET_TURNS; turns++) {
			await turn();
			// The service still holds calls that a stopped execution has given up.
			if (this.underWay > this.held) turns = 0;
		}
	}
}
