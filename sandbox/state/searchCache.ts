import { limits } from '../../contract/model/limits';
import type { Clock } from '../base/clock';
import { Expiring } from '../base/expiring';
import { hash } from '../base/random';

/** A search that was made, and paid for, in the last days. */
export interface CachedSearch {
	readonly key: string;
	/** Endpoint and filters: what makes a search the same. */
	readonly identity: string;
	readonly matches: Uint32Array;
	/** Later pages that its key has served. */
	pages: number;
}

/** The B2B searches of the last 7 days (credit rule 1). */
export class SearchCache {
	/** By identity and by key. */
	private readonly searches: Expiring<CachedSearch>;
	private made = 0;

	constructor(clock: Clock) {
		this.searches = new Expiring(clock, limits.searchCacheDays * 24);
	}

	/** The search of an identity or of a key. */
	find(name: string): CachedSearch | undefined {
		return this.searches.get(name);
	}

	/** Remembers a search under a new key. */
	store(identity: string, matches: Uint32Array): CachedSearch {
		const number = ++this.made;
		const search = { key: `cache-${number}-${hash(0, number, 0).toString(16)}`, identity, matches, pages: 0 };
		this.searches.set(identity, search);
		this.searches.set(search.key, search);
		return search;
	}

	/** Counts a page; after the given number of them, the search remains paid for but has another key. */
	countPage(search: CachedSearch, pagesPerKey: number): void {
		if (++search.pages !== pagesPerKey) return;
		this.searches.delete(search.key);
		this.store(search.identity, search.matches);
	}
}
