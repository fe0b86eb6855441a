import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import { clock } from '../base/clock';
import { fingerprint } from '../base/fingerprint';
import { runStateOf, type SentWork } from '../client/runState';

const HASH_LENGTH = 12;
const HASHES = new RegExp(`.{${HASH_LENGTH}}`, 'g');
/** Short, since a batch has thousands, and still unique within an execution. */
const hashOf = (unit: string): string => fingerprint(unit).slice(0, HASH_LENGTH);
/** Keeps the place of a unit that this execution does not take up. */
const NOT_OURS = '-'.repeat(HASH_LENGTH);

/** Where a unit stands among those that were sent. */
interface Place {
	readonly work: SentWork;
	readonly at: number;
}

const OUTPUT = '1';
const NOT_OUTPUT = '0';

const hashesIn = ({ units }: SentWork): string[] => units.match(HASHES) ?? [];

/**
 * What this execution has sent, kept with it: its retry attempts, turns and agent calls take up what an earlier one
 * has sent instead of paying for it again.
 */
export class SentWorks {
	private readonly works: SentWork[];
	private readonly byUnit = new Map<string, Place>();

	constructor(context: IExecuteFunctions) {
		this.works = runStateOf(context).sent ??= [];
		for (const work of this.works) this.index(work);
	}

	find(unit: string): SentWork | undefined {
		return this.byUnit.get(hashOf(unit))?.work;
	}

	/** The work in which one of these units was sent. */
	findAny(units: readonly string[]): SentWork | undefined {
		return this.placeOf(units)?.work;
	}

	private placeOf(units: readonly string[]): Place | undefined {
		// Hashing the units of a long list takes a while.
		if (this.byUnit.size === 0) return undefined;
		return units.map((unit) => this.byUnit.get(hashOf(unit))).find((place) => place !== undefined);
	}

	/** Groups what has units by the work in which they were sent; `undefined` for what was not. */
	group<T extends { readonly units: readonly string[] }>(all: Iterable<T>): Map<SentWork | undefined, T[]> {
		const groups = new Map<SentWork | undefined, T[]>();
		for (const one of all) {
			const work = this.findAny(one.units);
			const group = groups.get(work);
			if (group === undefined) groups.set(work, [one]);
			else group.push(one);
		}
		return groups;
	}

	/**
	 * Call before sending, so that the units are known to be sent even if the response is lost.
	 * @param further for each of the last units, the place of the contact of which it is a further one
	 * @param isShared whether another execution has sent them, too
	 */
	sending(units: readonly string[], further: readonly number[] = [], isShared = false): SentWork {
		const work: SentWork = {
			units: units.map(hashOf).join(''),
			...(further.length > 0 && { further }),
			...(isShared && { isShared }),
			at: clock.now(),
		};
		this.works.push(work);
		this.index(work);
		return work;
	}

	/** Takes up units that another execution has sent; others of the same work may have been refunded since. */
	adopt(other: SentWork, units: readonly string[]): void {
		const { at, id, answer, further } = other;
		const own = new Set(units.map(hashOf));
		const hashes = hashesIn(other).map((hash) => (own.has(hash) ? hash : NOT_OURS));
		const work: SentWork = {
			...{ units: hashes.join(''), isShared: true, at, id, answer },
			...(further && { further }),
		};
		this.works.push(work);
		this.index(work);
	}

	accepted(work: SentWork, id: string, answer?: IDataObject): void {
		work.id = id;
		if (answer !== undefined) work.answer = answer;
	}

	/** Call when the results of units are output; others of the same work may come out in a further turn. */
	output(units: readonly string[]): void {
		for (const [work, own] of this.byWork(units)) {
			const before = work.output;
			const digits = hashesIn(work).map((hash, at) =>
				own.has(hash) ? OUTPUT : (before?.[at] ?? NOT_OUTPUT),
			);
			work.output = digits.join('');
		}
	}

	/** Whether the result has been output of that of these units by which `findAny` finds them. */
	isOutput(...units: readonly string[]): boolean {
		const place = this.placeOf(units);
		return place?.work.output?.[place.at] === OUTPUT;
	}

	/** Call when the units were not charged, or their response is kept: they need no entry. */
	forget(work: SentWork): void {
		this.works.splice(this.works.indexOf(work), 1);
		for (const hash of hashesIn(work)) if (this.byUnit.get(hash)?.work === work) this.byUnit.delete(hash);
	}

	/** Call when units were refunded: they may be sent again. Others of the same work may have been paid for. */
	drop(units: readonly string[]): void {
		for (const [work, own] of this.byWork(units)) {
			const left = hashesIn(work).map((hash) => (own.has(hash) ? NOT_OURS : hash));
			work.units = left.join('');
			for (const hash of own) this.byUnit.delete(hash);
			if (left.every((hash) => hash === NOT_OURS)) this.forget(work);
		}
	}

	/** The hashes of units that were sent, by the work in which they were. */
	private byWork(units: readonly string[]): Map<SentWork, Set<string>> {
		const all = new Map<SentWork, Set<string>>();
		for (const hash of units.map(hashOf)) {
			const place = this.byUnit.get(hash);
			if (place === undefined) continue;
			const own = all.get(place.work);
			if (own === undefined) all.set(place.work, new Set([hash]));
			else own.add(hash);
		}
		return all;
	}

	private index(work: SentWork): void {
		for (const [at, hash] of hashesIn(work).entries()) this.byUnit.set(hash, { work, at });
	}
}

/**
 * The contacts of earlier sent work, in order, each as the caller's own where it has it; each of those once. Of several
 * that were sent as one, the others stand behind all.
 */
export function inOrderOf<T extends { readonly units: readonly string[] }>(
	work: SentWork,
	own: readonly T[],
): Array<T | undefined> {
	const byHash = new Map(own.flatMap((one) => one.units.map((unit) => [hashOf(unit), one] as const)));
	const { further = [] } = work;
	const hashes = hashesIn(work);
	const count = hashes.length - further.length;
	const all = new Array<T | undefined>(count).fill(undefined);
	for (const [at, hash] of hashes.entries()) {
		const one = byHash.get(hash);
		if (one === undefined) continue;
		for (const unit of one.units) byHash.delete(hashOf(unit));
		const place = at < count ? at : further[at - count];
		if (all[place] === undefined) all[place] = one;
		else all.push(one);
	}
	return all;
}
