/** Runs equal work once and shares its result with all callers. */
export class SharedWork {
	private readonly results = new Map<string, Promise<unknown>>();

	/** @param onShared called when another caller has already started the work */
	once<T>(key: string, work: () => Promise<T>, onShared: () => void): Promise<T> {
		const known = this.results.get(key) as Promise<T> | undefined;
		if (known !== undefined) {
			onShared();
			return known;
		}
		const result = work();
		this.results.set(key, result);
		return result;
	}
}
