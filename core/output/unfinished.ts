/** The item has no result yet, but it can usually be read later by the ID. */
export class UnfinishedWork extends Error {
	constructor(
		readonly kind: 'batch' | 'job',
		readonly id: string,
		message: string,
		/** `uncertain` when the work has ended and nothing says that it was refunded. */
		readonly outcome: 'waiting' | 'failed' | 'uncertain' = 'waiting',
	) {
		super(message);
	}

	get isRefunded(): boolean {
		return this.outcome === 'failed';
	}
}

/** The wait timed out while the work goes on; its rows are output with its ID. */
export class StillRunning extends UnfinishedWork {}

export class RefundedRecord extends Error {}
