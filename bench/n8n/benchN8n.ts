import { pathToFileURL } from 'node:url';
import { join } from 'node:path';

import { PACKAGE_NAME } from '../../tools/host/install/pack';
import { type N8n, type N8nOptions, startN8n } from '../../tools/host/n8n';
import { findFreePort } from '../../tools/host/processes/ports';

const PROBE = pathToFileURL(join(__dirname, 'probe.ts')).href;
const PROBE_PORT = 5820;

/** An n8n that may be started anew on the same data, so that what earlier runs left in its memory is gone. */
export class BenchN8n {
	private running?: N8n;

	constructor(private readonly options: N8nOptions) {}

	/** The n8n that runs now. */
	get now(): N8n {
		if (this.running === undefined) throw new Error('n8n does not run');
		return this.running;
	}

	async start(): Promise<void> {
		this.running = await startN8n(this.options);
	}

	async stop(): Promise<void> {
		await this.running?.stop();
		this.running = undefined;
	}

	async restart(): Promise<void> {
		await this.stop();
		await this.start();
	}
}

/** What the start of an n8n took and holds in memory. */
export interface Start {
	/** From the start of the process to its word that it is ready. */
	readonly readyMs: number;
	/** Of this package: what n8n's loader spent on it, and what stayed in memory. */
	readonly loadMs: number;
	readonly loadBytes: number;
	/** Memory in use after collecting garbage, once it is ready. */
	readonly usedBytes: number;
}

/** What it takes to load the code of the nodes, which n8n does when the first of them runs. */
export interface NodeCode {
	/** Time in which the files of all nodes and the credential are loaded. */
	readonly requireMs: number;
	/** Characters of each node's type description as JSON, by the node's name. */
	readonly characters: Readonly<Record<string, number>>;
}

/** Memory in use at some time, after collecting garbage. */
export interface InUse {
	readonly time: number;
	readonly bytes: number;
}

/** An n8n with a look inside. */
export class ProbedN8n extends BenchN8n {
	private constructor(
		options: N8nOptions,
		private readonly port: number,
	) {
		super(options);
	}

	static async on(options: N8nOptions): Promise<ProbedN8n> {
		const port = await findFreePort(PROBE_PORT);
		const env = {
			...options.env,
			NODE_OPTIONS: `--import=${PROBE}`,
			PROBE_PORT: String(port),
			PROBE_PACKAGE: PACKAGE_NAME,
		};
		return new ProbedN8n({ ...options, env }, port);
	}

	/** How the start went. */
	async startFacts(): Promise<Start> {
		return await this.ask('start');
	}

	/** Loads the code of this package's nodes. */
	async loadNodes(): Promise<NodeCode> {
		return await this.ask('nodes');
	}

	/** Does some work and tells for how many milliseconds whose code ran meanwhile. */
	async profiled<T>(work: () => Promise<T>): Promise<[T, Readonly<Record<string, number>>]> {
		await this.ask('profile');
		const result = await work();
		return [result, await this.ask('profiled')];
	}

	/** Looks at the memory in use every second from now on. */
	async watch(): Promise<void> {
		await this.ask('watch');
	}

	/** What was seen since then. */
	async watched(): Promise<readonly InUse[]> {
		return await this.ask('watched');
	}

	private async ask<T>(what: string): Promise<T> {
		return (await (await fetch(`http://127.0.0.1:${this.port}/${what}`)).json()) as T;
	}
}
