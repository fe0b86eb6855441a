import { sleep } from 'n8n-workflow';

import type { Member } from '../../../tools/host/queueStack';
import type { Random } from '../../../test/support/random';
import { executionsThat } from './executions';
import type { Stage } from './stage';
import type { Table } from './table';

/** When a worker is killed: while it waits for a batch, while it writes results into rows, or at any time. */
export type Aim = 'wait' | 'save' | 'any';

/** What the next runs of the outbox are killed at; then it begins again. */
const AIMS: ReadonlyArray<Aim | undefined> = ['wait', 'save', undefined];

const MOST_STARTS = 3;
const LOOK_MS = 300;

/** Kills workers as a power cut would, and starts them again. */
export class Kills {
	readonly done: Record<Aim, number> = { wait: 0, save: 0, any: 0 };
	private readonly down = new Set<Member>();
	private isOver = false;

	constructor(
		private readonly stage: Stage,
		private readonly random: Random,
	) {}

	/** No more are killed. */
	end(): void {
		this.isOver = true;
	}

	/** Waits until all workers run again. */
	async untilUp(): Promise<void> {
		while (this.down.size > 0) await sleep(LOOK_MS);
	}

	/** Kills any worker, again and again, until the end. */
	async atRandom(): Promise<void> {
		while (!this.isOver) {
			const pause = this.random.between(25_000, 45_000);
			for (let waited = 0; waited < pause && !this.isOver; waited += LOOK_MS) await sleep(LOOK_MS);
			if (!this.isOver) await this.kill(this.random.pick(this.stage.stack.workers), 'any');
		}
	}

	/** Kills the worker that runs the outbox, each time at the next point of the list, until the end. */
	async atOutbox(outbox: string, table: Table): Promise<void> {
		const submitted = (): number => this.stage.stack.sandbox.requests.of('b2bPersonEnrichBatch').length;
		for (let i = 0; !this.isOver; i++) {
			const before = submitted();
			await this.until(() => submitted() > before);
			const aim = AIMS[i % AIMS.length];
			if (aim === undefined || this.isOver) continue;
			const enriched = await table.count('enriched');
			// Within the ten seconds before the first look at the batch, or once some rows are written.
			if (aim === 'wait') await sleep(3000);
			else await this.until(async () => (await table.count('enriched')) > enriched);
			const worker = await this.holderOf(outbox);
			if (worker !== undefined) await this.kill(worker, aim);
		}
	}

	private async until(holds: () => boolean | Promise<boolean>): Promise<void> {
		while (!this.isOver && !(await holds())) await sleep(LOOK_MS);
	}

	/** The worker that runs the outbox now, by what the workers have logged. */
	private async holderOf(workflowId: string): Promise<Member | undefined> {
		const running = await executionsThat(this.stage, { workflowId, status: ['running'] });
		const ids = running.filter(({ mode }) => mode === 'trigger').map(({ id }) => id);
		return this.stage.stack.workers.find((worker) => {
			const log = worker.log();
			return ids.some((id) => log.includes(`Worker started execution ${id} `));
		});
	}

	private async kill(worker: Member, aim: Aim): Promise<void> {
		if (this.down.has(worker)) return;
		this.down.add(worker);
		this.done[aim]++;
		this.stage.say(`A worker is killed (${aim}).`);
		await worker.kill();
		// On a busy machine it may not get ready in time.
		for (let tries = 1; ; tries++) {
			try {
				await worker.start();
				break;
			} catch (error) {
				await worker.kill();
				if (tries === MOST_STARTS) throw error;
			}
		}
		this.down.delete(worker);
	}
}
