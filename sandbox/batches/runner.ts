import { hash } from '../base/random';
import type { Service } from '../state/service';
import { type Batch, type Order, workOn } from './batch';
import { statusRecord } from './statusRecord';

/** Accepts batches and carries them out on the clock. */
export class BatchRunner {
	private readonly batches = new Map<string, Batch>();
	private named = 0;

	constructor(private readonly service: Service) {}

	get all(): readonly Batch[] {
		return [...this.batches.values()];
	}

	find(id: string): Batch | undefined {
		return this.batches.get(id);
	}

	newId(): string {
		const number = ++this.named;
		return [1, 2, 3].map((salt) => hash(number, salt, 7).toString(16).padStart(8, '0')).join('-');
	}

	/** How long a batch of so many records takes, in whole milliseconds. */
	durationOf(records: number): number {
		const { batchMinimumSeconds, recordsPerSecond } = this.service.settings;
		return Math.floor(Math.max(batchMinimumSeconds, records / recordsPerSecond) * 1000);
	}

	/** Starts a batch; it is closed at once when it takes no time. */
	start(order: Order): Batch {
		const { clock } = this.service;
		const batch: Batch = { ...order, startedAt: clock.now(), state: 'processing', results: [] };
		this.batches.set(batch.id, batch);
		if (batch.durationMs === 0) this.close(batch);
		else clock.after(batch.durationMs, () => this.close(batch));
		return batch;
	}

	private close(batch: Batch): void {
		const { settings, clock, ledger, webhooks } = this.service;
		const { contacts, paid, request, webhookUrl, syncPosition } = batch;
		batch.closedAt = clock.now();
		const error = paid ? settings.batchException : 'insufficient_credits';
		batch.state = error === null ? 'completed' : 'failed';
		if (error === null) batch.results = workOn(this.service, batch);
		else batch.error = error;
		const refunds =
			error === null ? batch.results.filter(({ refunded }) => refunded).length : contacts.length;
		if (paid) ledger.refund(refunds, { wallet: 'b2b', request });
		if (webhookUrl !== undefined) webhooks.push('batch', webhookUrl, statusRecord(this.service, batch));
		if (syncPosition === undefined) {
			// The event names a batch by another, whole number.
			const number = this.all.indexOf(batch) + 1;
			webhooks.pushEvent(number, 'enrichment', error === null ? 'done' : 'error');
		}
	}
}
