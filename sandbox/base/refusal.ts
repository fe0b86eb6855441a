/** A call that the service answers with an error. */
export class Refusal extends Error {
	constructor(
		readonly status: number,
		readonly code: string,
		readonly description: string,
		readonly headers: Readonly<Record<string, string>> = {},
		/** Further fields of the error object. */
		readonly details: Readonly<Record<string, unknown>> = {},
		/** The description alone is answered, as text, whatever shape other errors have. */
		readonly asText = false,
	) {
		super(description);
	}
}
