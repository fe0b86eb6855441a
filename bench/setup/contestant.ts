/** What a client did once. */
export interface Run {
	/** On the clock of this machine, in milliseconds since 1970. */
	readonly startedAt: number;
	readonly stoppedAt: number;
	/** Items or rows obtained. */
	readonly results: number;
	/** By how much the memory of the client's process grew at most, where the system tells. */
	readonly grownBytes?: number;
	/** The longest time in which n8n's event loop had no turn; absent outside n8n. */
	readonly longestBlockMs?: number;
}

/** The clients that are compared. */
export type Client = 'bare' | 'helper' | 'package' | 'httpRequest' | 'sevenNodes' | 'alone';

/** A client with one piece of work to do. */
export interface Contestant {
	readonly client: Client;
	readonly title: string;
	/** Does the work, or as much of it as is asked for. */
	run(size: number): Promise<Run>;
	/** Puts it into a new process, so that nothing of earlier runs is left in its memory. */
	renew(): Promise<void>;
}
