import { clock } from './clock';

interface Kept<T> {
	readonly value: T;
	readonly until: number;
}

/** Bounded in-memory cache with an expiry per entry; evicts the least recently used entry first. */
export class Memory<T> {
	private readonly kept = new Map<string, Kept<T>>();

	constructor(private readonly most: number) {}

	get(key: string): T | undefined {
		const found = this.kept.get(key);
		if (found === undefined) return undefined;
		this.kept.delete(key);
		if (found.until <= clock.now()) return undefined;
		this.kept.set(key, found);
		return found.value;
	}

	keep(key: string, value: T, ms: number): void {
		this.kept.delete(key);
		this.kept.set(key, { value, until: clock.now() + ms });
		for (const oldest of this.kept.keys()) {
			if (this.kept.size <= this.most) break;
			this.kept.delete(oldest);
		}
	}

	forget(key: string): void {
		this.kept.delete(key);
	}
}
