import { clock, DAY_MS } from './clock';

/**
 * Bounded cache with a lifetime per entry, by default a day; evicts the least recently used entries first.
 * docs/dev/architecture.md lists all that there are.
 */
export class Memory<T> {
	private readonly kept = new Map<string, { readonly value: T; readonly until: number }>();
	private total = 0;

	/** @param most of what its values weigh together; by default 1 each */
	constructor(
		private readonly most: number,
		private readonly ms = DAY_MS,
		private readonly weigh: (value: T) => number = () => 1,
	) {}

	get(key: string): T | undefined {
		const found = this.kept.get(key);
		if (found === undefined) return undefined;
		this.forget(key);
		if (found.until <= clock.now()) return undefined;
		this.put(key, found);
		return found.value;
	}

	/** Returns the cached value, or makes it; either way its lifetime restarts. */
	use(key: string, make: () => T): T {
		const value = this.get(key) ?? make();
		this.keep(key, value);
		return value;
	}

	keep(key: string, value: T, ms = this.ms): void {
		const now = clock.now();
		this.forget(key);
		this.put(key, { value, until: now + ms });
		for (const [oldest, { until }] of this.kept) {
			if (until > now && this.total <= this.most) break;
			this.forget(oldest);
		}
	}

	private put(key: string, entry: { readonly value: T; readonly until: number }): void {
		this.kept.set(key, entry);
		this.total += this.weigh(entry.value);
	}

	forget(key: string): void {
		const found = this.kept.get(key);
		if (found === undefined) return;
		this.kept.delete(key);
		this.total -= this.weigh(found.value);
	}
}
