/** Ends an item without its result, which exists or will exist: it can be read by the ID. */
export class UnfinishedWork extends Error {
	constructor(
		/** What to resume: a batch or a job. */
		readonly kind: 'batch' | 'job',
		readonly id: string,
		message: string,
		/** True when it failed as a whole and was refunded. */
		readonly isRefunded = false,
	) {
		super(message);
	}
}

/** A record that the service could not enrich and whose credit it refunded. */
export class RefundedRecord extends Error {}
