import { randomUUID } from 'node:crypto';

import type { DeduplicationScope, IExecuteFunctions } from 'n8n-workflow';
import chunk from 'lodash/chunk';

import { AdvisedError } from '../base/errors';
import { attempt, serialize } from '../base/async';
import { clock } from '../base/clock';
import { keyedHash } from '../base/fingerprint';
import { digits } from '../base/text';

// n8n's processed entries: nothing else outlives an execution, a killed process and a worker. A set cannot be read
// without adding. Each call rewrites all of it, so parallel calls of several processes overwrite each other.

/** Above, each call would noticeably block n8n. */
export const MOST_ENTRIES = 75_000;

/** By then, a change that another process began before ours is written. */
const STANDS_AFTER_MS = 250;

/** Of two processes, the one whose change stands stops looking. */
const MOST_LOOKS = 3;

/** n8n compares each removed entry with all before it: this many comparisons take about 25 ms. */
const COMPARISONS = 2_000_000;
const MOST_REMOVED_AT_ONCE = 1000;

/** Without a maximum, n8n never drops entries. */
const MODE = { mode: 'entries' } as const;

/** Unique: while it stands, so does the whole change, as n8n writes all of it or nothing. */
const newProof = (): string => `change ${randomUUID()}`;

export class Entries {
	private readonly set: string;
	private proofs: string[] = [];

	constructor(
		private readonly context: IExecuteFunctions,
		private readonly scope: DeduplicationScope,
	) {
		const node = scope === 'node' ? context.getNode().id : '';
		this.set = `n8n's entries of ${context.getWorkflow().id} ${node}`;
	}

	async size(): Promise<number> {
		const counted = await attempt(this.context.helpers.getProcessedDataCount(this.scope, MODE));
		if (counted.ok) return counted.value;
		throw cannotStore(counted.error.message);
	}

	async checkRoom(more: number): Promise<void> {
		// Another node would not help.
		if (more > MOST_ENTRIES) {
			throw new AdvisedError(
				`More records at once than the ${digits(MOST_ENTRIES)} that n8n can remember for a node`,
				'Nothing was sent. Send fewer at once, for example with the Loop Over Items node.',
			);
		}
		const known = await this.size();
		if (known + more > MOST_ENTRIES) {
			throw new AdvisedError(
				`This node's memory is too full for ${digits(more)} more records (${digits(known)} of ${digits(MOST_ENTRIES)})`,
				"Nothing was sent. Duplicate the node, and give the copy new records only: it doesn't know what was paid for, and would pay for it again.",
			);
		}
	}

	/** Adds entries until they stand. @returns those that were there before, or that other processes added meanwhile */
	async stand(wanted: readonly string[]): Promise<ReadonlySet<string>> {
		if (wanted.length === 0) return new Set();
		const proof = newProof();
		const begun = clock.now();
		const before = new Set(await this.add([...wanted, proof]));
		// The same row takes another process as long.
		const took = clock.now() - begun;
		// n8n reported a failure but had stored it: what was there before is unknown.
		if (before.has(proof)) throw cannotStore('it failed after it had stored it');
		for (let looks = 1; looks <= MOST_LOOKS; looks++) {
			await clock.sleep(Math.max(STANDS_AFTER_MS, 4 * took));
			const own = wanted.filter((entry) => !before.has(entry));
			const again = await attempt(this.add([...own, proof]));
			if (!again.ok) {
				await attempt(this.remove([...own, proof]));
				throw again.error;
			}
			if (again.value.has(proof)) break;
			for (const entry of again.value) before.add(entry);
		}
		this.proofs.push(proof);
		return before;
	}

	async add(entries: readonly string[]): Promise<ReadonlySet<string>> {
		return await serialize(this.set, async () => {
			const recorded = await attempt(this.record(entries));
			// n8n fails one of two processes that store the first entries of a set at the same time.
			return recorded.ok ? recorded.value : await this.record(entries);
		});
	}

	private async record(entries: readonly string[]): Promise<ReadonlySet<string>> {
		const byHash = new Map(entries.map((entry) => [this.hidden(entry), entry]));
		const { helpers } = this.context;
		const recorded = await attempt(helpers.checkProcessedAndRecord([...byHash.keys()], this.scope, MODE));
		if (!recorded.ok) throw cannotStore(recorded.error.message);
		const { processed, new: added } = recorded.value;
		// n8n says nothing when what it has stored is no list of entries.
		if (processed.length + added.length < byHash.size) throw cannotStore('what it has stored is damaged');
		return new Set(processed.flatMap((hash) => byHash.get(String(hash)) ?? []));
	}

	/**
	 * Removes entries, once more if overwritten. Each call also removes a proof: only overwriting brings it back,
	 * and with it all that the call removed. What another execution has added since stays.
	 */
	async removeForGood(unwanted: readonly string[]): Promise<void> {
		if (unwanted.length === 0) return;
		const others = Math.max(1, (await this.size()) - unwanted.length);
		const atOnce = Math.min(MOST_REMOVED_AT_ONCE, Math.max(1, Math.floor(COMPARISONS / others)));
		// The older a proof, the more overwriting processes bring it back.
		const old = this.proofs.splice(0);
		const proofs = old.splice(0, Math.ceil(unwanted.length / atOnce));
		const added: string[] = [];
		const proof = (): string => proofs.shift() ?? added[added.push(newProof()) - 1];
		const parts = chunk([...unwanted, ...old], atOnce).map((part) => [proof(), ...part]);
		// Without them, what another process brings back stays, and is reported.
		if (added.length > 0) await attempt(this.add(added));
		let left = parts;
		for (let looks = 1; looks <= 2 && left.length > 0; looks++) {
			const isCleared = await this.clear(left.flat());
			for (const part of isCleared ? [] : left) await this.remove(part);
			await clock.sleep(STANDS_AFTER_MS);
			if ((await this.size()) === 0) return;
			// Looking adds those that are gone.
			const found = await this.add(proofsOf(left));
			const [isBack, isGone] = [
				left.filter(([proof]) => found.has(proof)),
				left.filter(([proof]) => !found.has(proof)),
			];
			await this.remove(proofsOf(looks === 1 ? isGone : left));
			left = isBack;
		}
	}

	/** Removes all in one call where nothing else stands. @returns whether it did */
	private async clear(all: readonly string[]): Promise<boolean> {
		return await serialize(this.set, async () => {
			if ((await this.size()) !== all.length || (await this.record(all)).size < all.length) return false;
			await this.context.helpers.clearAllProcessedItems(this.scope, MODE);
			return true;
		});
	}

	async end(): Promise<void> {
		if (this.proofs.length > 0) await this.remove(this.proofs.splice(0));
	}

	private async remove(unwanted: readonly string[]): Promise<void> {
		if (unwanted.length === 0) return;
		const hashes = unwanted.map((entry) => this.hidden(entry));
		await serialize(
			this.set,
			async () => await this.context.helpers.removeProcessed(hashes, this.scope, MODE),
		);
	}

	/** n8n's plain hash of a CPF could be found by trying all. All workers and API keys share the instance ID. */
	private hidden(entry: string): string {
		return keyedHash(this.context.getInstanceId(), entry);
	}
}

const proofsOf = (parts: string[][]): string[] => parts.map(([proof]) => proof);

const cannotStore = (why: string): Error =>
	new AdvisedError(
		"n8n couldn't save the record of what is about to be sent",
		`Without it, records could be charged twice, so nothing was sent (${why}). Run it again. If it keeps happening, duplicate the workflow, and give the copy new records only: it would pay for the old ones again.`,
	);
