import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

import type { N8nOptions } from '../../tools/host/n8n';
import { findFreePort, LOOPBACK } from '../../tools/host/processes/ports';
import { BenchN8n } from '../n8n/benchN8n';

const PROBE = pathToFileURL(join(__dirname, 'probe.ts')).href;

/** The method by which n8n stores an execution. */
export const STORES_EXECUTION = 'updateExistingExecution';

/** A call of n8n's store of processed entries, or one that stores an execution. */
export interface StoreCall {
	/** Its method, and whose set it concerns: a node's or a workflow's. */
	readonly kind: string;
	readonly ms: number;
	/** The entries that it counted, if it counts. */
	readonly entries?: number;
}

/** A time, and what n8n's main thread had of a processor in it: less on a busy machine. */
export interface Took {
	readonly ms: number;
	readonly workedMs: number;
}

/** A time in which n8n's process did nothing but one thing. */
export interface Block extends Took {
	/** What of it passed while calls of the store were pending, by their kind. */
	readonly byKind: Readonly<Record<string, Took>>;
	/** What of it passed while V8 collected garbage and nothing else ran. */
	readonly collectedMs: number;
}

/** What was seen in n8n's process while it was watched. */
export interface Watched {
	readonly calls: readonly StoreCall[];
	readonly blocks: readonly Block[];
}

/** An n8n in which it is seen how long it is blocked, and by what. */
export class WatchedN8n extends BenchN8n {
	private constructor(
		options: N8nOptions,
		private readonly port: number,
	) {
		super(options);
	}

	static async on(options: N8nOptions): Promise<WatchedN8n> {
		const port = await findFreePort(0);
		const env = { ...options.env, NODE_OPTIONS: `--import=${PROBE}`, STORE_PROBE_PORT: String(port) };
		return new WatchedN8n({ ...options, env }, port);
	}

	/** Watches it from now on. */
	async begin(): Promise<void> {
		await fetch(`http://${LOOPBACK}:${this.port}/begin`);
	}

	/** Ends that. */
	async end(): Promise<Watched> {
		return (await (await fetch(`http://${LOOPBACK}:${this.port}/end`)).json()) as Watched;
	}
}
