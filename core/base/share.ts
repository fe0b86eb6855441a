import { attempt } from './async';

/** Equal work is done once, and everyone who asks for it is given its result. */
export class SharedWork {
	private readonly results = new Map<string, Promise<unknown>>();
	private readonly begunAhead = new Set<string>();

	/** @param onShared called when the work was done for somebody else already */
	once<T>(key: string, work: () => Promise<T>, onShared: () => void): Promise<T> {
		const known = this.results.get(key) as Promise<T> | undefined;
		if (known === undefined) {
			const result = work();
			this.results.set(key, result);
			return result;
		}
		if (!this.begunAhead.delete(key)) onShared();
		return known;
	}

	/** Begins work that somebody will ask for by `once`. */
	ahead(key: string, work: () => Promise<unknown>): void {
		if (this.results.has(key)) return;
		const result = work();
		this.results.set(key, result);
		this.begunAhead.add(key);
		// Its failure is for whoever asks for it.
		void attempt(result);
	}

	/** Waits until no work that was begun ahead is under way any more. */
	async idle(): Promise<void> {
		await Promise.all(
			[...this.begunAhead].map(async (key) => await attempt(Promise.resolve(this.results.get(key)))),
		);
	}
}
