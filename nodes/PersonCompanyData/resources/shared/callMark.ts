import { clock } from '../../core/clock';
import type { Call } from '../../core/request';
import { note, strike } from '../../core/processed';
import type { Service } from '../../core/service';
import { settle } from '../../core/settle';

const POLL_MS = 1000;
const markOf = (key: string): string => `call ${key}`;

/**
 * A mark in n8n's store on a call that is under way, for executions of the node in other processes: they wait
 * until it is answered. The store has no lock, so that two that begin within the same milliseconds both go on.
 */
export class CallMark {
	private readonly isUsed: boolean;

	constructor(
		private readonly service: Service,
		private readonly key: string,
	) {
		// Processes undo each other's changes of the store now and then: what is noted there for good comes first.
		this.isUsed = !service.session.notesPerNode;
	}

	/**
	 * Sets the mark, once nobody else has it.
	 * @param patienceMs how long to wait for that: whoever had it for longer was killed, or got no answer
	 */
	async set({ endpoint }: Call, patienceMs: number): Promise<void> {
		if (!this.isUsed) return;
		const until = clock.now() + patienceMs;
		while (!(await this.take()) && clock.now() < until) await this.service.sleep(POLL_MS, endpoint);
	}

	private async take(): Promise<boolean> {
		const before = await note(this.service.session.context, 'node', [markOf(this.key)]);
		return before.length === 0;
	}

	/** The call is answered; a mark that stays lets the next equal call wait, and no more. */
	async remove(): Promise<void> {
		if (this.isUsed) await settle(strike(this.service.session.context, 'node', [markOf(this.key)]));
	}
}
