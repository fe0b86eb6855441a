import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

import { type N8n, type N8nOptions, startN8n } from '../../tools/host/n8n';
import { findFreePort } from '../../tools/host/processes/ports';

const WATCH = pathToFileURL(join(__dirname, 'longestBlock.ts')).href;

/** An n8n that may be started anew on the same data, so that what earlier runs left in its memory is gone. */
export class BenchN8n {
	private running?: N8n;

	private constructor(
		private readonly options: N8nOptions,
		private readonly port: number,
	) {}

	static async start(options: N8nOptions): Promise<BenchN8n> {
		const port = await findFreePort();
		const env = { ...options.env, NODE_OPTIONS: `--import=${WATCH}`, BLOCKS_PORT: String(port) };
		const n8n = new BenchN8n({ ...options, env }, port);
		await n8n.restart();
		return n8n;
	}

	/** The n8n that runs now. */
	get now(): N8n {
		if (this.running === undefined) throw new Error('n8n does not run');
		return this.running;
	}

	/** The longest time since the last question in which its event loop had no turn, in milliseconds. */
	async longestBlockMs(): Promise<number> {
		return (await (await fetch(`http://127.0.0.1:${this.port}`)).json()) as number;
	}

	async stop(): Promise<void> {
		await this.running?.stop();
		this.running = undefined;
	}

	async restart(): Promise<void> {
		await this.stop();
		this.running = await startN8n(this.options);
	}
}
