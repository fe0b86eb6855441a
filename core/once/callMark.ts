import type { Endpoint } from '../../contract/model/endpoint';
import { clock } from '../base/clock';
import { add, remove } from './processed';
import { HOLD_MARGIN_MS } from '../client/repeat';
import type { Service } from '../client/service';
import { attempt } from '../base/async';
import { NotSent } from '../client/failure';

const POLL_MS = 2000;

/** How long the service may work on a call after it was sent, with a margin. */
export const heldMs = ({ holdSeconds = 0 }: Endpoint): number => holdSeconds * 1000 + HOLD_MARGIN_MS;

/** Within this many hold times, a running call is retried, answered or given up, even after a timeout. */
const PATIENCE_HOLDS = 3;

/**
 * Marks a running call in n8n's deduplication store of the node, so that an equal call of another process waits
 * until the marks are gone. A long call adds marks, which distinguishes it from one whose process was killed. The
 * store has no lock: two calls that start within the same milliseconds both proceed.
 */
export class CallMark {
	/** The highest mark of this call; all marks below it are set too. */
	private highest = 0;
	private setAt = 0;
	private readonly isUsed: boolean;

	constructor(
		private readonly service: Service,
		private readonly endpoint: Endpoint,
		private readonly key: string,
		/** Whether existing marks can only come from an earlier attempt of this process, which has ended. */
		private readonly isOver: boolean,
	) {
		// Processes sometimes overwrite each other's changes to the store: permanent records take precedence.
		this.isUsed = !service.session.notesPerNode;
	}

	/**
	 * Waits until another process's marks are gone or no longer increase, then sets one.
	 * @throws NotSent, or ServiceFailure `cancelled`, when no mark was set, so nothing may be sent
	 */
	async set(): Promise<void> {
		if (!this.isUsed) return;
		if (!this.isOver) return await this.wait();
		let next = 1;
		while (!(await this.take(next))) next++;
	}

	/**
	 * Adds a mark when the last one is old. If another process considered this call dead, waits for that process's
	 * call. Without a mark the call proceeds anyway: an earlier attempt of it may have been charged.
	 */
	async renew(): Promise<void> {
		if (this.highest === 0 || clock.now() - this.setAt < heldMs(this.endpoint)) return;
		const taken = await attempt(this.take(this.highest + 1));
		if (taken.ok && !taken.value) await attempt(this.wait());
	}

	/** Removes the marks after the response; leftover marks only delay the next equal call. */
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

	/** Sets a mark; returns whether it was not set before. */
	private async take(number: number): Promise<boolean> {
		let noted = await attempt(this.note(number));
		// When two processes store a node's very first entries at the same time, n8n fails one of them.
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
