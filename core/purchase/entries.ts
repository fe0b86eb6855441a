import { randomUUID } from 'node:crypto';

import type { DeduplicationScope, IExecuteFunctions } from 'n8n-workflow';
import chunk from 'lodash/chunk';
import partition from 'lodash/partition';

import { AdvisedError } from '../base/errors';
import { attempt, serialize } from '../base/async';
import { clock } from '../base/clock';
import { keyedHash } from '../base/fingerprint';
import { digits } from '../base/text';

// n8n's processed entries: nothing else outlives an execution, a killed process and a worker. A set cannot be read
// without adding to it. Each call rewrites all of it, so calls of several processes at the same time overwrite each
// other, each as a whole. So each change includes a proof, an entry that is in no other change. After a pause we look:
// if the proof of an addition is there, or that of a removal gone, so is all else; if not, the change is made again.

/** Above, each call would noticeably block n8n. */
export const MOST_ENTRIES = 75_000;

/** By then, a change that another process began before ours is written. */
const LOOK_AFTER_MS = 250;

/** Of two processes, the one whose addition stands stops looking. */
const MOST_LOOKS = 3;
const MOST_REMOVALS = 2;

/** n8n compares each removed entry with all before it: this many comparisons take about 25 ms. */
const COMPARISONS = 2_000_000;
const MOST_REMOVED_AT_ONCE = 1000;

/** Without a maximum, n8n never drops entries. */
const MODE = { mode: 'entries' } as const;

const newProof = (): string => `change ${randomUUID()}`;

export class Entries {
	private readonly set: string;
	/** Of additions that stand; removed with other entries, or in the end. */
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
	async addForGood(wanted: readonly string[]): Promise<ReadonlySet<string>> {
		if (wanted.length === 0) return new Set();
		const proof = newProof();
		const startedAt = clock.now();
		const others = new Set(await this.add([...wanted, proof]));
		// The same row takes another process as long.
		const tookMs = clock.now() - startedAt;
		// n8n reported a failure but had stored it: what was there before is unknown.
		if (others.has(proof)) throw cannotStore('it failed after it had stored it');
		for (let looks = 1; looks <= MOST_LOOKS; looks++) {
			await clock.sleep(Math.max(LOOK_AFTER_MS, 4 * tookMs));
			const own = wanted.filter((entry) => !others.has(entry));
			// Looking adds them again.
			const found = await attempt(this.add([...own, proof]));
			if (!found.ok) {
				await attempt(this.remove([...own, proof]));
				throw found.error;
			}
			if (found.value.has(proof)) break;
			for (const entry of found.value) others.add(entry);
		}
		this.proofs.push(proof);
		return others;
	}

	/** @returns those that were there before */
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

	/** Removes entries, once more if another process brought them back. What another execution has added since stays. */
	async removeForGood(unwanted: readonly string[]): Promise<void> {
		if (unwanted.length === 0) return;
		const otherCount = Math.max(1, (await this.size()) - unwanted.length);
		const atOnce = Math.min(MOST_REMOVED_AT_ONCE, Math.max(1, Math.floor(COMPARISONS / otherCount)));
		// The older a proof, the more overwriting processes bring it back.
		const rest = this.proofs.splice(0);
		const proofs = rest.splice(0, Math.ceil(unwanted.length / atOnce));
		const chunks = chunk([...unwanted, ...rest], atOnce);
		const added = chunks.slice(proofs.length).map(newProof);
		// Without them, what another process brings back stays, and is reported.
		if (added.length > 0) await attempt(this.add(added));
		proofs.push(...added);
		// One call each, with its proof in front.
		let left = chunks.map((entries, i) => [proofs[i], ...entries]);
		for (let removals = 1; removals <= MOST_REMOVALS && left.length > 0; removals++) {
			const isCleared = await this.clear(left.flat());
			for (const removal of isCleared ? [] : left) await this.remove(removal);
			await clock.sleep(LOOK_AFTER_MS);
			if ((await this.size()) === 0) return;
			// Looking adds those that are gone; those that are back are needed until the last look.
			const found = await this.add(proofsOf(left));
			const [back, gone] = partition(left, ([proof]) => found.has(proof));
			await this.remove(proofsOf(removals === MOST_REMOVALS ? left : gone));
			left = back;
		}
	}

	/** Removes all in one call if nothing else is in the set. @returns whether it did */
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

const proofsOf = (removals: string[][]): string[] => removals.map(([proof]) => proof);

const cannotStore = (why: string): Error =>
	new AdvisedError(
		"n8n couldn't save the record of what is about to be sent",
		`Without it, records could be charged twice, so nothing was sent (${why}). Run it again. If it keeps happening, duplicate the workflow, and give the copy new records only: it would pay for the old ones again.`,
	);
