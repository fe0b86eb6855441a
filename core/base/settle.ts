/** How a promise ended, as a value. */
export type Settled<T> =
	{ readonly ok: true; readonly value: T } | { readonly ok: false; readonly error: Error };

/** Turns the failure of a promise into a value, for code that decides what to do about it. */
export const settle = async <T>(work: Promise<T>): Promise<Settled<T>> =>
	await work.then(
		(value) => ({ ok: true, value }),
		(error: Error) => ({ ok: false, error }),
	);
