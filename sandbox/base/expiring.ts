import type { Clock } from './clock';

/** What the service remembers for some time, by key. */
export class Expiring<V> {
	private readonly entries = new Map<string, { readonly value: V; readonly until: number }>();

	constructor(
		private readonly clock: Clock,
		private readonly hours: number,
	) {}

	get(key: string): V | undefined {
		const entry = this.entries.get(key);
		return entry !== undefined && this.clock.now() < entry.until ? entry.value : undefined;
	}

	/** Remembers a value from now on. */
	set(key: string, value: V): void {
		this.entries.set(key, { value, until: this.clock.now() + this.hours * 3_600_000 });
	}

	delete(key: string): void {
		this.entries.delete(key);
	}
}
