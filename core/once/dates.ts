import { limits } from '../../contract/model/limits';
import { attempt } from '../base/async';
import { clock } from '../base/clock';
import { STANDS_AFTER_MS, type EntryStore } from './store';

/** What is known of when another execution sent an open unit. */
export interface Sent {
	/** It holds the unit no more: now this run does. */
	readonly isReleased: boolean;
	/** Its idempotency key is valid still. */
	readonly isRecent: boolean;
}

/** An entry says that a unit was sent in a span of time. */
interface Spans {
	readonly name: string;
	readonly ms: number;
	/** Spans that are looked for, the present one included. */
	readonly count: number;
}

const HOUR_MS = 60 * 60_000;
const PERIOD_MS = 4 * HOUR_MS;
/** What was sent in the oldest of them is younger than an idempotency key gets, with a period to spare. */
const PERIODS: Spans = {
	name: 'period',
	ms: PERIOD_MS,
	count: Math.floor((limits.idempotencyKeyHours * HOUR_MS) / PERIOD_MS) - 1,
};
/** A call that was begun in one of them may still be under way. */
const SLOTS: Spans = { name: 'slot', ms: 20_000, count: 6 };

/** Most times that slots are noted until they are certainly this run's: by then, a look is over. */
const SENDS = 6;

const at = ({ ms }: Spans, time: number): number => Math.floor(time / ms);
const presentOf = (spans: Spans): number => at(spans, clock.now());
const entryOf = (open: string, { name }: Spans, span: number): string => `${open} ${name} ${span}`;
/** The entries of an open unit for all spans that are looked for, the present one first. */
const entriesOf = (open: string, spans: Spans): string[] =>
	Array.from({ length: spans.count }, (_, ago) => entryOf(open, spans, presentOf(spans) - ago));

/** Says that a run looks when an open unit was sent. */
const lookAt = (open: string): string => `${open} looked at`;

/**
 * When open units were sent, in the same set of n8n's store, for calls that another execution can repeat by their key.
 * Units go by their open entry.
 */
export class Dates {
	/** Ends when all dates of this run are written. */
	private writing: Promise<unknown> = Promise.resolve();
	private readonly lastSlots = new Map<string, number>();
	/** The slots in which this run has noted that it sends a unit, in order. */
	private readonly noted = new Map<string, number[]>();

	constructor(private readonly store: EntryStore) {}

	/** All entries that may stand for a unit. The look outlasts the dates that it has added, if removed in this order. */
	entriesOf(open: string): string[] {
		// A run may last for longer than what it has noted is looked for.
		const own = (this.noted.get(open) ?? []).flatMap((slot) => [
			entryOf(open, PERIODS, at(PERIODS, slot * SLOTS.ms)),
			entryOf(open, SLOTS, slot),
		]);
		const all = new Set([...entriesOf(open, PERIODS), ...entriesOf(open, SLOTS), ...own]);
		return [...all, lookAt(open)];
	}

	/** Call when all entries of units are removed. */
	forget(units: readonly string[]): void {
		for (const open of units) this.noted.delete(open);
	}

	/** What this run has noted of units that stay open, and nobody looks for: who settles them does not know of it. */
	outdated(): string[] {
		const oldest = presentOf(SLOTS) - SLOTS.count;
		return [...this.noted].flatMap(([open, slots]) =>
			slots
				.filter((slot) => slot <= oldest || slot !== slots.at(-1))
				.map((slot) => entryOf(open, SLOTS, slot)),
		);
	}

	/** Notes that units are sent now. It does not hold up the sending: without a date, a unit counts as sent long ago. */
	note(units: readonly string[]): void {
		for (const open of units) this.addNoted(open, [presentOf(SLOTS)]);
		const entries = units.flatMap((open) => [entriesOf(open, PERIODS)[0], entriesOf(open, SLOTS)[0]]);
		this.writing = Promise.all([this.writing, attempt(this.store.add(entries))]);
	}

	/** Resolves when no entry is written any more. */
	async idle(): Promise<void> {
		await this.writing;
	}

	private addNoted(open: string, slots: readonly number[]): void {
		this.noted.set(open, [...(this.noted.get(open) ?? []), ...slots]);
	}

	/**
	 * Call before each attempt to send a unit, so that no other execution sends it meanwhile.
	 * @param ownUntil when an earlier try of this execution last sent it
	 * @returns whether this run may send it: another one may have noted since that it does
	 * @throws Error when n8n cannot store it; the unit must not be sent then
	 */
	async send(open: string, ownUntil = 0): Promise<boolean> {
		const present = presentOf(SLOTS);
		const last = Math.max(
			this.noted.get(open)?.at(-1) ?? 0,
			this.lastSlots.get(open) ?? 0,
			at(SLOTS, ownUntil),
			present - SLOTS.count,
		);
		const slots = Array.from({ length: present - last }, (_, i) => last + 1 + i);
		const entries = slots.map((slot) => entryOf(open, SLOTS, slot));
		for (let tries = 1; tries <= SENDS; tries++) {
			const stood = await this.store.add(entries);
			if (stood.size === 0) {
				this.addNoted(open, slots);
				return true;
			}
			await this.store.removeForGood(entries.filter((entry) => !stood.has(entry)));
			// One that is there may be that of a look, which removes it again.
			await clock.sleep(STANDS_AFTER_MS * (1 + clock.random()));
		}
		return false;
	}

	/** Call before units are sent in a way that a later execution cannot repeat by their key. */
	async remove(units: readonly string[]): Promise<void> {
		await this.idle();
		await this.store.removeForGood(units.flatMap((open) => entriesOf(open, PERIODS)));
	}

	/** When another execution last sent a unit, at the latest; `undefined` when its call has ended. */
	lastSent(open: string): number | undefined {
		const slot = this.lastSlots.get(open);
		return slot === undefined ? undefined : (slot + 1) * SLOTS.ms;
	}

	/**
	 * Looks when open units were sent. Looking adds dates that say nothing. If the process is killed before it removes
	 * them, the entry of the look stays, too, and no date of the unit counts any more.
	 */
	async look(units: readonly string[]): Promise<ReadonlyMap<string, Sent>> {
		const added = units.flatMap((open) => this.entriesOf(open));
		const stood = await this.store.add([...units, ...added]);
		const found = units.map((open): [string, Sent] => {
			const isDated = entriesOf(open, PERIODS).some((entry) => stood.has(entry));
			const isTrue = !stood.has(lookAt(open));
			const slotsAgo = entriesOf(open, SLOTS).findIndex((entry) => stood.has(entry));
			if (isTrue && slotsAgo >= 0) this.lastSlots.set(open, presentOf(SLOTS) - slotsAgo);
			return [open, { isReleased: !stood.has(open), isRecent: isDated && isTrue }];
		});
		await this.store.removeForGood(added.filter((entry) => !stood.has(entry)));
		return new Map(found);
	}
}
