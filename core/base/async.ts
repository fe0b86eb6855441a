/** How a promise ended, as a value. */
export type Settled<T> =
	{ readonly ok: true; readonly value: T } | { readonly ok: false; readonly error: Error };

/** Turns the failure of a promise into a value, for code that decides what to do about it. */
export const attempt = async <T>(work: Promise<T>): Promise<Settled<T>> =>
	await work.then(
		(value) => ({ ok: true, value }),
		(error: Error) => ({ ok: false, error }),
	);

/** Does the same work for all items, in their order and for so many of them at once at most. */
export async function atMost<T, R>(
	most: number,
	items: readonly T[],
	work: (item: T) => Promise<R>,
): Promise<R[]> {
	const results = new Array<R>(items.length);
	const rest = items.entries();
	const worker = async (): Promise<void> => {
		for (const [at, item] of rest) results[at] = await work(item);
	};
	await Promise.all(Array.from({ length: Math.min(most, items.length) }, worker));
	return results;
}

const last = new Map<string, Promise<unknown>>();

/** Does work that concerns the same thing one after another, in this process, in the order in which it came. */
export async function serialize<T>(thing: string, work: () => Promise<T>): Promise<T> {
	const before = last.get(thing);
	const mine = before === undefined ? work() : before.then(work);
	const ended = attempt(mine);
	last.set(thing, ended);
	try {
		return await mine;
	} finally {
		if (last.get(thing) === ended) last.delete(thing);
	}
}
