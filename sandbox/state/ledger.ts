import type { Wallet } from '../../contract/model/billing';
import type { Clock } from '../base/clock';
import { Refusal } from '../base/refusal';
import type { LoggedRequest } from './requestLog';

/** One change of the account's credits. */
export interface LedgerEntry {
	readonly time: number;
	readonly kind: 'charge' | 'refund' | 'deposit';
	readonly wallet: Wallet;
	readonly amount: number;
	readonly requestId?: number;
}

/** Whose credits, and for what call. */
export interface Bill {
	readonly wallet: Wallet;
	/** Absent for what nobody has ordered. */
	readonly request?: LoggedRequest;
}

/** The account's credits; the only code that changes them. */
export class Ledger {
	readonly entries: LedgerEntry[] = [];
	private readonly totals: Record<LedgerEntry['kind'], Record<Wallet, number>> = {
		charge: { b2b: 0, b2c: 0 },
		refund: { b2b: 0, b2c: 0 },
		deposit: { b2b: 1_000_000, b2c: 1_000_000 },
	};

	constructor(
		private readonly clock: Clock,
		private readonly keep: number,
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

	/** Takes credits, or refuses with 402, which speaks of the wallet of the call only. */
	charge(amount: number, bill: Bill): void {
		const { wallet, request } = bill;
		if (this.balance(wallet) < amount) {
			const text = `Insufficient ${wallet.toUpperCase()} credits.`;
			throw new Refusal(402, 'insufficient_credits', text, {}, { wallet });
		}
		this.write('charge', amount, bill);
		if (request !== undefined) request.charged += amount;
	}

	/** Gives credits back for records without result. */
	refund(amount: number, bill: Bill): void {
		this.write('refund', amount, bill);
		if (bill.request !== undefined) bill.request.refunded += amount;
	}

	/** Makes the wallet hold this much. */
	set(wallet: Wallet, amount: number): void {
		this.write('deposit', amount - this.balance(wallet), { wallet });
	}

	private sum(kind: LedgerEntry['kind'], wallet?: Wallet): number {
		return wallet === undefined ? this.totals[kind].b2b + this.totals[kind].b2c : this.totals[kind][wallet];
	}

	private write(kind: LedgerEntry['kind'], amount: number, { wallet, request }: Bill): void {
		if (amount === 0) return;
		this.totals[kind][wallet] += amount;
		this.entries.push({ time: this.clock.now(), kind, wallet, amount, requestId: request?.id });
		if (this.entries.length > this.keep) this.entries.shift();
	}
}
