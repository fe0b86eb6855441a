import type { DeduplicationScope, IExecuteFunctions } from 'n8n-workflow';

import { digits } from '../base/text';
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

/** An entry that nobody else adds. */
const newMark = (): string => `change ${uniqueText()}`;

/** The store has no room; nothing was sent. */
export class StoreIsFull extends Error {}

/** n8n failed, and may have kept entries all the same: nobody can tell any more which of them were there before. */
export class Unsettled extends Error {}

/** One of the sets, for one node. */
export class EntryStore {
	private readonly set: string;
	private readonly entries: HiddenEntries;
	/** An entry that stands, for the next removal. */
	private mark?: string;

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
	 * Call before entries are added.
	 * @throws StoreIsFull when there is no room for so many more
	 */
	async checkRoom(more: number): Promise<void> {
		// Another node would not help.
		if (more > MOST_ENTRIES) throw new StoreIsFull(TOO_MANY);
		if ((await this.size()) + more > MOST_ENTRIES) throw new StoreIsFull(FULL);
	}

	/**
	 * Adds entries, and writes them again until they stand. Call `end` when nothing is added or removed any more.
	 * @returns those that were there before, or that another process added at the same time
	 * @throws Error when n8n cannot store them; nothing may be sent then
	 */
	async add(wanted: readonly string[]): Promise<ReadonlySet<string>> {
		if (wanted.length === 0) return new Set();
		const proof = newMark();
		const before = await this.stand(wanted, proof);
		// Who has added nothing has nothing to remove.
		if (this.mark === undefined && before.size < wanted.length) this.mark = proof;
		else await attempt(this.remove([proof]));
		return before;
	}

	/** @param proof a new entry: if it stands, the whole change does, as n8n writes all of it or nothing */
	private async stand(wanted: readonly string[], proof: string): Promise<ReadonlySet<string>> {
		const stored = await attempt(this.record([...wanted, proof]));
		if (!stored.ok)
			throw (await this.mayBeStored(proof)) ? new Unsettled(stored.error.message) : stored.error;
		// Nobody else adds the proof: what n8n said had failed was stored.
		if (stored.value.has(proof)) {
			await attempt(this.remove([proof]));
			throw new Unsettled(`${CANNOT_STORE} (it failed after it had stored it). ${NOTHING_SENT}`);
		}
		const before = new Set(stored.value);
		const stood = await attempt(this.writeUntilItStands(wanted, proof, before));
		if (stood.ok) return before;
		const own = wanted.filter((entry) => !before.has(entry));
		const back = await attempt(this.takeBack(own, proof));
		throw back.ok ? stood.error : new Unsettled(stood.error.message);
	}

	/** Whether a change may be stored that n8n said had failed; removes what proves it. */
	private async mayBeStored(proof: string): Promise<boolean> {
		const found = await attempt(this.record([proof]));
		await attempt(this.remove([proof]));
		return !found.ok || found.value.has(proof);
	}

	/** Removes what was added, while it stands: what was overwritten, another process may have added since. */
	private async takeBack(own: readonly string[], proof: string): Promise<void> {
		const isOwn = (await this.record([proof])).has(proof);
		if (!isOwn || own.length === 0) {
			await this.remove([proof]);
			return;
		}
		// What proves that they are this run's proves their removal, too, which begins at once.
		const { mark } = this;
		this.mark = proof;
		await this.removeForGood(own);
		this.mark = mark;
	}

	/** @param before those that were there, to which are added those that another process has added meanwhile */
	private async writeUntilItStands(
		wanted: readonly string[],
		proof: string,
		before: Set<string>,
	): Promise<void> {
		for (let checks = 1; checks <= WRITES; checks++) {
			await clock.sleep(STANDS_AFTER_MS);
			// Those that were there are others' to keep: written again, they would outlast their removal.
			const own = wanted.filter((entry) => !before.has(entry));
			// What does not stand any more is written again by looking.
			const found = await this.record([...own, proof]);
			if (!found.has(proof)) {
				for (const entry of found) before.add(entry);
			} else if (own.every((entry) => found.has(entry))) return;
		}
		// n8n says nothing when what it has stored is no list of entries.
		throw new Error(
			`${CANNOT_STORE} (other executions change it all the time, or what n8n has stored is damaged). ${NOTHING_SENT}`,
		);
	}

	/**
	 * Removes entries, and again where another process has overwritten that. An entry that is there because another
	 * execution has added it meanwhile stays: each call removes a mark, too, which only an overwriting brings back, and
	 * with it all that the call has removed. Nobody can have added that since, as it was there.
	 */
	async removeForGood(unwanted: readonly string[]): Promise<void> {
		if (unwanted.length === 0) return;
		const parts = await this.partsOf(unwanted);
		let left = parts;
		for (let tries = 1; left.length > 0 && tries <= WRITES; tries++) {
			for (const part of left) await this.remove(part);
			await clock.sleep(STANDS_AFTER_MS);
			const back = await attempt(this.backAgain(left));
			// They are removed; nobody can tell whether that was overwritten.
			if (!back.ok) break;
			if (back.value === undefined) return;
			left = back.value;
		}
		// A mark that stays costs only its room.
		await attempt(this.remove(parts.map(([mark]) => mark)));
	}

	/** The parts that another process has brought back; `undefined` where the set is empty. */
	private async backAgain(parts: string[][]): Promise<string[][] | undefined> {
		if ((await this.size()) === 0) return undefined;
		// Looking adds them.
		const found = await this.record(parts.map(([mark]) => mark));
		return parts.filter(([mark]) => found.has(mark));
	}

	/** Removes the mark that is left for a further removal. */
	async end(): Promise<void> {
		const { mark } = this;
		this.mark = undefined;
		if (mark !== undefined) await this.remove([mark]);
	}

	/** What each call removes, so that it blocks n8n only briefly: a mark that stands, and entries. */
	private async partsOf(unwanted: readonly string[]): Promise<string[][]> {
		const { mark } = this;
		this.mark = undefined;
		const others = Math.max(1, (await this.size()) - unwanted.length);
		const atOnce = Math.floor(COMPARISONS / others);
		const size = Math.min(MOST_REMOVED_AT_ONCE, Math.max(1, atOnce));
		const parts: string[][] = [];
		for (let at = 0; at < unwanted.length; at += size)
			parts.push([(at === 0 ? mark : undefined) ?? newMark(), ...unwanted.slice(at, at + size)]);
		const [proof, ...more] = parts.map(([one]) => one).filter((one) => one !== mark);
		// Without them, entries that another process brings back stay, which costs nobody anything.
		if (proof !== undefined) await attempt(this.stand(more, proof));
		return parts;
	}

	private async remove(unwanted: readonly string[]): Promise<void> {
		await this.inTurn(async () => await this.entries.remove(unwanted));
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
	'Nothing was sent. Run it again; if that does not help, duplicate the workflow and give the copy new records only: it would pay again for those that this one has paid for.';

const TOO_MANY = `More records are to be sent at once than n8n can remember for a node, which are ${digits(MOST_ENTRIES)}, and half as many in a retry or with Skip Records Enriched Before. Nothing was sent. Send fewer at once, for example with Loop Over Items.`;

const FULL = `This node has reached the ${digits(MOST_ENTRIES)} records that n8n can remember for it, so it cannot tell any more which records were sent before. Nothing was sent. Duplicate the node and give the copy new records only: it would pay again for those that this one has paid for.`;
