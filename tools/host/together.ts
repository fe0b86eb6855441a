/**
 * Starts things that belong together; on failure nothing stays behind.
 * @param start says how each thing that it has started is ended; the last one ends first
 */
export async function startTogether<T extends object>(
	start: (onStop: (end: () => Promise<void>) => void) => Promise<T>,
): Promise<T & { stop(): Promise<void> }> {
	const ends: Array<() => Promise<void>> = [];
	const stop = async () => {
		for (const end of ends.splice(0).reverse()) await end();
	};
	try {
		return { ...(await start((end) => void ends.push(end))), stop };
	} catch (error) {
		await stop();
		throw error;
	}
}
