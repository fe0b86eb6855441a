import type { IExecuteFunctions } from 'n8n-workflow';

import { serialize } from '../base/async';
import { Entries } from './entries';

// What a node's executions sent and output, in n8n's store, with two entries for each purchase key:
// - `pending` (set of the workflow): from before sending until the result is out or the key certainly not charged.
//   Small, so that removing stays quick.
// - `delivered` (set of the node, with Skip Records Enriched Before): the result came out. Added with the claim,
//   since n8n cannot look without adding.
//
// A claim that finds neither is `free`: both entries stand. One that finds only `delivered` is skipped, and its
// own `pending` removed. Else it is `pending` (an execution is at work or was killed) and reported, unless the
// user decides otherwise. A run removes only what it added or took over. A kill leaves `pending` alone or both,
// never what is skipped or paid for again by itself: `pending` goes last, and `delivered` never comes first.

export type Claim = 'free' | 'pending' | 'delivered';

export class Store {
	private readonly pending: Entries;
	private readonly delivered: Entries;
	private readonly node: string;

	constructor(
		context: IExecuteFunctions,
		private readonly skips: boolean,
	) {
		this.pending = new Entries(context, 'workflow');
		this.delivered = new Entries(context, 'node');
		this.node = context.getNode().id;
	}

	/** @throws AdvisedError when n8n cannot store the claims; nothing may be sent then */
	async claim(keys: readonly string[]): Promise<Map<string, Claim>> {
		return await this.alone(async () => await this.claimAll(keys));
	}

	/** What cannot be settled stays pending, and is reported. @throws AdvisedError when n8n cannot store it */
	async settle(delivered: readonly string[], uncharged: readonly string[]): Promise<void> {
		await this.alone(async () => await this.settleAll(delivered, uncharged));
	}

	/**
	 * With Skip Records Enriched Before one after the other: a `pending` that is about to be removed again would look to
	 * another claim like a submission under way.
	 */
	private async alone<T>(work: () => Promise<T>): Promise<T> {
		return this.skips ? await serialize(`store of ${this.node}`, work) : await work();
	}

	private async claimAll(keys: readonly string[]): Promise<Map<string, Claim>> {
		await this.pending.checkRoom(keys.length);
		if (this.skips) await this.delivered.checkRoom(keys.length);
		const pending = await this.pending.addForGood(keys.map(this.pendingEntry));
		const claims = new Map(
			keys.map((key): [string, Claim] => [key, pending.has(this.pendingEntry(key)) ? 'pending' : 'free']),
		);
		if (!this.skips) return claims;
		const free = keys.filter((key) => claims.get(key) === 'free');
		if (free.length === 0) return claims;
		const before = await this.delivered.add(free.map(deliveredEntry));
		const skipped = free.filter((key) => before.has(deliveredEntry(key)));
		for (const key of skipped) claims.set(key, 'delivered');
		await this.pending.removeForGood(skipped.map(this.pendingEntry));
		return claims;
	}

	private async settleAll(delivered: readonly string[], uncharged: readonly string[]): Promise<void> {
		if (this.skips) {
			await this.delivered.addForGood(delivered.map(deliveredEntry));
			await this.forget(uncharged);
		}
		await this.pending.removeForGood([...delivered, ...uncharged].map(this.pendingEntry));
	}

	/** Another execution that settled a key meanwhile removed its `pending`: its `delivered` stays. */
	private async forget(keys: readonly string[]): Promise<void> {
		if (keys.length === 0) return;
		const open = await this.pending.add(keys.map(this.pendingEntry));
		const unsettled = keys.filter((key) => open.has(this.pendingEntry(key)));
		await this.delivered.removeForGood(unsettled.map(deliveredEntry));
	}

	async end(): Promise<void> {
		await this.pending.end();
		await this.delivered.end();
	}

	private readonly pendingEntry = (key: string): string => `pending ${this.node} ${key}`;
}

const deliveredEntry = (key: string): string => `delivered ${key}`;
