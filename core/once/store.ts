import type { DeduplicationScope, IExecuteFunctions } from 'n8n-workflow';

import { attempt, serialize } from '../base/async';
import { clock } from '../base/clock';
import { uniqueText } from '../base/fingerprint';
import { HiddenEntries } from './hiddenEntries';

/**
 * n8n's store of processed entries, the only memory that outlives an execution, a killed process and a worker. It
 * keeps a set of hashes for each node and one for each workflow. It can add entries and tell which were there, and
 * remove entries; it cannot look without adding. Nothing in it is atomic: each call reads, changes and writes the
 * whole set, so parallel calls of several processes overwrite each other.
 */

/** Entries that a set may hold: above, n8n would be blocked noticeably with each call. */
export const MOST_ENTRIES = 75_000;

/** A change by another process that began before ours is written by then. */
export const STANDS_AFTER_MS = 250;
/** Most times that entries are written until they stand. */
const WRITES = 6;

/** n8n compares each removed entry with all before it: this many comparisons take about 25 ms. */
const COMPARISONS = 2_000_000;
const MOST_REMOVED_AT_ONCE = 1000;

/** The store has no room; nothing was sent. */
export class StoreIsFull extends Error {}

/** One of the sets, for one node. */
export class EntryStore {
	private readonly set: string;
	private readonly entries: HiddenEntries;

	constructor(context: IExecuteFunctions, scope: DeduplicationScope) {
		this.entries = new HiddenEntries(context, scope);
		const node = scope === 'node' ? context.getNode().id : '';
		this.set = `n8n's entries of ${context.getWorkflow().id} ${node}`;
	}

	/**
	 * Number of entries. Changes nothing.
	 * @throws Error when n8n cannot read them; nothing may be sent then
	 */
	async size(): Promise<number> {
		const counted = await attempt(this.entries.size());
		if (counted.ok) return counted.value;
		throw new Error(`${CANNOT_STORE} (${counted.error.message}). ${NOTHING_SENT}`);
	}

	/**
	 * Adds entries, and writes them again until they stand.
	 * @returns those that were there before, or that another process added at the same time
	 * @throws Error when n8n cannot store them; nothing may be sent then
	 */
	async add(wanted: readonly string[]): Promise<ReadonlySet<string>> {
		if (wanted.length === 0) return new Set();
		// If this entry stands, the whole change does: n8n writes all of it or nothing.
		const proof = `change ${uniqueText()}`;
		const before = new Set(await this.record([...wanted, proof]));
		for (let checks = 1; checks <= WRITES; checks++) {
			await clock.sleep(STANDS_AFTER_MS);
			// Those that were there are others' to keep: written again, they would outlast their removal.
			const own = wanted.filter((entry) => !before.has(entry));
			// What does not stand any more is written again by looking.
			const found = await this.record([...own, proof]);
			if (!found.has(proof)) {
				for (const entry of found) before.add(entry);
			} else if (own.every((entry) => found.has(entry))) {
				await attempt(this.remove([proof]));
				return before;
			}
		}
		// n8n says nothing when what it has stored is no list of entries.
		throw new Error(
			`${CANNOT_STORE} (other executions change it all the time, or what n8n has stored is damaged). ${NOTHING_SENT}`,
		);
	}

	/** Removes entries, and again in case another process has brought them back meanwhile. */
	async removeForGood(unwanted: readonly string[]): Promise<void> {
		if (unwanted.length === 0) return;
		await this.remove(unwanted);
		await clock.sleep(STANDS_AFTER_MS);
		if ((await this.size()) > 0) await this.remove(unwanted);
	}

	/** Removes entries, in calls that each block n8n only briefly. */
	private async remove(unwanted: readonly string[]): Promise<void> {
		const others = Math.max(1, (await this.size()) - unwanted.length);
		const atOnce = Math.floor(COMPARISONS / others);
		const size = Math.min(MOST_REMOVED_AT_ONCE, Math.max(1, atOnce));
		for (let at = 0; at < unwanted.length; at += size) {
			const part = unwanted.slice(at, at + size);
			await this.inTurn(async () => await this.entries.remove(part));
		}
	}

	/** Adds entries once; returns those that were there. */
	private async record(wanted: readonly string[]): Promise<ReadonlySet<string>> {
		const once = async () => await this.inTurn(async () => await this.entries.add(wanted));
		let recorded = await attempt(once());
		// When two processes store a node's very first entries at the same time, n8n fails one of them.
		if (!recorded.ok) recorded = await attempt(once());
		if (!recorded.ok) throw new Error(`${CANNOT_STORE} (${recorded.error.message}). ${NOTHING_SENT}`);
		return recorded.value;
	}

	private async inTurn<T>(work: () => Promise<T>): Promise<T> {
		return await serialize(this.set, work);
	}
}

const CANNOT_STORE = 'n8n could not store what the workflow sends, which prevents charging twice';
const NOTHING_SENT =
	'Nothing was sent. Run it again; if that does not help, duplicate the workflow: the copy starts with an empty memory.';
