import type { IExecuteFunctions } from 'n8n-workflow';

import { add, remove } from '../../../../core/once/processed';

/** Maximum number of offsets to check. */
const MOST_OFFSETS = 20_000;

/**
 * Tracks how far searches were delivered, in n8n's processed-data store. That store only tells whether an
 * entry exists but, unlike the workflow's static data, it is available to workers in queue mode.
 */
export class DeliveredRows {
	constructor(
		private readonly context: IExecuteFunctions,
		/** Identifies the search. */
		private readonly key: string,
	) {}

	/** Whether a run has stored anything about the search. */
	async isKnown(): Promise<boolean> {
		const entry = `search ${this.key}`;
		const before = await add(this.context, 'node', [entry]);
		if (before.length === 0) await remove(this.context, 'node', [entry]);
		return before.length > 0;
	}

	/** Stores that the rows before an offset were delivered. */
	async advance(cacheKey: string, offset: number): Promise<void> {
		await add(this.context, 'node', [`search ${this.key}`, this.entry(cacheKey, offset)]);
	}

	/** The last offset stored for a search with this cache key; 0 for none. */
	async offset(cacheKey: string, total: number): Promise<number> {
		const offsets = candidates(total);
		const entries = offsets.map((offset) => this.entry(cacheKey, offset));
		const noted = new Set(await add(this.context, 'node', entries));
		const others = entries.filter((entry) => !noted.has(entry));
		if (others.length > 0) await remove(this.context, 'node', others);
		return Math.max(0, ...offsets.filter((_, i) => noted.has(entries[i])));
	}

	/** Claims the rows after an offset for a run; false when another run has claimed them. */
	async claim(cacheKey: string, offset: number): Promise<boolean> {
		return (await add(this.context, 'node', [this.claimed(cacheKey, offset)])).length === 0;
	}

	/** Releases the claim on the rows after an offset. */
	async release(cacheKey: string, offset: number): Promise<void> {
		await remove(this.context, 'node', [this.claimed(cacheKey, offset)]);
	}

	/** Removes everything stored for a search, so that it starts over. */
	async forget(cacheKey: string, total: number): Promise<void> {
		const entries = candidates(total).flatMap((offset) => [
			this.entry(cacheKey, offset),
			this.claimed(cacheKey, offset),
		]);
		await remove(this.context, 'node', entries);
	}

	private claimed(cacheKey: string, offset: number): string {
		return `claim ${this.key} ${cacheKey} ${offset}`;
	}

	private entry(cacheKey: string, offset: number): string {
		return `search ${this.key} ${cacheKey} ${offset}`;
	}
}

const candidates = (total: number): number[] =>
	Array.from({ length: Math.min(total, MOST_OFFSETS) }, (_, i) => i + 1);
