import { limits } from '../../contract/model/limits';
import type { Clock } from '../base/clock';
import { hash } from '../base/random';

/** A search that was made, and paid for, in the last days. */
export interface CachedSearch {
	readonly key: string;
	/** Endpoint and filters: what makes a search the same. */
	readonly identity: string;
	readonly matches: Uint32Array;
	readonly until: number;
}

/** The B2B searches of the last 7 days (credit rule 1). */
export class SearchCache {
	private readonly byIdentity = new Map<string, CachedSearch>();
	private readonly byKey = new Map<string, CachedSearch>();
	private readonly served = new Map<string, number>();
	private made = 0;

	constructor(private readonly clock: Clock) {}

	find(identity: string): CachedSearch | undefined {
		return this.fresh(this.byIdentity.get(identity));
	}

	findKey(key: string): CachedSearch | undefined {
		return this.fresh(this.byKey.get(key));
	}

	/** Remembers a search under a new key. */
	store(identity: string, matches: Uint32Array): CachedSearch {
		const until = this.clock.now() + limits.searchCacheDays * 86_400_000;
		return this.keep({ key: this.nextKey(), identity, matches, until });
	}

	/** Counts a page; after the given number of them, the search remains paid for but has another key. */
	countPage(search: CachedSearch, pagesPerKey: number): void {
		const count = (this.served.get(search.key) ?? 0) + 1;
		this.served.set(search.key, count);
		if (pagesPerKey === 0 || count < pagesPerKey) return;
		this.byKey.delete(search.key);
		this.keep({ ...search, key: this.nextKey() });
	}

	/** Forgets all searches and their keys, as if their days were over. */
	forget(): void {
		this.byIdentity.clear();
		this.byKey.clear();
	}

	private nextKey(): string {
		const number = ++this.made;
		return `cache-${number}-${hash(0, number, 0).toString(16)}`;
	}

	private keep(search: CachedSearch): CachedSearch {
		this.byIdentity.set(search.identity, search);
		this.byKey.set(search.key, search);
		return search;
	}

	private fresh(search: CachedSearch | undefined): CachedSearch | undefined {
		return search !== undefined && this.clock.now() < search.until ? search : undefined;
	}
}
