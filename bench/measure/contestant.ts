import type { Memory } from './process';

/** What a client did once. */
export interface Run {
	/** On the clock of this machine, in milliseconds since 1970. */
	readonly startedAt: number;
	readonly stoppedAt: number;
	/** What n8n says that the measured node alone took. */
	readonly nodeMs?: number;
	/** Processor time of the client's process, where the system tells. */
	readonly cpuMs?: number;
	/** Memory of the client's process, where the system tells. */
	readonly memory?: Memory;
	/** Items or rows obtained. */
	readonly results: number;
}

/** The clients that are compared. */
export type Client =
	'bare' | 'bareNewConnections' | 'bareOnce' | 'helper' | 'package' | 'httpRequest' | 'sixNodes';

/** A client with one piece of work to do. */
export interface Contestant {
	readonly client: Client;
	readonly title: string;
	/** How often it is measured at most, when it takes minutes. */
	readonly mostRuns?: number;
	/** Does the work, or as much of it as is asked for. */
	run(size: number): Promise<Run>;
	/** Puts it into a new process, so that nothing of earlier runs is left in its memory. */
	renew(): Promise<void>;
}

/** The same work for several clients, so that their times can be compared. */
export interface Comparison {
	/** What it is called in the saved figures. */
	readonly id: string;
	readonly title: string;
	/** Items or pages of the work. */
	readonly size: number;
	/** Those of the unmeasured first run. */
	readonly warmUp: number;
	readonly concurrency: number;
	/** Whether every measured run is made by a new process: its memory is then its own. */
	readonly isFresh: boolean;
	readonly repetitions: number;
	readonly contestants: readonly Contestant[];
}
