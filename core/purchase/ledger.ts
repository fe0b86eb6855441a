import type { IDataObject } from 'n8n-workflow';

import { clock } from '../base/clock';
import { fingerprint } from '../base/fingerprint';
import { UnreadableState, type RunState, type Submission } from '../client/runState';

const HASH_LENGTH = 12;
const HASHES = new RegExp(`.{${HASH_LENGTH}}`, 'g');
/** Short, since a batch has thousands, and still unique within an execution. */
const hashOf = (key: string): string => fingerprint(key).slice(0, HASH_LENGTH);
const hashesIn = (hashes = ''): string[] => hashes.match(HASHES) ?? [];

interface Place {
	readonly submission: Submission;
	isOutput: boolean;
}

const VERSION = 1;

/** @throws UnreadableState when a later version of this package wrote the ledger; nothing may be sent then */
export function checkVersion({ ledger }: RunState): void {
	if (ledger === undefined || ledger.version === VERSION) return;
	throw new UnreadableState(
		"The saved state of this execution's earlier attempts can't be read",
		'It was written by a later version of this package. Nothing was sent, as records could be paid for twice. Update the package and retry the execution, or start a new one: records without a result are remembered, and not sent again.',
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

	/**
	 * Call before sending, so that the keys count as sent even if the response is lost.
	 * @param count of what is bought, which may have several keys each
	 */
	sending(keys: readonly string[], count = keys.length): Submission {
		return this.add({ keys: keys.map(hashOf).join(''), count, at: clock.now() });
	}

	/** Takes up keys that another execution of this process submitted; others of it may have been refunded since. */
	adopt({ count, at, id, answer }: Submission, keys: readonly string[]): void {
		this.add({ keys: keys.map(hashOf).join(''), count, at, id, answer });
	}

	accepted(submission: Submission, id: string, answer?: IDataObject): void {
		submission.id = id;
		if (answer !== undefined) submission.answer = answer;
	}

	/** Call when results are output; others of the same submission may come out in a further turn. */
	output(keys: readonly string[]): void {
		this.change(keys, (place) => (place.isOutput = true));
	}

	/** Of the first key that was submitted, as in `find`. */
	isOutput(...keys: readonly string[]): boolean {
		return this.placeOf(keys)?.isOutput === true;
	}

	drop(keys: readonly string[]): void {
		this.change(keys, (_, hash) => this.byHash.delete(hash));
	}

	private change(keys: readonly string[], change: (place: Place, hash: string) => void): void {
		const changed = new Set<Submission>();
		for (const hash of keys.map(hashOf)) {
			const place = this.byHash.get(hash);
			if (place === undefined) continue;
			change(place, hash);
			changed.add(place.submission);
		}
		for (const submission of changed) this.store(submission);
	}

	private store(submission: Submission): void {
		const all = [...hashesIn(submission.keys), ...hashesIn(submission.output)];
		const own = all.filter((hash) => this.byHash.get(hash)?.submission === submission);
		if (own.length === 0) this.submissions.splice(this.submissions.indexOf(submission), 1);
		const isOutput = (hash: string): boolean => this.byHash.get(hash)?.isOutput === true;
		submission.keys = own.filter((hash) => !isOutput(hash)).join('');
		submission.output = own.filter(isOutput).join('');
	}

	private add(submission: Submission): Submission {
		this.submissions.push(submission);
		this.index(submission);
		return submission;
	}

	private index(submission: Submission): void {
		const { keys, output } = submission;
		for (const hash of hashesIn(keys)) this.byHash.set(hash, { submission, isOutput: false });
		for (const hash of hashesIn(output)) this.byHash.set(hash, { submission, isOutput: true });
	}
}
