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
