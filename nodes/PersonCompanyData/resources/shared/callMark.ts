import type { Endpoint } from '../../contract/endpoint';
import { clock } from '../../core/clock';
import { note, strike } from '../../core/processed';
import { HOLD_MARGIN_MS } from '../../core/repeat';
import type { Service } from '../../core/service';
import { settle } from '../../core/settle';
import { NotSent } from '../../core/unfinished';

const POLL_MS = 2000;

/** How long the service may be at a call after it was sent, with a margin. */
export const heldMs = ({ holdSeconds = 0 }: Endpoint): number => holdSeconds * 1000 + HOLD_MARGIN_MS;

/** Within this time a call that is under way is tried once more, answered or given up, even after a time-out. */
const PATIENCE_HOLDS = 3;

/**
 * Marks, in n8n's store of the node, on a call that is under way: an execution in another process waits with an
 * equal call until the marks are gone. Each try sets one more mark, so that a call that goes on is told from one
 * whose process was killed. The store has no lock: two that begin within the same milliseconds both go on.
 */
export class CallMark {
	/** How many marks are set. */
	private count = 0;
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
	 * Sets a mark; before the first one, waits until those of another process are gone or stand still.
	 * @throws NotSent, or ServiceFailure `cancelled`, when there is no first mark, so that nothing may be sent
	 */
	async set(): Promise<void> {
		if (!this.isUsed) return;
		if (this.count > 0) await settle(this.take(this.count + 1));
		else if (this.isOver) await this.take(1);
		else await this.wait();
	}

	/** The call is answered; marks that stay let the next equal call wait, and no more. */
	async remove(): Promise<void> {
		if (this.count === 0) return;
		const marks = Array.from({ length: this.count }, (_, i) => this.mark(i + 1));
		await settle(strike(this.service.session.context, 'node', marks));
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
		const noted = await settle(note(this.service.session.context, 'node', [this.mark(number)]));
		if (!noted.ok) throw new NotSent(noted.error.message);
		const isNew = noted.value.length === 0;
		if (isNew || this.isOver || this.count > 0) this.count = number;
		return isNew;
	}

	private readonly mark = (number: number): string => `call ${this.key} ${number}`;
}
