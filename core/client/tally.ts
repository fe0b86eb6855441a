import type { Wallet } from '../../contract/model/billing';
import type { Endpoint } from '../../contract/model/endpoint';
import { digits, plural } from '../base/text';
import type { Budget } from './cost';
import type { Spent } from './runState';

/** What a run has used, by the contract's billing rules; requests and credits over all of its tries. */
export interface Usage {
	/** Requests sent, including retries and polls. */
	readonly requests: number;
	/** Calls not sent because an equal one was answered in this run or an earlier attempt of it. */
	readonly requestsSaved: number;
	/** Upper bound of the credits charged. */
	readonly creditsAtMost: number;
	/** Credits refunded for failed records. */
	readonly creditsRefunded: number;
	/** Calls with a lost response, which may have been charged in addition. */
	readonly uncertainCalls: number;
}

/** What became of the records of a run's batches. */
export interface RecordCounts {
	/** Records that the service returned. */
	returned: number;
	/** Charged, but without details. */
	empty: number;
	/** Records that carry no submitted identifier. */
	unpaired: number;
	/** Input items that repeat the contact of another. */
	repeated: number;
}

/** Counts what a run uses, and adds it to what its execution has used so far. */
export class Tally {
	requests = 0;
	saved = 0;
	refunded = 0;
	uncertain = 0;
	/** What earlier tries of the run have used, by Retry On Fail. */
	earlier: Spent = { requests: 0, credits: 0 };
	/** True when a call was charged for an unknown number of records. */
	isIncomplete = false;
	readonly records: RecordCounts = {
		returned: 0,
		empty: 0,
		unpaired: 0,
		repeated: 0,
	};
	private readonly credits = new Map<Wallet | 'other', number>();
	/** Credits for what has been free so far, by what it is for. */
	private readonly freeSoFar = new Map<string, number>();

	constructor(private readonly budget: Pick<Budget, 'send' | 'spend'>) {}

	/** Counts a request that is about to be sent. */
	send(): void {
		this.requests++;
		this.budget.send();
	}

	charge(endpoint: Endpoint, credits: number | undefined): void {
		const { wallet = 'other', freeSoFar } = endpoint;
		this.budget.spend(endpoint, credits ?? 0);
		if (credits === undefined) this.isIncomplete = true;
		else if (freeSoFar !== undefined) add(this.freeSoFar, freeSoFar, credits);
		else add(this.credits, wallet, credits);
	}

	/** Counts a call that may have been charged because its response was lost. */
	lose(endpoint: Endpoint, credits: number | undefined): void {
		this.uncertain++;
		this.budget.spend(endpoint, credits ?? 0);
	}

	get creditsAtMost(): number {
		return [...this.credits.values(), ...this.freeSoFar.values()].reduce((sum, credits) => sum + credits, 0);
	}

	get usage(): Usage {
		return {
			requests: this.requests + this.earlier.requests,
			requestsSaved: this.saved,
			creditsAtMost: this.creditsAtMost + this.earlier.credits,
			creditsRefunded: this.refunded,
			uncertainCalls: this.uncertain,
		};
	}

	/** The usage in a few sentences, for the output pane. */
	inWords(): string {
		const sent = `${plural(this.requests, 'request')} sent`;
		const saved =
			this.saved > 0 ? `, ${digits(this.saved)} saved because an equal one was already answered` : '';
		const parts = [...this.credits]
			.filter(([, credits]) => credits > 0)
			.map(([wallet, credits]) =>
				plural(credits, wallet === 'other' ? 'credit' : `${wallet.toUpperCase()} credit`),
			);
		const free = [...this.freeSoFar]
			.filter(([, credits]) => credits > 0)
			.map(([purpose, credits]) => `up to ${plural(credits, 'credit')} ${purpose} (free so far)`);
		const sure = parts.length > 0 ? [`at most ${parts.join(' and ')} charged`] : [];
		const charged = [...sure, ...free].join(', plus ') || 'no credits charged';
		const refunded = this.refunded > 0 ? `, ${digits(this.refunded)} refunded` : '';
		const more = this.isIncomplete ? ', plus those for the records of a file' : '';
		const lost =
			this.uncertain === 0
				? ''
				: ` ${plural(this.uncertain, 'call')} got no response and may have been charged in addition.`;
		return `${sent}${saved}; ${charged}${more}${refunded}.${lost}${this.earlierInWords()}`;
	}

	/** The usage of all tries, if there were several. */
	private earlierInWords(): string {
		if (this.earlier.requests === 0) return '';
		const { requests, creditsAtMost } = this.usage;
		return ` With the earlier tries of this run: ${plural(requests, 'request')} sent; at most ${plural(creditsAtMost, 'credit')} charged.`;
	}
}

const add = <K>(to: Map<K, number>, key: K, credits: number): void =>
	void to.set(key, (to.get(key) ?? 0) + credits);
