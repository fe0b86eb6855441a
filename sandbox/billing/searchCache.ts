import { limits } from '../../contract/model/limits';
import type { Clock } from '../base/clock';
import { hash } from '../base/random';

/** A search that was made, and paid for, in the last days. */
export interface CachedSearch {
	readonly key: string;
	/** Endpoint and filters: what makes a search the same. */
	readonly identity: string;
	readonly filters: unknown;
	readonly total: number;
	readonly until: number;
}

/** How many lists of matches are kept; others are found again when they are asked for. */
const KEPT_MATCHES = 50;

/** The B2B searches of the last 7 days (credit rule 1). */
export class SearchCache {
	private readonly byIdentity = new Map<string, CachedSearch>();
	private readonly byKey = new Map<string, CachedSearch>();
	private readonly matches = new Map<string, Uint32Array>();
	private made = 0;

	constructor(private readonly clock: Clock) {}

	find(identity: string): CachedSearch | undefined {
		return this.fresh(this.byIdentity.get(identity));
	}

	findKey(key: string): CachedSearch | undefined {
		return this.fresh(this.byKey.get(key));
	}

	/** Remembers a search under a new key. */
	store(identity: string, filters: unknown, total: number): CachedSearch {
		const number = ++this.made;
		const key = `cache-${number}-${hash(0, number, 0).toString(16)}`;
		const until = this.clock.now() + limits.searchCacheDays * 86_400_000;
		const search: CachedSearch = { key, identity, filters, total, until };
		this.byIdentity.set(identity, search);
		this.byKey.set(key, search);
		return search;
	}

	/** The matches of a search, found again only when they are no longer kept. */
	matchesOf(identity: string, find: () => Uint32Array): Uint32Array {
		const found = this.matches.get(identity) ?? find();
		this.matches.delete(identity);
		this.matches.set(identity, found);
		const oldest = this.matches.keys().next().value;
		if (this.matches.size > KEPT_MATCHES && oldest !== undefined) this.matches.delete(oldest);
		return found;
	}

	private fresh(search: CachedSearch | undefined): CachedSearch | undefined {
		return search !== undefined && this.clock.now() < search.until ? search : undefined;
	}
}
