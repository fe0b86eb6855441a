/** What a client did once. */
export interface Run {
	/** On the clock of this machine, in milliseconds since 1970. */
	readonly startedAt: number;
	readonly stoppedAt: number;
	/** What n8n says that the measured node alone took. */
	readonly nodeMs?: number;
	/** Processor time of the client's process, where the system tells. */
	readonly cpuMs?: number;
	/** Items or rows obtained. */
	readonly results: number;
}

/** The clients that are compared. */
export type Client = 'bare' | 'bareNewConnections' | 'bareOnce' | 'package' | 'httpRequest';

/** A client with one piece of work to do. */
export interface Contestant {
	readonly client: Client;
	readonly title: string;
	/** Does the work, or as much of it as is asked for. */
	run(size: number): Promise<Run>;
}

/** The same work for several clients, so that their times can be compared. */
export interface Comparison {
	readonly title: string;
	/** Items or pages of the work. */
	readonly size: number;
	/** Those of the unmeasured first run. */
	readonly warmUp: number;
	readonly concurrency: number;
	readonly contestants: readonly Contestant[];
}
