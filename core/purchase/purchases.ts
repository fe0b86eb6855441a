import { attempt } from '../base/async';
import { fingerprint } from '../base/fingerprint';
import { Memory } from '../base/memory';
import { originOf, runStateOf, type Submission } from '../client/runState';
import type { Session } from '../client/session';
import { Ledger } from './ledger';
import { Store, type Claim } from './store';

/** What a claim says of a purchase key to the run that makes it. */
export type Status =
	| Claim
	/** This execution has submitted it, or takes up what another one of this process has. */
	| 'sent'
	/** The user marks it as done. */
	| 'done';

/** What becomes of a purchase when the run ends. */
type Fate =
	/** It was not sent, or was refused: it is as it was before. */
	| 'unsent'
	/** It was or may have been charged, and its result has not come out. */
	| 'open'
	/** Its result comes out, provided that the run outputs its results. */
	| 'answered'
	/** It may have been charged, but the result that came out has nothing for it. */
	| 'missing'
	/** Its credit came back. */
	| 'refunded';

interface Held {
	fate: Fate;
	/** Another execution has sent it, too, or an earlier try of this one. */
	readonly isTakenOver: boolean;
	/** That was another purchase: that this one was refunded does not settle it. */
	readonly isOther?: boolean;
	/** Whether it is skipped from now on, if the user wants that. */
	readonly isRecord: boolean;
}

interface ClaimOptions {
	/** Whether what came out before is left out, if the user wants that. */
	readonly isRecord?: boolean;
	/** Whether it costs nothing to ask again for what is pending. */
	readonly isFreeAgain?: boolean;
}

/** A purchase whose result has not come out. */
export interface LeftOpen {
	readonly submission?: Submission;
}

const MOST_LEFT = 20_000;
const DAY_MS = 24 * 60 * 60_000;
/**
 * What runs of this process have left open, by node and purchase key: with the ID of its batch or job, a later execution
 * gets its result at no charge. For calls with an idempotency key, by account: until when one may be under way.
 */
const left = new Memory<LeftOpen>(MOST_LEFT, DAY_MS);

/** From this share on, users are told that the store is filling up. */
const NEARLY_FULL = 0.9;

/**
 * What a run buys, by purchase key (a contact, a number, a job), never by the body of a request. Before sending, a run
 * looks up what its execution has submitted (`Ledger`), then claims the rest (`Store`). `end` settles it once.
 */
export class Purchases {
	readonly ledger: Ledger;
	private readonly held = new Map<string, Held>();
	private readonly store: Store;

	private constructor(private readonly session: Session) {
		this.ledger = new Ledger(runStateOf(session.context));
		this.store = new Store(session.context);
		// From now on, every retry of the execution knows what it descends from.
		originOf(session.context);
	}

	static of(session: Session): Purchases {
		return session.part(Purchases, () => new Purchases(session));
	}

	/**
	 * Claims keys before they are sent.
	 * @returns for each what is known of it; `free` ones may be sent
	 * @throws StoreIsFull, or Error when n8n cannot store claims; nothing may be sent then
	 */
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
		const adopted = new Map<Submission, string[]>();
		for (const [key, claim] of await this.store.claim(others, skips)) {
			statuses.set(key, claim);
			if (claim === 'free') this.held.set(key, { fate: 'unsent', isTakenOver: false, isRecord });
			if (claim !== 'pending') continue;
			const { ifSentBefore = 'report' } = this.session.limits;
			const submission = ifSentBefore === 'report' ? this.leftOpen(key)?.submission : undefined;
			if (isFreeAgain || ifSentBefore === 'send') {
				statuses.set(key, 'free');
				this.held.set(key, { fate: 'unsent', isTakenOver: true, isOther: true, isRecord });
			} else if (ifSentBefore === 'done') {
				statuses.set(key, 'done');
				this.held.set(key, { fate: 'answered', isTakenOver: true, isRecord });
			} else if (submission?.id !== undefined) {
				statuses.set(key, 'sent');
				this.held.set(key, { fate: 'open', isTakenOver: true, isRecord });
				const own = adopted.get(submission);
				if (own === undefined) adopted.set(submission, [key]);
				else own.push(key);
			}
		}
		for (const [submission, own] of adopted) this.ledger.adopt(submission, own);
		return statuses;
	}

	/** Claims one key. */
	async claimOne(key: string, options?: ClaimOptions): Promise<Status> {
		return (await this.claim([key], options)).get(key) ?? 'free';
	}

	/** Whether this run has claimed a purchase or taken it up. */
	has(key: string): boolean {
		return this.held.has(key);
	}

	/** Whether a purchase that this run holds was pending before. */
	isTakenOver(key: string): boolean {
		return this.held.get(key)?.isTakenOver === true;
	}

	/** Call before sending; `further` as in `Ledger`. */
	sending(keys: readonly string[], further?: readonly number[]): Submission {
		this.decide(keys, 'open');
		return this.ledger.sending(keys, further);
	}

	/** Records what became of purchases; the last call counts. */
	decide(keys: readonly string[], fate: Fate): void {
		for (const key of keys) {
			const { isTakenOver = true, isRecord = true, ...before } = this.held.get(key) ?? {};
			this.held.set(key, { ...before, fate, isTakenOver, isRecord });
			// A further turn asks anew: its idempotency key would give the failure.
			if (fate === 'refunded' && this.ledger.find(key)?.byKey !== undefined) this.ledger.drop([key]);
		}
	}

	/** Gives claimed keys back unsent. */
	async release(keys: readonly string[]): Promise<void> {
		const unsent = keys.filter((key) => this.held.get(key)?.fate === 'unsent');
		const own = unsent.filter((key) => !this.isTakenOver(key));
		for (const key of unsent) this.held.delete(key);
		await this.store.settle({ delivered: [], known: [], uncharged: own, takenOver: [] });
	}

	/** What a run of this process has left open, of this node or of the account. */
	leftOpen(key: string, of?: string): LeftOpen | undefined {
		return left.get(this.placeOf(key, of));
	}

	/** Records what this process should know of an open purchase; nothing when it is not open any more. */
	leave(key: string, open: LeftOpen | undefined, of?: string): void {
		if (open === undefined) left.forget(this.placeOf(key, of));
		else left.keep(this.placeOf(key, of), open);
	}

	/**
	 * Settles the purchases of this run. Call once, when it is decided whether results are output.
	 * @returns whether n8n stored it
	 */
	async end(isOutput: boolean): Promise<boolean> {
		const settled = await attempt(this.settle(isOutput));
		await attempt(this.store.end());
		this.held.clear();
		return settled.ok;
	}

	private async settle(isOutput: boolean): Promise<void> {
		if (this.held.size === 0) return;
		const by = (wanted: Fate): string[] =>
			[...this.held].flatMap(([key, { fate }]) => (fate === wanted ? key : []));
		// What an earlier turn has output is settled; another execution may have claimed it since.
		const isSettled = (key: string): boolean => this.isTakenOver(key) && this.ledger.isOutput(key);
		const delivered = isOutput ? by('answered').filter((key) => !isSettled(key)) : [];
		// Later executions report it; to read its batch again would output the records of others again.
		const missing = isOutput ? by('missing') : [];
		const refunded = by('refunded').filter((key) => this.held.get(key)?.isOther !== true);
		const uncharged = [...refunded, ...by('unsent').filter((key) => !this.isTakenOver(key))];
		const takenOver = refunded.filter((key) => this.isTakenOver(key));
		this.ledger.output([...delivered, ...missing]);
		const settled = new Set([...delivered, ...missing, ...uncharged]);
		for (const [key, { fate }] of this.held) {
			if (settled.has(key)) this.leave(key, undefined);
			else if (fate !== 'unsent') this.leave(key, { submission: this.ledger.find(key) });
		}
		const isKnown = (key: string): boolean =>
			this.session.limits.skipsEnriched === true && this.held.get(key)?.isRecord === true;
		await this.store.settle({ delivered, known: delivered.filter(isKnown), uncharged, takenOver });
		await this.warnWhenFull();
	}

	private placeOf(key: string, of = this.session.context.getNode().id): string {
		return fingerprint(of, key);
	}

	private async warnWhenFull(): Promise<void> {
		if (!this.session.limits.skipsEnriched) return;
		const usage = await this.store.usage();
		if (usage < NEARLY_FULL) return;
		this.session.hint(
			`${Math.floor(usage * 100)} % of the records that n8n can remember for this node are used. When none are left, the node refuses to run. Duplicate the node in time: the copy starts with an empty memory; give it new records only, it would pay for the old ones again.`,
		);
	}
}
