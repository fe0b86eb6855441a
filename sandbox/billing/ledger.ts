import type { Wallet } from '../../contract/model/billing';
import type { Clock } from '../base/clock';
import { insufficientCredits } from '../base/refusal';

/** One change of the account's credits. */
export interface LedgerEntry {
	readonly time: number;
	readonly kind: 'charge' | 'refund' | 'deposit';
	readonly wallet: Wallet;
	readonly amount: number;
	readonly reason: string;
	readonly endpoint?: string;
	readonly requestId?: number;
	readonly batchId?: string;
}

/** What a change of credits is for. */
export type LedgerNote = Pick<LedgerEntry, 'wallet' | 'reason' | 'endpoint' | 'requestId' | 'batchId'>;

type Totals = Record<LedgerEntry['kind'], Record<Wallet, number>>;

/** The account's credits; the only code that changes them. */
export class Ledger {
	readonly entries: LedgerEntry[] = [];
	private readonly totals: Totals = {
		charge: { b2b: 0, b2c: 0 },
		refund: { b2b: 0, b2c: 0 },
		deposit: { b2b: 0, b2c: 0 },
	};

	constructor(
		private readonly clock: Clock,
		private readonly keep: number,
		private readonly changed: (entry: LedgerEntry) => void,
	) {}

	balance(wallet: Wallet): number {
		return this.totals.deposit[wallet] + this.totals.refund[wallet] - this.totals.charge[wallet];
	}

	/** Credits taken since the start, refunds not counted against them. */
	charged(wallet?: Wallet): number {
		return this.sum('charge', wallet);
	}

	refunded(wallet?: Wallet): number {
		return this.sum('refund', wallet);
	}

	/** Takes credits, or refuses with 402 when the wallet holds fewer. */
	charge(amount: number, note: LedgerNote): void {
		if (this.balance(note.wallet) < amount) throw insufficientCredits(note.wallet);
		this.write('charge', amount, note);
	}

	refund(amount: number, note: LedgerNote): void {
		this.write('refund', amount, note);
	}

	/** Makes the wallet hold this much. */
	set(wallet: Wallet, amount: number): void {
		this.write('deposit', amount - this.balance(wallet), { wallet, reason: 'credits set' });
	}

	private sum(kind: LedgerEntry['kind'], wallet?: Wallet): number {
		return wallet === undefined ? this.totals[kind].b2b + this.totals[kind].b2c : this.totals[kind][wallet];
	}

	private write(kind: LedgerEntry['kind'], amount: number, note: LedgerNote): void {
		if (amount === 0) return;
		this.totals[kind][note.wallet] += amount;
		const entry: LedgerEntry = { time: this.clock.now(), kind, amount, ...note };
		this.entries.push(entry);
		if (this.entries.length > this.keep) this.entries.shift();
		this.changed(entry);
	}
}

/** Documents that were paid for lately: asking again is free (credit rule 4). For the account, not the key. */
export class DocumentGrace {
	private readonly until = new Map<string, number>();

	constructor(private readonly clock: Clock) {}

	isOpen(document: string): boolean {
		return this.clock.now() < (this.until.get(document) ?? 0);
	}

	open(document: string, hours: number): void {
		this.until.set(document, this.clock.now() + hours * 3_600_000);
	}
}
