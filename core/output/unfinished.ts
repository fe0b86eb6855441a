/** Ends an item without its result, which as a rule exists or will exist: it can be read by the ID. */
export class UnfinishedWork extends Error {
	constructor(
		readonly kind: 'batch' | 'job',
		readonly id: string,
		message: string,
		/** What becomes of the item; `uncertain` when the work has ended and nothing says that it was refunded. */
		readonly outcome: 'waiting' | 'failed' | 'uncertain' = 'waiting',
	) {
		super(message);
	}

	/** Whether it failed as a whole and was refunded. */
	get isRefunded(): boolean {
		return this.outcome === 'failed';
	}
}

/** The limit of a wait has passed while the work goes on: its rows come out with its ID. */
export class StillRunning extends UnfinishedWork {}

/** A record that the service could not enrich and whose credit it refunded. */
export class RefundedRecord extends Error {}
