import { attempt } from './async';

/** Runs equal work once and shares its result with all callers. */
export class SharedWork {
	private readonly results = new Map<string, Promise<unknown>>();
	private readonly begunAhead = new Set<string>();

	/** @param onShared called when another caller has already started the work */
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

	/** Starts work early; a later `once` call takes its result. */
	ahead(key: string, work: () => Promise<unknown>): void {
		if (this.results.has(key)) return;
		const result = work();
		this.results.set(key, result);
		this.begunAhead.add(key);
		// The `once` caller handles its failure.
		void attempt(result);
	}

	/** Waits until all work started early has ended. */
	async idle(): Promise<void> {
		await Promise.all(
			[...this.begunAhead].map(async (key) => await attempt(Promise.resolve(this.results.get(key)))),
		);
	}
}
