import { clock } from './clock';

interface Kept<T> {
	readonly value: T;
	readonly until: number;
}

/** Bounded in-process cache with an expiry per entry; evicts the least recently used entry first. */
export class Memory<T> {
	private readonly kept = new Map<string, Kept<T>>();

	/** @param ms default lifetime of an entry */
	constructor(
		private readonly most: number,
		private readonly ms: number,
	) {}

	get(key: string): T | undefined {
		const found = this.kept.get(key);
		if (found === undefined) return undefined;
		this.kept.delete(key);
		if (found.until <= clock.now()) return undefined;
		this.kept.set(key, found);
		return found.value;
	}

	/** Returns the cached value, or makes it; either way its lifetime starts again. */
	use(key: string, make: () => T, ms = this.ms): T {
		const value = this.get(key) ?? make();
		this.keep(key, value, ms);
		return value;
	}

	keep(key: string, value: T, ms = this.ms): void {
		const now = clock.now();
		this.kept.delete(key);
		this.kept.set(key, { value, until: now + ms });
		for (const [oldest, { until }] of this.kept) {
			if (until > now && this.kept.size <= this.most) break;
			this.kept.delete(oldest);
		}
	}

	forget(key: string): void {
		this.kept.delete(key);
	}

	/** All entries that have not expired, the most recently used last. */
	entries(): Array<[string, T]> {
		const now = clock.now();
		return [...this.kept].filter(([, { until }]) => until > now).map(([key, { value }]) => [key, value]);
	}
}
