import type { Endpoint } from '../../contract/model/endpoint';
import { clock } from '../base/clock';
import { add, remove } from './processed';
import { HOLD_MARGIN_MS } from '../client/repeat';
import type { Service } from '../client/service';
import { attempt } from '../base/async';
import { NotSent } from '../client/failure';

const POLL_MS = 2000;

/** How long the service may be at a call after it was sent, with a margin. */
export const heldMs = ({ holdSeconds = 0 }: Endpoint): number => holdSeconds * 1000 + HOLD_MARGIN_MS;

/** Within this time a call that is under way is tried once more, answered or given up, even after a time-out. */
const PATIENCE_HOLDS = 3;

/**
 * Marks, in n8n's store of the node, on a call that is under way: an execution in another process waits with an
 * equal call until the marks are gone. A call that goes on sets further marks, which tells it from one whose
 * process was killed. The store has no lock: two that begin within the same milliseconds both go on.
 */
export class CallMark {
	/** The highest mark of this call; those below it are set, too. */
	private highest = 0;
	private setAt = 0;
	private readonly isUsed: boolean;

	constructor(
		private readonly service: Service,
		private readonly endpoint: Endpoint,
		private readonly key: string,
		/** Whether marks that are there can only be those of an earlier try of this process, which has ended. */
		private readonly isOver: boolean,
	) {
		// Processes undo each other's changes of the store now and then: what is noted there for good comes first.
		this.isUsed = !service.session.notesPerNode;
	}

	/**
	 * Waits until the marks of another process are gone or stand still, and sets one.
	 * @throws NotSent, or ServiceFailure `cancelled`, when there is no mark, so that nothing may be sent
	 */
	async set(): Promise<void> {
		if (!this.isUsed) return;
		if (!this.isOver) return await this.wait();
		let next = 1;
		while (!(await this.take(next))) next++;
	}

	/**
	 * Sets a further mark when the last one is old. When another process has taken this call for dead, its own
	 * is waited for. Without a mark the call goes on all the same: an earlier try of it may have been charged.
	 */
	async renew(): Promise<void> {
		if (this.highest === 0 || clock.now() - this.setAt < heldMs(this.endpoint)) return;
		const taken = await attempt(this.take(this.highest + 1));
		if (taken.ok && !taken.value) await attempt(this.wait());
	}

	/** The call is answered; marks that stay let the next equal call wait, and no more. */
	async remove(): Promise<void> {
		if (this.highest === 0) return;
		const marks = Array.from({ length: this.highest }, (_, i) => this.mark(i + 1));
		await attempt(remove(this.service.session.context, 'node', marks));
	}

	private async wait(): Promise<void> {
		for (let next = 2; ; next++) {
			const until = clock.now() + PATIENCE_HOLDS * heldMs(this.endpoint);
			while (clock.now() < until) {
				if (await this.take(1)) return;
				await this.service.sleep(POLL_MS, this.endpoint);
			}
			if (await this.take(next)) return;
		}
	}

	/** Sets one of the marks; returns whether it was not set before. */
	private async take(number: number): Promise<boolean> {
		let noted = await attempt(this.note(number));
		// When two processes note the very first entries of a node at the same time, n8n fails one of them.
		if (!noted.ok) noted = await attempt(this.note(number));
		if (!noted.ok) throw new NotSent(noted.error.message);
		if (!noted.value) return false;
		this.highest = number;
		this.setAt = clock.now();
		return true;
	}

	private async note(number: number): Promise<boolean> {
		const before = await add(this.service.session.context, 'node', [this.mark(number)]);
		return before.length === 0;
	}

	private readonly mark = (number: number): string => `call ${this.key} ${number}`;
}
