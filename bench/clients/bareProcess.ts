import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { ReachedSandbox } from '../service/sandboxProcess';
import type { Contestant } from '../setup/contestant';
import { npmEnvironment } from '../../tools/host/processes/environment';
import { END_WITH_PARENT } from '../../tools/host/processes/processGroup';

/** The kinds of work. */
export type WorkName = 'enrich' | 'lookUp' | 'search' | 'enrichInBatches';

/** What the bare client is to do. */
export interface Order {
	readonly baseUrl: string;
	readonly apiKey: string;
	readonly work: WorkName;
	readonly concurrency: number;
	readonly size: number;
}

/** What came of an order. */
export type Done =
	| { readonly startedAt: number; readonly stoppedAt: number; readonly results: number }
	| { readonly failed: string };

/** The bare client in a process of its own, so that what it uses is known. */
export class BareProcess {
	private child?: ChildProcess;

	/** Has the order carried out. */
	async run(order: Order): Promise<Exclude<Done, { failed: string }>> {
		const child = await this.running();
		child.send(order);
		const [done] = (await once(child, 'message')) as [Done];
		if ('failed' in done) throw new Error(`The bare client failed: ${done.failed}`);
		return done;
	}

	/** Ends the process; the next order is carried out by another one. */
	async stop(): Promise<void> {
		const { child } = this;
		this.child = undefined;
		if (child === undefined) return;
		child.disconnect();
		await once(child, 'exit');
	}

	private async running(): Promise<ChildProcess> {
		if (this.child !== undefined) return this.child;
		const child = fork(join(__dirname, 'worker.ts'), {
			execArgv: [END_WITH_PARENT, '--import=tsx'],
			env: npmEnvironment(),
		});
		this.child = child;
		await once(child, 'message');
		return child;
	}
}

/** A piece of work by a bare client with connections of its own, which is the yardstick. */
export const bareContestant = (
	bare: BareProcess,
	{ baseUrl, apiKey }: ReachedSandbox,
	work: WorkName,
	concurrency: number,
): Contestant => ({
	client: 'bare',
	title: 'Bare client',
	run: async (size) => await bare.run({ baseUrl, apiKey, work, concurrency, size }),
	renew: async () => await bare.stop(),
});
