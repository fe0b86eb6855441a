/** Ends an item without its result although that is, or will be, there: the ID is the way to it. */
export class UnfinishedWork extends Error {
	constructor(
		/** What is to be taken up: a batch or a job. */
		readonly kind: 'batch' | 'job',
		readonly id: string,
		message: string,
		/** True when it failed as a whole, and was given back. */
		readonly isRefunded = false,
	) {
		super(message);
	}
}

/** A record that the service could not enrich, and gave the credit of back. */
export class RefundedRecord extends Error {}
