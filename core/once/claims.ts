import type { IExecuteFunctions } from 'n8n-workflow';

import { attempt } from '../base/async';
import { clock } from '../base/clock';
import { Dates } from './dates';
import { EntryStore, MOST_ENTRIES, STANDS_AFTER_MS, StoreIsFull } from './store';

/** What is known about a unit of work before it is sent. */
export type Finding =
	/** This run may send it. */
	| 'free'
	/** Another execution sent it, and its result was not output: it is under way, or was lost. */
	| 'open'
	/** The same, but recently enough for its idempotency key to be valid still. */
	| 'openRecently'
	/** An earlier execution output its result. */
	| 'known'
	/** An earlier retry of the same failed execution sent it. */
	| 'retried';

export interface Wish {
	/** Whether units whose result came out of an earlier execution are left out. */
	readonly skipsKnown: boolean;
	/** The failed execution that this one retries: another retry of it may have sent the same. */
	readonly retries?: { readonly execution: string; readonly by: string };
	/** Whether open units are sent again. */
	readonly submitsAgain: boolean;
	/** Whether to find out how long ago an open unit was sent. */
	readonly isDated: boolean;
}

/** Until then, another run has dated what it claimed moments ago. */
const LOOK_AGAIN_MS = 2 * STANDS_AFTER_MS;
/** From this share on, users are told that the store is filling up. */
export const NEARLY_FULL = 0.9;

/**
 * What the executions of a node have sent and received, in n8n's store. Two sets:
 * - open units (set of the workflow): added before they are sent, removed when their result has been output or they
 *   were certainly not charged. A killed execution leaves them there. Small, so that removing stays quick.
 * - known units (set of the node): those whose result came out of an execution with Skip Records Enriched Before.
 *   They are added together with the claim, since n8n's store cannot look without adding.
 */
export class Claims {
	private readonly open: EntryStore;
	private readonly known: EntryStore;
	private readonly node: string;
	private readonly dates: Dates;
	/** Units that another execution has left open, and may have dated. */
	private readonly foundOpen = new Set<string>();

	constructor(
		context: IExecuteFunctions,
		private readonly wish: Wish,
	) {
		this.open = new EntryStore(context, 'workflow');
		this.dates = new Dates(this.open);
		this.known = new EntryStore(context, 'node');
		this.node = context.getNode().id;
	}

	/**
	 * Claims units, so that no other execution sends them.
	 * @param isRecord whether they are left out once they are known, if that is wished
	 * @throws StoreIsFull, or Error when n8n cannot store them; nothing may be sent then
	 */
	async take(units: readonly string[], isRecord = true): Promise<ReadonlyMap<string, Finding>> {
		const skipsKnown = this.wish.skipsKnown && isRecord;
		if (skipsKnown) await this.checkRoom(this.known, units.length);
		await this.checkRoom(this.open, units.length);
		const taken = await this.open.add(units.map((unit) => this.openEntry(unit)));
		const looked = await attempt(this.look(units, taken, skipsKnown));
		if (looked.ok) return looked.value;
		// Nothing was sent.
		await attempt(this.release(units.filter((unit) => !taken.has(this.openEntry(unit)))));
		throw looked.error;
	}

	/** What is known about units whose claims stand. */
	private async look(
		units: readonly string[],
		taken: ReadonlySet<string>,
		skipsKnown: boolean,
	): Promise<ReadonlyMap<string, Finding>> {
		const { isDated, retries, submitsAgain } = this.wish;
		const findings = new Map<string, Finding>();
		for (const unit of units) {
			const isOpen = taken.has(this.openEntry(unit));
			findings.set(unit, isOpen ? 'open' : 'free');
			if (isOpen) this.foundOpen.add(unit);
		}
		const free = (): string[] => units.filter((unit) => findings.get(unit) === 'free');
		if (isDated) await this.tellRecent(findings);
		if (skipsKnown) {
			const asked = free();
			const before = await this.remember(asked.map(knownEntry));
			for (const unit of asked) if (before.has(knownEntry(unit))) findings.set(unit, 'known');
		}
		if (retries !== undefined) {
			const sent = submitsAgain ? units.filter((unit) => findings.get(unit) !== 'known') : free();
			for (const unit of await this.retriedByOthers(sent, retries)) findings.set(unit, 'retried');
		}
		const isLeft = (unit: string): boolean => ['retried', 'known'].includes(findings.get(unit) ?? '');
		await this.release(units.filter((unit) => isLeft(unit) && !this.foundOpen.has(unit)));
		// A key gives nothing of what is now submitted in another way.
		if (!isDated && submitsAgain) {
			const again = units.filter((unit) => !isLeft(unit) && this.foundOpen.has(unit));
			await this.dates.remove(again.map((unit) => this.openEntry(unit)));
		}
		if (isDated) this.dates.note(free().map((unit) => this.openEntry(unit)));
		return findings;
	}

	/** Call before each attempt to send a dated unit, so that no other execution sends it meanwhile. */
	async send(unit: string): Promise<void> {
		await this.dates.send(this.openEntry(unit));
	}

	/** When another execution last sent an open unit, at the latest; `undefined` when its call has ended. */
	lastSent(unit: string): number | undefined {
		return this.dates.lastSent(this.openEntry(unit));
	}

	/** Call when the results of the units have been output, or they were certainly not charged. */
	async release(units: readonly string[]): Promise<void> {
		// A claim of nothing to release does not wait for the dates of other claims.
		if (units.length === 0) return;
		await this.dates.idle();
		const entriesOf = (unit: string): string[] => {
			const open = this.openEntry(unit);
			const isDated = this.wish.isDated || this.foundOpen.has(unit);
			return isDated ? [open, ...this.dates.entriesOf(open)] : [open];
		};
		await this.open.removeForGood(units.flatMap(entriesOf));
	}

	/** Call before a unit is sent in a way that a later execution cannot repeat by its key. */
	async undate(unit: string): Promise<void> {
		await this.dates.remove([this.openEntry(unit)]);
	}

	/** Whether the execution that held an open unit has released it; then it is claimed for this run. */
	async isReleased(unit: string): Promise<boolean> {
		const entry = this.openEntry(unit);
		return !(await this.open.add([entry])).has(entry);
	}

	/** What is known by now of a unit that another execution has left open; if it is `free`, this run holds it. */
	async lookAgain(unit: string): Promise<Finding> {
		const findings = new Map<string, Finding>([[unit, 'open']]);
		await this.tellRecent(findings);
		return findings.get(unit) ?? 'open';
	}

	/** Call when nothing is claimed or released any more. */
	async end(): Promise<void> {
		await this.dates.idle();
		await this.open.end();
		await this.known.end();
	}

	/** Call when the results of units that were not free to send are output. */
	async know(units: readonly string[]): Promise<void> {
		if (this.wish.skipsKnown) await this.known.add(units.map(knownEntry));
	}

	/** Call when units were not charged: a later execution may send them. */
	async forget(units: readonly string[]): Promise<void> {
		const { retries, skipsKnown } = this.wish;
		const known = skipsKnown ? units.map(knownEntry) : [];
		const retried = retries === undefined ? [] : units.flatMap((unit) => retryEntries(retries, unit));
		await this.known.removeForGood([...known, ...retried]);
	}

	/** The share of the set of known units that is used. */
	async usage(): Promise<number> {
		return (await this.known.size()) / MOST_ENTRIES;
	}

	/** Records that this retry sends units; returns those that another retry of the same execution has sent. */
	private async retriedByOthers(
		units: readonly string[],
		retries: NonNullable<Wish['retries']>,
	): Promise<string[]> {
		const before = await this.remember(units.flatMap((unit) => retryEntries(retries, unit)));
		const byOthers = units.filter((unit) => {
			const [anyRetry, thisRetry] = retryEntries(retries, unit);
			return before.has(anyRetry) && !before.has(thisRetry);
		});
		// This one does not send them; its next try would take them for its own.
		await this.known.removeForGood(byOthers.map((unit) => retryEntries(retries, unit)[1]));
		return byOthers;
	}

	/** Adds entries to the set that grows; returns those that were there. */
	private async remember(entries: readonly string[]): Promise<ReadonlySet<string>> {
		await this.checkRoom(this.known, entries.length);
		return await this.known.add(entries);
	}

	/** Tells open units that were sent recently from older ones, and from those released meanwhile. */
	private async tellRecent(findings: Map<string, Finding>): Promise<void> {
		await this.tellDates(findings);
		// Another run may have claimed it moments ago and not dated it yet, or be looking, too.
		if (![...findings.values()].includes('open')) return;
		await clock.sleep(LOOK_AGAIN_MS);
		await this.tellDates(findings);
	}

	private async tellDates(findings: Map<string, Finding>): Promise<void> {
		const open = [...findings].flatMap(([unit, finding]) => (finding === 'open' ? unit : []));
		const found = await this.dates.look(open.map((unit) => this.openEntry(unit)));
		for (const unit of open) {
			const sent = found.get(this.openEntry(unit));
			if (sent?.isReleased) {
				findings.set(unit, 'free');
				this.foundOpen.delete(unit);
			} else if (sent?.isRecent) findings.set(unit, 'openRecently');
		}
	}

	private async checkRoom(store: EntryStore, more: number): Promise<void> {
		// Another node would not help.
		if (more > MOST_ENTRIES) throw new StoreIsFull(TOO_MANY);
		if ((await store.size()) + more > MOST_ENTRIES) throw new StoreIsFull(FULL);
	}

	private openEntry(unit: string): string {
		return `open ${this.node} ${unit}`;
	}
}

/** Says that some retry of an execution sent a unit, and which. */
const retryEntries = ({ execution, by }: NonNullable<Wish['retries']>, unit: string): [string, string] => [
	`retry ${execution} ${unit}`,
	`retry ${execution} ${unit} by ${by}`,
];
const knownEntry = (unit: string): string => `known ${unit}`;

const inWords = (count: number): string => count.toLocaleString('en-US');

const TOO_MANY = `More records are to be sent at once than n8n can remember for a node, which are ${inWords(MOST_ENTRIES)}, and half as many in a retry. Nothing was sent. Send fewer at once, for example with Loop Over Items.`;

const FULL = `This node has reached the ${inWords(MOST_ENTRIES)} records that n8n can remember for it, so it cannot tell any more which records were sent before. Nothing was sent. Duplicate the node and use the copy: it starts with an empty memory.`;
