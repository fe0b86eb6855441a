import { attempt, groupInTurns, inTurns } from '../base/async';
import { Memory } from '../base/memory';
import { originOf, runStateOf, type Submission } from '../client/runState';
import type { Session } from '../client/session';
import { Ledger } from './ledger';
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
	progress: Progress;
	/** Also sent by another execution, or by an earlier try of this one. */
	readonly isTakenOver: boolean;
	/** Sent there as another purchase: a refund of this one does not settle it. */
	readonly isOther?: boolean;
	/** Skipped from now on, if the user wants that. */
	readonly isRecord: boolean;
}

interface ClaimOptions {
	readonly isRecord?: boolean;
	/** Asking again for what is pending is free. */
	readonly isFreeAgain?: boolean;
}

interface LeftOpen {
	readonly submission?: Submission;
}

const MOST_LEFT = 20_000;
// By node and purchase key: with the ID of its batch or job, a later execution gets the result free. For calls
// with an idempotency key, by account: one may still be under way.
const left = new Memory<LeftOpen>(MOST_LEFT);

/** What a run buys, by purchase key (contact, number, job): found in `Ledger`, else claimed in `Store`. */
export class Purchases {
	readonly ledger: Ledger;
	private readonly held = new Map<string, Held>();
	private readonly store: Store;
	/** Its ID; n8n copies the node on every `getNode` call. */
	private readonly node: string;

	private constructor(private readonly session: Session) {
		this.ledger = new Ledger(runStateOf(session.context));
		this.store = new Store(session.context);
		this.node = session.context.getNode().id;
		// From now on, every retry knows its original execution.
		originOf(session.context);
	}

	static of(session: Session): Purchases {
		return session.part(Purchases, () => new Purchases(session));
	}

	/** Only `free` keys may be sent. @throws StoreIsFull, or Error when n8n cannot store claims */
	async claim(
		keys: readonly string[],
		{ isRecord = true, isFreeAgain = false }: ClaimOptions = {},
	): Promise<ReadonlyMap<string, Status>> {
		const statuses = new Map<string, Status>();
		for (const key of keys) {
			if (this.held.has(key)) statuses.set(key, 'free');
			else if (this.ledger.find(key) !== undefined) statuses.set(key, 'sent');
		}
		const others = keys.filter((key) => !statuses.has(key));
		if (others.length === 0) return statuses;
		const skips = this.session.limits.skipsEnriched === true && isRecord;
		const adopted: Array<readonly [Submission, string]> = [];
		for (const [key, claim] of await this.store.claim(others, skips)) {
			statuses.set(key, claim);
			if (claim === 'free') this.held.set(key, { progress: 'unsent', isTakenOver: false, isRecord });
			if (claim !== 'pending') continue;
			const { ifSentBefore = 'report' } = this.session.limits;
			const submission = ifSentBefore === 'report' ? this.leftOpen(key)?.submission : undefined;
			if (isFreeAgain || ifSentBefore === 'send') {
				statuses.set(key, 'free');
				this.held.set(key, { progress: 'unsent', isTakenOver: true, isOther: true, isRecord });
			} else if (ifSentBefore === 'done') {
				statuses.set(key, 'done');
				this.held.set(key, { progress: 'answered', isTakenOver: true, isRecord });
			} else if (submission?.id !== undefined) {
				statuses.set(key, 'sent');
				this.held.set(key, { progress: 'open', isTakenOver: true, isRecord });
				adopted.push([submission, key]);
			}
		}
		const bySubmission = await groupInTurns(adopted, ([submission]) => submission);
		for (const [submission, own] of bySubmission) {
			const ownKeys = own.map(([, key]) => key);
			this.ledger.adopt(submission, ownKeys);
		}
		return statuses;
	}

	async claimOne(key: string, options?: ClaimOptions): Promise<Status> {
		return (await this.claim([key], options)).get(key) ?? 'free';
	}

	has(key: string): boolean {
		return this.held.has(key);
	}

	private isTakenOver(key: string): boolean {
		return this.held.get(key)?.isTakenOver === true;
	}

	sending(keys: readonly string[], count?: number): Submission {
		this.decide(keys, 'open');
		return this.ledger.sending(keys, count);
	}

	/** The last call counts. */
	decide(keys: readonly string[], progress: Progress): void {
		for (const key of keys) {
			const { isTakenOver = true, isRecord = true, ...before } = this.held.get(key) ?? {};
			this.held.set(key, { ...before, progress, isTakenOver, isRecord });
			// A further turn asks anew: the same idempotency key would repeat the failure.
			if (progress === 'refunded' && this.ledger.find(key)?.byKey !== undefined) this.ledger.drop([key]);
		}
	}

	async release(keys: readonly string[]): Promise<void> {
		const unsent = keys.filter((key) => this.held.get(key)?.progress === 'unsent');
		const own = unsent.filter((key) => !this.isTakenOver(key));
		for (const key of unsent) this.held.delete(key);
		await this.store.settle({ uncharged: own });
	}

	/** @param of account; by default, this node */
	leftOpen(key: string, of?: string): LeftOpen | undefined {
		return left.get(this.placeOf(key, of));
	}

	leave(key: string, open: LeftOpen | undefined, of?: string): void {
		if (open === undefined) left.forget(this.placeOf(key, of));
		else left.keep(this.placeOf(key, of), open);
	}

	/** Settles once it is decided whether results are output. @returns whether n8n stored it */
	async end(isOutput: boolean): Promise<boolean> {
		const settled = await attempt(this.settle(isOutput));
		await attempt(this.store.end());
		this.held.clear();
		return settled.ok;
	}

	private async settle(isOutput: boolean): Promise<void> {
		if (this.held.size === 0) return;
		const by = (wanted: Progress): string[] =>
			[...this.held].flatMap(([key, { progress }]) => (progress === wanted ? key : []));
		// What an earlier turn output is settled; another execution may have claimed it since.
		const isSettled = (key: string): boolean => this.isTakenOver(key) && this.ledger.isOutput(key);
		const delivered = isOutput ? by('answered').filter((key) => !isSettled(key)) : [];
		// Later executions report it; reading its batch again would output the records of others again.
		const missing = isOutput ? by('missing') : [];
		const refunded = by('refunded').filter((key) => this.held.get(key)?.isOther !== true);
		const uncharged = [...refunded, ...by('unsent').filter((key) => !this.isTakenOver(key))];
		const takenOver = refunded.filter((key) => this.isTakenOver(key));
		this.ledger.output([...delivered, ...missing]);
		const settled = new Set([...delivered, ...missing, ...uncharged]);
		for await (const [key, { progress }] of inTurns(this.held)) {
			if (settled.has(key)) this.leave(key, undefined);
			else if (progress !== 'unsent') this.leave(key, { submission: this.ledger.find(key) });
		}
		const isKnown = (key: string): boolean =>
			this.session.limits.skipsEnriched === true && this.held.get(key)?.isRecord === true;
		await this.store.settle({ delivered, known: delivered.filter(isKnown), uncharged, takenOver });
	}

	private placeOf(key: string, of = this.node): string {
		return `${of} ${key}`;
	}
}
