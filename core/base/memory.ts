import { clock, DAY_MS } from './clock';

/**
 * All that the process remembers beyond a run. A test compares this list with the code.
 * - `serialized` in core/base/async.ts: work under way, so that the next on the same thing waits for it
 * - `blocks` in core/client/session.ts: limits that block an account, by execution
 * - `answers` in core/purchase/askOnce.ts: paid answers, for further turns and agent calls of their execution
 * - `unreadIds` in core/purchase/purchases.ts: the batch or job of purchases without a result
 * - `lost` in core/purchase/byKey.ts: until when a call by key without an answer may be under way
 * - `paces` in core/background/sharedSession.ts: of callbacks, events and polls, by account
 * - `answers` in nodes/PersonCompanyData/lists/listClient.ts: lists of the editor, and refusals of accounts without requests
 * - `falseEvents` in nodes/PersonCompanyDataTrigger/confirm.ts: requests for events that are not true, by account and day
 * - `states` in nodes/PersonCompanyDataTrigger/seenEvent.ts: events that started a workflow
 * - `triggers` in nodes/PersonCompanyDataNewLeads/poll.ts: what polls of a node handed to n8n, and logged last
 */

/** Bounded cache with a lifetime per entry, by default a day; evicts the least recently used entries first. */
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
