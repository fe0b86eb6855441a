import type { IExecuteFunctions } from 'n8n-workflow';

import { add, remove } from '../../../../core/once/processed';

/** Offsets that are looked through at most, one by one. */
const MOST_OFFSETS = 20_000;

/**
 * How far searches were delivered, in n8n's store of what a node has processed. That store only tells whether
 * something was noted; but unlike the workflow's static data it reaches the workers of an n8n in queue mode.
 */
export class DeliveredRows {
	constructor(
		private readonly context: IExecuteFunctions,
		/** Tells searches apart. */
		private readonly key: string,
	) {}

	/** Whether a run has noted anything of the search. */
	async isKnown(): Promise<boolean> {
		const entry = `search ${this.key}`;
		const before = await add(this.context, 'node', [entry]);
		if (before.length === 0) await remove(this.context, 'node', [entry]);
		return before.length > 0;
	}

	/** Notes that the rows before an offset were delivered. */
	async advance(cacheKey: string, offset: number): Promise<void> {
		await add(this.context, 'node', [`search ${this.key}`, this.entry(cacheKey, offset)]);
	}

	/** The offset that was noted last for a search with this cache key; 0 for none. */
	async offset(cacheKey: string, total: number): Promise<number> {
		const offsets = candidates(total);
		const entries = offsets.map((offset) => this.entry(cacheKey, offset));
		const noted = new Set(await add(this.context, 'node', entries));
		const others = entries.filter((entry) => !noted.has(entry));
		if (others.length > 0) await remove(this.context, 'node', others);
		return Math.max(0, ...offsets.filter((_, i) => noted.has(entries[i])));
	}

	/** Takes the rows after an offset for a run; false when another one has taken them. */
	async claim(cacheKey: string, offset: number): Promise<boolean> {
		return (await add(this.context, 'node', [this.claimed(cacheKey, offset)])).length === 0;
	}

	/** Gives the rows after an offset back. */
	async release(cacheKey: string, offset: number): Promise<void> {
		await remove(this.context, 'node', [this.claimed(cacheKey, offset)]);
	}

	/** Forgets how far a search was delivered: it begins anew. */
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
