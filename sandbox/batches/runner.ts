import { hash } from '../base/random';
import { spell } from '../base/http';
import type { Service } from '../state/service';
import { type Batch, workOn } from './batch';
import { statusRecord } from './statusRecord';

/** What is known of a batch when it is accepted. */
export type Order = Pick<
	Batch,
	| 'id'
	| 'jobId'
	| 'kind'
	| 'contacts'
	| 'endpoint'
	| 'requestId'
	| 'sync'
	| 'webhookUrl'
	| 'paid'
	| 'durationMs'
> & {
	/** Place of the first record among those that fail or are empty, from 1. */ readonly position: number;
};

/** Accepts batches and carries them out on the clock. */
export class BatchRunner {
	private readonly batches = new Map<string, Batch>();
	private made = 0;
	private syncCalls = 0;

	constructor(private readonly service: Service) {}

	get all(): readonly Batch[] {
		return [...this.batches.values()];
	}

	find(id: string): Batch | undefined {
		return this.batches.get(id);
	}

	/** Names for a new batch. */
	newId(): Pick<Batch, 'id' | 'jobId'> {
		const jobId = ++this.made;
		const part = (salt: number): string => hash(jobId, salt, 7).toString(16).padStart(8, '0');
		return { id: `${part(1)}-${part(2)}-${part(3)}`, jobId };
	}

	/** How long a batch of so many records takes, in whole milliseconds. */
	durationOf(records: number): number {
		const { batchMinimumSeconds, recordsPerSecond } = this.service.settings;
		return Math.floor(Math.max(batchMinimumSeconds, records / recordsPerSecond) * 1000);
	}

	/** Starts a batch; it is closed at once when it takes no time. */
	start({ position, ...order }: Order): Batch {
		const startedAt = this.service.clock.now();
		const batch: Batch = { ...order, startedAt, state: 'processing', results: [] };
		this.batches.set(batch.id, batch);
		if (batch.durationMs === 0) this.close(batch, position);
		else this.service.clock.after(batch.durationMs, () => this.close(batch, position));
		return batch;
	}

	/** The place of a synchronous record among those that fail, are empty or are slow, from 1. */
	nextSyncPosition(): number {
		return ++this.syncCalls;
	}

	isClosed(batch: Batch): boolean {
		return batch.state !== 'processing';
	}

	private close(batch: Batch, position: number): void {
		const { settings, clock } = this.service;
		batch.closedAt = clock.now();
		if (!batch.paid) {
			this.fail(batch, 'insufficient_credits', 0, position);
		} else if (settings.batchException !== null) {
			this.fail(batch, settings.batchException, settings.recordsBeforeException, position);
		} else {
			batch.state = 'completed';
			batch.results = workOn(this.service, batch, position);
			this.refund(batch, batch.results.filter(({ refunded }) => refunded).length);
		}
		this.announce(batch);
	}

	private fail(batch: Batch, error: string, recordsDone: number, position: number): void {
		batch.state = 'failed';
		batch.error = error;
		batch.results = workOn(this.service, batch, position).slice(0, recordsDone);
		const notDone = batch.contacts.length - batch.results.length;
		const refunded = batch.results.filter((result) => result.refunded).length;
		if (batch.paid) this.refund(batch, notDone + refunded);
	}

	private refund(batch: Batch, records: number): void {
		const { endpoint, requestId, id: batchId } = batch;
		this.service.ledger.refund(records, {
			wallet: 'b2b',
			reason: 'records without result',
			endpoint,
			requestId,
			batchId,
		});
	}

	private announce(batch: Batch): void {
		const { webhooks, config } = this.service;
		if (batch.webhookUrl !== undefined) {
			const record = spell(statusRecord(this.service, batch), config.brandTerms);
			webhooks.pushBatch(batch.webhookUrl, batch.id, record);
		}
		if (!batch.sync) {
			webhooks.pushEvent(batch.jobId, 'enrichment', batch.state === 'completed' ? 'done' : 'error');
		}
	}
}
