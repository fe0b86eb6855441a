/** Every error that a user sees: n8n shows what happened in red, and what to do about it below. */
export class AdvisedError extends Error {
	/** @param title what happened: at most 120 characters, without a final period */
	constructor(
		title: string,
		readonly advice: string,
	) {
		super(title);
	}
}

/** Title and advice as sentences, for a hint or a reason. */
export const inFull = (error: Error): string =>
	error instanceof AdvisedError ? `${error.message}. ${error.advice}` : error.message;
