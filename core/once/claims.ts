import type { IExecuteFunctions } from 'n8n-workflow';

import { attempt } from '../base/async';
import { clock } from '../base/clock';
import { Dates } from './dates';
import type { Finding } from './refusals';
import { EntryStore, MOST_ENTRIES, STANDS_AFTER_MS, Unsettled } from './store';

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
const DATED_AFTER_MS = 2 * STANDS_AFTER_MS;
/** Most looks at what another run is looking at, too: more than it needs. */
const MOST_LOOKS = 10;
/** From this share on, users are told that the store is filling up. */
export const NEARLY_FULL = 0.9;

/** A look at units, and what it has added to n8n's store by now. */
interface Look {
	/** Whether known units are left out. */
	readonly skipsKnown: boolean;
	readonly findings: Map<string, Finding>;
	/** Entries of the set of the node that were not there before. */
	readonly added: string[];
	/** Units that are marked as being looked at. */
	readonly marked: Set<string>;
	/** Whether entries of that set may stand that are not told from those that were there before. */
	isUnsettled?: boolean;
}

/**
 * What the executions of a node have sent and received, in n8n's store. Two sets:
 * - open units (set of the workflow): added before they are sent, removed when their result has been output or they
 *   were certainly not charged. A killed execution leaves them there. Small, so that removing stays quick.
 * - known units (set of the node): those whose result came out of an execution with Skip Records Enriched Before.
 *   They are added together with the claim, since n8n's store cannot look without adding. While a run looks, each of
 *   its open units is marked: if it is killed then, nobody can tell which were known before, so none is sent.
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
		const look = this.newLook(isRecord);
		const taken = await attempt(this.look(units, look).then(async () => await this.keep(look)));
		if (taken.ok) return look.findings;
		// Nothing was sent.
		await attempt(this.undo(look));
		throw taken.error;
	}

	/**
	 * Tells what is known about units, and claims none.
	 * @throws StoreIsFull, or Error when n8n cannot store the look
	 */
	async find(units: readonly string[]): Promise<ReadonlyMap<string, Finding>> {
		const look = this.newLook(true);
		const looked = await attempt(this.look(units, look));
		const undone = await attempt(this.undo(look));
		for (const done of [looked, undone]) if (!done.ok) throw done.error;
		return look.findings;
	}

	private newLook(isRecord: boolean): Look {
		const skipsKnown = this.wish.skipsKnown && isRecord;
		return { skipsKnown, findings: new Map(), added: [], marked: new Set() };
	}

	private async look(units: readonly string[], look: Look): Promise<void> {
		const { isDated, retries, submitsAgain } = this.wish;
		const { findings, skipsKnown } = look;
		if (skipsKnown) await this.known.checkRoom(units.length);
		// Each has a mark, too.
		await this.open.checkRoom(skipsKnown ? 2 * units.length : units.length);
		await this.claim(units, look);
		for (let looks = 1, left = those(findings, 'unclear'); left.length > 0 && looks < MOST_LOOKS; looks++) {
			await clock.sleep(DATED_AFTER_MS);
			await this.claim(left, look);
			left = those(findings, 'unclear');
		}
		if (isDated) await this.tellRecent(findings);
		if (skipsKnown) {
			const asked = those(findings, 'free');
			const before = await this.remember(asked.map(knownEntry), look);
			for (const unit of asked) if (before.has(knownEntry(unit))) findings.set(unit, 'known');
		}
		if (retries === undefined) return;
		const free = those(findings, 'free');
		const sent = submitsAgain
			? [...free, ...those(findings, 'open'), ...those(findings, 'openRecently')]
			: free;
		await this.tellRetried(sent, retries, look);
	}

	/** Claims what nobody holds. A unit is marked from before its claim stands until the look is over. */
	private async claim(units: readonly string[], { skipsKnown, findings, marked }: Look): Promise<void> {
		const open = units.map((unit) => this.openEntry(unit));
		const stood = await this.open.add([...(skipsKnown ? open.map(markOf) : []), ...open]);
		for (const unit of units) {
			const isOpen = stood.has(this.openEntry(unit));
			const isMarked = stood.has(markOf(this.openEntry(unit)));
			if (isOpen) this.foundOpen.add(unit);
			else this.foundOpen.delete(unit);
			findings.set(unit, !isOpen ? 'free' : isMarked ? 'unclear' : 'open');
			if (skipsKnown && !(isOpen && isMarked)) marked.add(unit);
		}
	}

	/** Ends a look whose free units may be sent. */
	private async keep({ findings, marked }: Look): Promise<void> {
		const { isDated, submitsAgain } = this.wish;
		const left = [...those(findings, 'known'), ...those(findings, 'retried')];
		await this.remove(
			left.filter((unit) => !this.foundOpen.has(unit)),
			marked,
		);
		// A key gives nothing of what is now submitted in another way.
		if (!isDated && submitsAgain) {
			const again = those(findings, 'open').map((unit) => this.openEntry(unit));
			await this.dates.remove(again);
		}
		// With Submit Again it is sent with a key that others do not know: none is to wait for it.
		if (isDated && !submitsAgain)
			this.dates.note(those(findings, 'free').map((unit) => this.openEntry(unit)));
	}

	/** Ends a look of which nothing is sent. What n8n keeps as known stays open, too: it is reported, not skipped. */
	private async undo({ findings, added, marked, isUnsettled }: Look): Promise<void> {
		await this.known.removeForGood(added);
		if (isUnsettled) return;
		await this.remove(
			[...findings.keys()].filter((unit) => !this.foundOpen.has(unit)),
			marked,
		);
	}

	/** Call before each attempt to send a dated unit; as `Dates.send`. */
	async send(unit: string, ownUntil?: number): Promise<boolean> {
		return await this.dates.send(this.openEntry(unit), ownUntil);
	}

	/** When another execution last sent an open unit, at the latest; `undefined` when its call has ended. */
	lastSent(unit: string): number | undefined {
		return this.dates.lastSent(this.openEntry(unit));
	}

	/** Call when the results of the units have been output, or they were certainly not charged. */
	async release(units: readonly string[]): Promise<void> {
		await this.remove(units);
	}

	/** Removes claims, then marks: as long as a claim stands, its mark does. */
	private async remove(units: readonly string[], marked: Iterable<string> = []): Promise<void> {
		// A claim of nothing to release does not wait for the dates of other claims.
		if (units.length > 0) await this.dates.idle();
		const entriesOf = (unit: string): string[] => {
			const open = this.openEntry(unit);
			const isDated = this.wish.isDated || this.foundOpen.has(unit);
			return isDated ? [open, ...this.dates.entriesOf(open)] : [open];
		};
		const marks = [...marked].map((unit) => markOf(this.openEntry(unit)));
		await this.open.removeForGood([...units.flatMap(entriesOf), ...marks]);
		this.dates.forget(units.map((unit) => this.openEntry(unit)));
	}

	/** Call before a unit is sent in a way that a later execution cannot repeat by its key. */
	async undate(unit: string): Promise<void> {
		await this.dates.remove([this.openEntry(unit)]);
	}

	/** Call when nothing is claimed or released any more. */
	async end(): Promise<void> {
		await this.dates.idle();
		await attempt(this.open.removeForGood(this.dates.outdated()));
		await this.open.end();
		await this.known.end();
	}

	/** Call when the results of units that were not free to send are output. */
	async know(units: readonly string[]): Promise<void> {
		if (this.wish.skipsKnown) await this.known.add(units.map(knownEntry));
	}

	/**
	 * Call when units were not charged: a later execution may send them.
	 * @param shared those that another execution had open, too: what it has output since stays known
	 */
	async forget(units: readonly string[], shared: readonly string[] = []): Promise<void> {
		const { retries, skipsKnown } = this.wish;
		const open = skipsKnown ? await this.open.add(shared.map((unit) => this.openEntry(unit))) : new Set();
		const output = new Set(shared.filter((unit) => !open.has(this.openEntry(unit))));
		const known = skipsKnown ? units.filter((unit) => !output.has(unit)).map(knownEntry) : [];
		const retried = retries === undefined ? [] : units.flatMap((unit) => retryEntries(retries, unit));
		await this.known.removeForGood([...known, ...retried]);
	}

	/** The share of the set of known units that is used. */
	async usage(): Promise<number> {
		return (await this.known.size()) / MOST_ENTRIES;
	}

	/** Records that this retry sends units, and tells those that another retry of the same execution has sent. */
	private async tellRetried(
		units: readonly string[],
		retries: NonNullable<Wish['retries']>,
		look: Look,
	): Promise<void> {
		const before = await this.remember(
			units.flatMap((unit) => retryEntries(retries, unit)),
			look,
		);
		const byOthers = units.filter((unit) => {
			const [anyRetry, thisRetry] = retryEntries(retries, unit);
			return before.has(anyRetry) && !before.has(thisRetry);
		});
		for (const unit of byOthers) look.findings.set(unit, 'retried');
		// This one does not send them; its next try would take them for its own.
		await this.known.removeForGood(byOthers.map((unit) => retryEntries(retries, unit)[1]));
	}

	/** Adds entries to the set that grows; returns those that were there. */
	private async remember(entries: readonly string[], look: Look): Promise<ReadonlySet<string>> {
		await this.known.checkRoom(entries.length);
		const before = await attempt(this.known.add(entries));
		if (!before.ok) {
			look.isUnsettled = before.error instanceof Unsettled;
			throw before.error;
		}
		for (const entry of entries) if (!before.value.has(entry)) look.added.push(entry);
		return before.value;
	}

	/** Tells open units that were sent recently from older ones, and from those released meanwhile. */
	private async tellRecent(findings: Map<string, Finding>): Promise<void> {
		await this.tellDates(findings);
		// Another run may have claimed it moments ago and not dated it yet, or be looking, too.
		if (those(findings, 'open').length === 0) return;
		await clock.sleep(DATED_AFTER_MS);
		await this.tellDates(findings);
	}

	private async tellDates(findings: Map<string, Finding>): Promise<void> {
		const open = those(findings, 'open');
		const found = await this.dates.look(open.map((unit) => this.openEntry(unit)));
		for (const unit of open) {
			const sent = found.get(this.openEntry(unit));
			if (sent?.isReleased) {
				findings.set(unit, 'free');
				this.foundOpen.delete(unit);
			} else if (sent?.isRecent) findings.set(unit, 'openRecently');
		}
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
/** Says that a run looks whether an open unit is known. */
const markOf = (open: string): string => `${open} perhaps known`;

const those = (findings: ReadonlyMap<string, Finding>, wanted: Finding): string[] =>
	[...findings].flatMap(([unit, finding]) => (finding === wanted ? unit : []));
