import type { IExecuteFunctions } from 'n8n-workflow';

import { limits } from '../../contract/model/limits';
import { attempt } from '../base/async';
import { clock } from '../base/clock';
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
	/** Whether to find out how long ago an open unit was sent. */
	readonly isDated: boolean;
}

const HOUR_MS = 60 * 60_000;
/** Open units are dated by periods: what was sent in one of the last is recent. */
const PERIOD_MS = 4 * HOUR_MS;
/** The age of a unit of the first of them stays below the life of an idempotency key, with a period to spare. */
const RECENT_PERIODS = Math.floor((limits.idempotencyKeyHours * HOUR_MS) / PERIOD_MS) - 1;
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
	/** Units that another execution has left open, and may have dated. */
	private readonly foundOpen = new Set<string>();
	/** Ends when all dates of this run are written. */
	private dating: Promise<unknown> = Promise.resolve();

	constructor(
		context: IExecuteFunctions,
		private readonly wish: Wish,
	) {
		this.open = new EntryStore(context, 'workflow');
		this.known = new EntryStore(context, 'node');
		this.node = context.getNode().id;
	}

	/**
	 * Claims units, so that no other execution sends them.
	 * @throws StoreIsFull, or Error when n8n cannot store them; nothing may be sent then
	 */
	async take(units: readonly string[]): Promise<ReadonlyMap<string, Finding>> {
		const { skipsKnown } = this.wish;
		if (skipsKnown) await this.checkRoom(this.known, units.length);
		await this.checkRoom(this.open, units.length);
		const taken = await this.open.add(units.map((unit) => this.openEntry(unit)));
		const looked = await attempt(this.look(units, taken));
		if (looked.ok) return looked.value;
		// Nothing was sent.
		await attempt(this.release(units.filter((unit) => !taken.has(this.openEntry(unit)))));
		throw looked.error;
	}

	/** What is known about units whose claims stand. */
	private async look(
		units: readonly string[],
		taken: ReadonlySet<string>,
	): Promise<ReadonlyMap<string, Finding>> {
		const { isDated, retries, skipsKnown } = this.wish;
		const findings = new Map<string, Finding>();
		for (const unit of units) {
			const isOpen = taken.has(this.openEntry(unit));
			findings.set(unit, isOpen ? 'open' : 'free');
			if (isOpen) this.foundOpen.add(unit);
		}
		const free = (): string[] => units.filter((unit) => findings.get(unit) === 'free');
		if (isDated) await this.tellRecent(findings);
		// Another run may have claimed it moments ago and not dated it yet, or be looking, too.
		if (isDated && [...findings.values()].includes('open')) {
			await clock.sleep(LOOK_AGAIN_MS);
			await this.tellRecent(findings);
		}
		if (skipsKnown) {
			const asked = free();
			const before = await this.remember(asked.map(knownEntry));
			for (const unit of asked) if (before.has(knownEntry(unit))) findings.set(unit, 'known');
		}
		if (retries !== undefined) {
			for (const unit of await this.retriedByOthers(free(), retries)) findings.set(unit, 'retried');
		}
		const left = units.filter((unit) => findings.get(unit) === 'retried' || findings.get(unit) === 'known');
		await this.release(left);
		if (isDated) this.date(free());
		return findings;
	}

	/** Notes that units are sent now. It does not hold up the sending: without a date, a unit counts as sent long ago. */
	private date(units: readonly string[]): void {
		const written = attempt(this.open.add(units.map((unit) => this.datedNow(unit))));
		this.dating = Promise.all([this.dating, written]);
	}

	/** Call when the results of the units have been output, or they were certainly not charged. */
	async release(units: readonly string[]): Promise<void> {
		await this.dating;
		const mayBeDated = (unit: string): boolean => this.wish.isDated || this.foundOpen.has(unit);
		const datesOf = (unit: string): string[] =>
			mayBeDated(unit) ? [...this.dated(unit), this.lookedAt(unit)] : [];
		await this.open.removeForGood(units.flatMap((unit) => [this.openEntry(unit), ...datesOf(unit)]));
	}

	/** Call before a unit is sent in a way that a later execution cannot repeat by its key. */
	async undate(unit: string): Promise<void> {
		await this.dating;
		await this.open.removeForGood(this.dated(unit));
	}

	/** Whether the execution that held an open unit has released it; then it is claimed for this run. */
	async isReleased(unit: string): Promise<boolean> {
		const entry = this.openEntry(unit);
		return !(await this.open.add([entry])).has(entry);
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
		return units.filter((unit) => {
			const [anyRetry, thisRetry] = retryEntries(retries, unit);
			return before.has(anyRetry) && !before.has(thisRetry);
		});
	}

	/** Adds entries to the set that grows; returns those that were there. */
	private async remember(entries: readonly string[]): Promise<ReadonlySet<string>> {
		await this.checkRoom(this.known, entries.length);
		return await this.known.add(entries);
	}

	/**
	 * Tells open units that were sent recently from older ones. Looking adds dates that say nothing. If the process
	 * is killed before it removes them, the entry of the look stays, too, and no date of the unit counts any more.
	 */
	private async tellRecent(findings: Map<string, Finding>): Promise<void> {
		const open = [...findings].flatMap(([unit, finding]) => (finding === 'open' ? unit : []));
		// Removed in this order: the look outlasts the dates that it has added.
		const added = open.flatMap((unit) => [...this.dated(unit), this.lookedAt(unit)]);
		const stood = await this.open.add([...open.map((unit) => this.openEntry(unit)), ...added]);
		for (const unit of open) {
			const isRecent = this.dated(unit).some((entry) => stood.has(entry));
			// Released meanwhile: now this run holds it.
			if (!stood.has(this.openEntry(unit))) findings.set(unit, 'free');
			else if (isRecent && !stood.has(this.lookedAt(unit))) findings.set(unit, 'openRecently');
		}
		await this.open.removeForGood(added.filter((entry) => !stood.has(entry)));
	}

	private async checkRoom(store: EntryStore, more: number): Promise<void> {
		if ((await store.size()) + more > MOST_ENTRIES) throw new StoreIsFull(FULL);
	}

	private openEntry(unit: string): string {
		return `open ${this.node} ${unit}`;
	}

	/** Says that an open unit was sent in this period. */
	private datedNow(unit: string): string {
		return this.dated(unit)[0];
	}

	/** The same for all periods that are recent, the last one first. */
	private dated(unit: string): string[] {
		const now = Math.floor(clock.now() / PERIOD_MS);
		return Array.from({ length: RECENT_PERIODS }, (_, ago) => `${this.openEntry(unit)} ${now - ago}`);
	}

	/** Says that a run looks when an open unit was sent. */
	private lookedAt(unit: string): string {
		return `${this.openEntry(unit)} looked at`;
	}
}

/** Says that some retry of an execution sent a unit, and which. */
const retryEntries = ({ execution, by }: NonNullable<Wish['retries']>, unit: string): [string, string] => [
	`retry ${execution} ${unit}`,
	`retry ${execution} ${unit} by ${by}`,
];
const knownEntry = (unit: string): string => `known ${unit}`;

const FULL = `This node has reached the ${MOST_ENTRIES.toLocaleString('en-US')} records that n8n can remember for it, so it cannot tell any more which records were sent before. Nothing was sent. Duplicate the node and use the copy: it starts with an empty memory.`;
