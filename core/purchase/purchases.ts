import { attempt, groupInTurns, inTurns } from '../base/async';
import { Memory } from '../base/memory';
import { isUncharged } from '../client/failure';
import { originOf, runStateOf, type Submission } from '../client/runState';
import type { Session } from '../client/session';
import { Ledger } from './ledger';
import { refusal } from './refusals';
import { Store, type Claim } from './store';

export type Status =
	| Claim
	/** Submitted by this execution, which may have taken it up from another one of this process. */
	| 'sent'
	| 'done';

type Progress =
	/** Not sent or refused: as it was before. */
	| 'unsent'
	/** May have been charged, and its result has not come out. */
	| 'open'
	/** Comes out if the run outputs its results. */
	| 'answered'
	/** May have been charged, but is missing in the result that came out. */
	| 'missing'
	| 'refunded';

interface Held {
	readonly progress: Progress;
	/**
	 * `other`: also sent by another execution, as another purchase that this one does not settle. `takenUp`: sent by an
	 * earlier attempt, or a batch of another execution that this one reads.
	 */
	readonly from: 'own' | 'other' | 'takenUp';
}

/**
 * By node and purchase key: the ID of a batch or job whose result has not come out; a later execution reads it, free.
 * Empty while an execution is about to submit it.
 */
const unreadIds = new Memory<string>(100_000);

/** What a run buys, by purchase key (contact, number, job): found in `Ledger`, else claimed in `Store`. */
export class Purchases {
	readonly ledger: Ledger;
	private readonly held = new Map<string, Held>();
	private readonly store: Store;
	/** Its ID; n8n copies the node on every `getNode` call. */
	private readonly node: string;

	private constructor(private readonly session: Session) {
		this.ledger = new Ledger(runStateOf(session.context));
		this.store = new Store(session.context, session.limits.skipsEnriched === true);
		this.node = session.context.getNode().id;
		// From now on, every retry knows its original execution.
		originOf(session.context);
	}

	static of(session: Session): Purchases {
		return session.shared(Purchases, () => new Purchases(session));
	}

	/** Only `free` keys may be sent. @param isFreeAgain asking again for what is pending is free */
	async claim(keys: readonly string[], isFreeAgain = false): Promise<ReadonlyMap<string, Status>> {
		const statuses = new Map<string, Status>();
		for (const key of keys) {
			if (this.held.has(key)) statuses.set(key, 'free');
			else if (this.ledger.find(key) !== undefined) statuses.set(key, 'sent');
		}
		const others = keys.filter((key) => !statuses.has(key));
		if (others.length === 0) return statuses;
		const { ifSentBefore = 'report' } = this.session.limits;
		const takenUp = new Map<string, string>();
		for (const [key, claim] of await this.store.claim(others)) {
			// Empty while an execution is about to submit it.
			const id = unreadIds.get(this.placeOf(key)) || undefined;
			if (claim === 'delivered') statuses.set(key, claim);
			else if (claim === 'free') this.hold(statuses, key, 'free', { progress: 'unsent', from: 'own' });
			else if (isFreeAgain || ifSentBefore === 'send')
				this.hold(statuses, key, 'free', { progress: 'unsent', from: 'other' });
			else if (ifSentBefore === 'done')
				this.hold(statuses, key, 'done', { progress: 'answered', from: 'other' });
			else if (id === undefined) statuses.set(key, claim);
			else {
				this.hold(statuses, key, 'sent', { progress: 'open', from: 'takenUp' });
				takenUp.set(key, id);
			}
		}
		const batches = await groupInTurns(takenUp.keys(), (key) => takenUp.get(key));
		for (const [id, own] of batches) this.ledger.sending(own, id);
		return statuses;
	}

	private hold(statuses: Map<string, Status>, key: string, status: Status, held: Held): void {
		statuses.set(key, status);
		this.held.set(key, held);
		if (held.from === 'own') unreadIds.keep(this.placeOf(key), '');
	}

	/** @throws UncertainWork, or MarkedAsDone, when it must not be sent */
	async claimOne(key: string, what: string): Promise<void> {
		const status = (await this.claim([key])).get(key) ?? 'free';
		if (status !== 'free' && status !== 'sent') throw refusal(status, what);
	}

	has(key: string): boolean {
		return this.held.has(key);
	}

	/** Counts as sent until the call is certainly not charged. */
	async send<T>(keys: readonly string[], call: (submission: Submission) => Promise<T>): Promise<T> {
		this.decide(keys, 'open');
		const sent = await attempt(call(this.ledger.sending(keys)));
		if (sent.ok) return sent.value;
		if (isUncharged(sent.error)) {
			this.ledger.drop(keys);
			this.decide(keys, 'unsent');
		}
		throw sent.error;
	}

	/** The last call counts. */
	decide(keys: readonly string[], progress: Progress): void {
		for (const key of keys) this.held.set(key, { from: this.held.get(key)?.from ?? 'takenUp', progress });
	}

	async release(keys: readonly string[]): Promise<void> {
		const unsent = keys.filter((key) => this.held.get(key)?.progress === 'unsent');
		const own = unsent.filter((key) => this.held.get(key)?.from === 'own');
		for (const key of unsent) this.held.delete(key);
		for (const key of own) unreadIds.forget(this.placeOf(key));
		await this.store.settle([], own);
	}

	/** Settles once it is decided whether results are output. @returns whether n8n stored it */
	async end(isOutput: boolean): Promise<boolean> {
		const settled = await attempt(this.settleHeld(isOutput));
		await attempt(this.store.end());
		this.held.clear();
		return settled.ok;
	}

	private async settleHeld(isOutput: boolean): Promise<void> {
		if (this.held.size === 0) return;
		const keysOf = (wanted: Progress, isOf: (held: Held, key: string) => boolean): string[] =>
			[...this.held].flatMap(([key, held]) => (held.progress === wanted && isOf(held, key) ? key : []));
		// What an earlier turn output is settled; another execution may have claimed it since.
		const delivered = keysOf('answered', (_, key) => isOutput && !this.ledger.isOutput(key));
		// Later executions report it; reading its batch again would output the records of others again.
		const missing = keysOf('missing', () => isOutput);
		const uncharged = [
			...keysOf('refunded', ({ from }) => from !== 'other'),
			...keysOf('unsent', ({ from }) => from === 'own'),
		];
		this.ledger.output([...delivered, ...missing]);
		const settled = new Set([...delivered, ...missing, ...uncharged]);
		const others = new Set<string>();
		for await (const [key, held] of inTurns(this.held)) {
			if (this.isOfAnother(key, held)) others.add(key);
			if (others.has(key)) continue;
			const id = this.ledger.find(key)?.id;
			if (settled.has(key)) unreadIds.forget(this.placeOf(key));
			else if (held.progress !== 'unsent' && id !== undefined) unreadIds.keep(this.placeOf(key), id);
		}
		const own = (keys: readonly string[]): string[] => keys.filter((key) => !others.has(key));
		await this.store.settle(own(delivered), own(uncharged));
	}

	/** Whether an execution has submitted anew what this one takes up; it settles its own purchase. */
	private isOfAnother(key: string, { from }: Held): boolean {
		const id = from === 'takenUp' ? this.ledger.find(key)?.id : undefined;
		return id !== undefined && (unreadIds.get(this.placeOf(key)) ?? id) !== id;
	}

	private placeOf(key: string): string {
		return `${this.session.context.getWorkflow().id} ${this.node} ${key}`;
	}
}
