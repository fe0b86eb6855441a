import type { IDataObject } from 'n8n-workflow';

import { clock } from '../base/clock';
import { fingerprint } from '../base/fingerprint';
import { UnreadableState, type RunState, type Submission } from '../client/runState';

const HASH_LENGTH = 12;
const HASHES = new RegExp(`.{${HASH_LENGTH}}`, 'g');
/** Short, since a batch has thousands, and still unique within an execution. */
const hashOf = (key: string): string => fingerprint(key).slice(0, HASH_LENGTH);
/** Placeholder for a key that this execution does not take up. */
const NOT_OURS = '-'.repeat(HASH_LENGTH);

interface Place {
	readonly submission: Submission;
	readonly at: number;
}

const VERSION = 1;
const OUTPUT = '1';
const NOT_OUTPUT = '0';

const hashesIn = ({ keys }: Submission): string[] => keys.match(HASHES) ?? [];

/** @throws UnreadableState when a later version of this package wrote the ledger; nothing may be sent then */
export function checkVersion({ ledger }: RunState): void {
	if (ledger === undefined || ledger.version === VERSION) return;
	throw new UnreadableState(
		"The saved state of this execution's earlier attempts can't be read",
		'A later version of this package has written it. Nothing was sent, as records could be paid for twice. Update the package and retry the execution, or start a new one: records without a result are remembered, and not sent again.',
	);
}

/** By purchase key: all runs of an execution take up what it submitted instead of paying again. */
export class Ledger {
	private readonly submissions: Submission[];
	private readonly byHash = new Map<string, Place>();

	constructor(state: RunState) {
		this.submissions = (state.ledger ??= { version: VERSION, submissions: [] }).submissions;
		for (const submission of this.submissions) this.index(submission);
	}

	find(...keys: readonly string[]): Submission | undefined {
		return this.placeOf(keys)?.submission;
	}

	private placeOf(keys: readonly string[]): Place | undefined {
		// Hashing the keys of a long list takes a while.
		if (this.byHash.size === 0) return undefined;
		return keys.map((key) => this.byHash.get(hashOf(key))).find((place) => place !== undefined);
	}

	group<T extends { readonly purchaseKeys: readonly string[] }>(
		all: Iterable<T>,
	): Map<Submission | undefined, T[]> {
		const groups = new Map<Submission | undefined, T[]>();
		for (const one of all) {
			const submission = this.find(...one.purchaseKeys);
			const group = groups.get(submission);
			if (group === undefined) groups.set(submission, [one]);
			else group.push(one);
		}
		return groups;
	}

	/** Call before sending, so that the keys count as sent even if the response is lost. */
	sending(keys: readonly string[], aliases: readonly number[] = []): Submission {
		const submission: Submission = {
			keys: keys.map(hashOf).join(''),
			...(aliases.length > 0 && { aliases }),
			at: clock.now(),
		};
		this.add(submission);
		return submission;
	}

	/** Takes up keys that another execution of this process submitted; others of it may have been refunded since. */
	adopt(other: Submission, keys: readonly string[]): void {
		const own = new Set(keys.map(hashOf));
		const hashes = hashesIn(other).map((hash) => (own.has(hash) ? hash : NOT_OURS));
		const { at, id, answer, aliases } = other;
		this.add({ keys: hashes.join(''), ...(aliases && { aliases }), at, id, answer });
	}

	accepted(submission: Submission, id: string, answer?: IDataObject): void {
		submission.id = id;
		if (answer !== undefined) submission.answer = answer;
	}

	/** Call when results are output; others of the same submission may come out in a further turn. */
	output(keys: readonly string[]): void {
		for (const [submission, own] of this.bySubmission(keys)) {
			const before = submission.output;
			const digits = hashesIn(submission).map((hash, at) =>
				own.has(hash) ? OUTPUT : (before?.[at] ?? NOT_OUTPUT),
			);
			submission.output = digits.join('');
		}
	}

	/** Of the first key that was submitted, as in `find`. */
	isOutput(...keys: readonly string[]): boolean {
		const place = this.placeOf(keys);
		return place?.submission.output?.[place.at] === OUTPUT;
	}

	drop(keys: readonly string[]): void {
		for (const [submission, own] of this.bySubmission(keys)) {
			const left = hashesIn(submission).map((hash) => (own.has(hash) ? NOT_OURS : hash));
			submission.keys = left.join('');
			for (const hash of own) this.byHash.delete(hash);
			if (left.every((hash) => hash === NOT_OURS))
				this.submissions.splice(this.submissions.indexOf(submission), 1);
		}
	}

	private bySubmission(keys: readonly string[]): Map<Submission, Set<string>> {
		const all = new Map<Submission, Set<string>>();
		for (const hash of keys.map(hashOf)) {
			const place = this.byHash.get(hash);
			if (place === undefined) continue;
			const own = all.get(place.submission);
			if (own === undefined) all.set(place.submission, new Set([hash]));
			else own.add(hash);
		}
		return all;
	}

	private add(submission: Submission): void {
		this.submissions.push(submission);
		this.index(submission);
	}

	private index(submission: Submission): void {
		for (const [at, hash] of hashesIn(submission).entries()) this.byHash.set(hash, { submission, at });
	}
}

/** In order of submission, as the caller's own where it has them. Of several sent as one, the others come last. */
export function inOrderOf<T extends { readonly purchaseKeys: readonly string[] }>(
	submission: Submission,
	own: readonly T[],
): Array<T | undefined> {
	const byHash = new Map(own.flatMap((one) => one.purchaseKeys.map((key) => [hashOf(key), one] as const)));
	const { aliases = [] } = submission;
	const hashes = hashesIn(submission);
	const count = hashes.length - aliases.length;
	const all = new Array<T | undefined>(count).fill(undefined);
	for (const [at, hash] of hashes.entries()) {
		const one = byHash.get(hash);
		if (one === undefined) continue;
		for (const key of one.purchaseKeys) byHash.delete(hashOf(key));
		const place = at < count ? at : aliases[at - count];
		if (all[place] === undefined) all[place] = one;
		else all.push(one);
	}
	return all;
}
