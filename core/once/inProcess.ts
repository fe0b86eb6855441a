import { Memory } from '../base/memory';
import type { SentWork } from '../client/runState';

/** A unit whose result has not come out. */
export interface LeftOpen {
	/** When it was found that its response was lost; absent if it was answered. */
	readonly lostAt?: number;
	readonly work?: SentWork;
}

/** Runs of this process that hold claims, by node and unit; each ends when its run has. */
const held = new Map<string, Promise<unknown>>();

const MOST_LEFT_OPEN = 20_000;
const DAY_MS = 24 * 60 * 60_000;
/** What runs of this process have left open, by node and unit. */
const leftOpen = new Memory<LeftOpen>(MOST_LEFT_OPEN, DAY_MS);

/**
 * What this process knows of a node's open units. n8n's store knows only that a unit is open; here is also which run
 * holds it and, with the ID of its batch or job, how a later execution gets its result at no charge.
 */
export class InProcess {
	constructor(private readonly node: string) {}

	/** The end of the run that holds a unit. */
	holder(unit: string): Promise<unknown> | undefined {
		return held.get(this.placeOf(unit));
	}

	hold(unit: string, run: Promise<unknown>): void {
		held.set(this.placeOf(unit), run);
	}

	letGo(unit: string): void {
		held.delete(this.placeOf(unit));
	}

	left(unit: string): LeftOpen | undefined {
		return leftOpen.get(this.placeOf(unit));
	}

	leave(unit: string, left: LeftOpen): void {
		leftOpen.keep(this.placeOf(unit), left);
	}

	settle(unit: string): void {
		leftOpen.forget(this.placeOf(unit));
	}

	private placeOf(unit: string): string {
		return `${this.node} ${unit}`;
	}
}
