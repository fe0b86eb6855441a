import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

import { PACKAGE_NAME } from '../../../tools/host/install/pack';
import { findFreePort, LOOPBACK } from '../../../tools/host/processes/ports';

const PROBE = pathToFileURL(join(__dirname, 'probe.ts')).href;

/** A time in which n8n did nothing else. */
export interface Freeze {
	/** Processor time with a function of the package on the stack, unless it had n8n evaluate an expression. */
	readonly ownMs: number;
	/** The function of the package that most of it passed in. */
	readonly own: string;
}

/** What was seen in n8n's process since it was last asked. */
export interface Seen {
	readonly freezes: readonly Freeze[];
	/** Memory in use beyond that at the beginning, after collecting garbage; 0 if never much. */
	readonly moreBytes: number;
}

/** A look into an n8n that is started with its environment. */
export class Watch {
	private constructor(private readonly port: number) {}

	static async open(): Promise<Watch> {
		return new Watch(await findFreePort(0));
	}

	get env(): Record<string, string> {
		return {
			NODE_OPTIONS: `--import=${PROBE}`,
			LOAD_PROBE_PORT: String(this.port),
			LOAD_PROBE_PACKAGE: PACKAGE_NAME,
		};
	}

	/** What is in memory now is there from the beginning. */
	async begin(): Promise<void> {
		await this.ask('begin');
	}

	async seen(): Promise<Seen> {
		return await this.ask<Seen>('seen');
	}

	private async ask<T>(what: string): Promise<T> {
		// A connection that is kept may be closed at the moment that it is used again.
		const headers = { connection: 'close' };
		return (await (await fetch(`http://${LOOPBACK}:${this.port}/${what}`, { headers })).json()) as T;
	}
}
