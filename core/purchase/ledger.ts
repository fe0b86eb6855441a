import { clock } from '../base/clock';
import { HASH_LENGTH, shortHash } from '../base/fingerprint';
import { defined } from '../base/json';
import { UnreadableState, type LedgerState, type RunState, type Submission } from '../client/runState';

const HASHES = new RegExp(`.{${HASH_LENGTH}}`, 'g');
const hashesIn = (hashes = ''): string[] => hashes.match(HASHES) ?? [];

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
	private readonly state: LedgerState;
	private readonly byHash = new Map<string, Submission>();
	private readonly outputs: Set<string>;

	constructor(state: RunState) {
		this.state = state.ledger ??= { version: VERSION, submissions: [] };
		this.outputs = new Set(hashesIn(this.state.output));
		for (const submission of this.state.submissions) this.index(submission);
	}

	/** What was submitted under the first of the keys that was. */
	find(...keys: readonly string[]): Submission | undefined {
		return this.byHash.get(this.hashIn(keys));
	}

	/** Of the first key that was submitted, as in `find`. */
	isOutput(...keys: readonly string[]): boolean {
		return this.outputs.has(this.hashIn(keys));
	}

	private hashIn(keys: readonly string[]): string {
		// Hashing the keys of a long list takes a while.
		if (this.byHash.size === 0) return '';
		return keys.map(shortHash).find((hash) => this.byHash.has(hash)) ?? '';
	}

	/** @param id of a batch or job that another execution of this process submitted */
	sending(keys: readonly string[], id?: string): Submission {
		const hashes = keys.map(shortHash);
		const submission: Submission = { keys: hashes.join(''), at: clock.now(), ...defined({ id }) };
		this.state.submissions.push(submission);
		this.index(submission);
		// Sent again, it has to come out again.
		if (hashes.filter((hash) => this.outputs.delete(hash)).length > 0) this.storeOutputs();
		return submission;
	}

	/** Call when results are output; others of the same submission may come out in a further turn. */
	output(keys: readonly string[]): void {
		for (const hash of keys.map(shortHash)) if (this.byHash.has(hash)) this.outputs.add(hash);
		this.storeOutputs();
	}

	/** Forgets that the keys were sent: a later attempt sends them. */
	drop(keys: readonly string[]): void {
		if (keys.length === 0) return;
		for (const hash of keys.map(shortHash)) this.byHash.delete(hash);
		for (const submission of this.state.submissions) {
			const left = hashesIn(submission.keys).filter((hash) => this.byHash.get(hash) === submission);
			submission.keys = left.join('');
		}
		this.state.submissions = this.state.submissions.filter(({ keys: left }) => left !== '');
	}

	private storeOutputs(): void {
		this.state.output = [...this.outputs].join('');
	}

	private index(submission: Submission): void {
		for (const hash of hashesIn(submission.keys)) this.byHash.set(hash, submission);
	}
}
