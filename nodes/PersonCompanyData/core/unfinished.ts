/** Ends an item without its result although that is, or will be, there: the ID is the way to it. */
export class UnfinishedWork extends Error {
	constructor(
		/** What is to be taken up: a batch or a job. */
		readonly kind: 'batch' | 'job',
		readonly id: string,
		message: string,
	) {
		super(message);
	}
}
