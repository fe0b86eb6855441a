import type { Wallet } from '../../contract/model/billing';
import type { Endpoint } from '../../contract/model/endpoint';
import { digits, plural } from '../base/text';
import type { Budget } from './cost';
import type { Spent } from './runState';

/** By the contract's billing rules; requests and credits over all tries of the run. */
export interface UsageTotal {
	readonly requests: number;
	readonly requestsSaved: number;
	readonly creditsAtMost: number;
	/** For failed records. */
	readonly creditsRefunded: number;
	/** Calls without a response, which may have been charged in addition. */
	readonly uncertainCalls: number;
}

export class Usage {
	requests = 0;
	saved = 0;
	refunded = 0;
	uncertain = 0;
	/** Of earlier tries, by Retry On Fail. */
	earlier: Spent = { requests: 0, credits: 0 };
	/** A call was charged for an unknown number of records. */
	isIncomplete = false;
	/** Of batches; `repeated` counts input items that repeat another's contact. */
	readonly records = { returned: 0, empty: 0, unpaired: 0, repeated: 0 };
	/** By product, without what has been free so far. */
	private readonly credits = new Map<Wallet | undefined, number>();
	private freeSoFar = 0;

	constructor(private readonly budget: Pick<Budget, 'send' | 'spend'>) {}

	send(): void {
		this.requests++;
		this.budget.send();
	}

	charge(endpoint: Endpoint, credits: number | undefined): void {
		const { wallet, freeSoFar } = endpoint;
		this.budget.spend(endpoint, credits ?? 0);
		if (credits === undefined) this.isIncomplete = true;
		else if (freeSoFar !== undefined) this.freeSoFar += credits;
		else this.credits.set(wallet, (this.credits.get(wallet) ?? 0) + credits);
	}

	lose(endpoint: Endpoint, credits: number | undefined): void {
		this.uncertain++;
		this.budget.spend(endpoint, credits ?? 0);
	}

	get creditsAtMost(): number {
		return [...this.credits.values()].reduce((sum, credits) => sum + credits, this.freeSoFar);
	}

	get total(): UsageTotal {
		return {
			requests: this.requests + this.earlier.requests,
			requestsSaved: this.saved,
			creditsAtMost: this.creditsAtMost + this.earlier.credits,
			creditsRefunded: this.refunded,
			uncertainCalls: this.uncertain,
		};
	}

	inWords(): string {
		const saved =
			this.saved > 0 ? `, ${digits(this.saved)} saved because an equal one was already answered` : '';
		const parts = [...this.credits]
			.filter(([, credits]) => credits > 0)
			.map(([wallet, credits]) => plural(credits, `${wallet?.toUpperCase() ?? ''} credit`.trim()));
		const charged = [
			...(parts.length > 0 ? [`at most ${parts.join(' and ')} charged`] : []),
			...(this.freeSoFar > 0
				? [`up to ${plural(this.freeSoFar, 'credit')} to find companies (free so far)`]
				: []),
		];
		const refunded = this.refunded > 0 ? `, ${digits(this.refunded)} refunded` : '';
		const more = this.isIncomplete ? ', plus those for the records of a file' : '';
		const sentences = [
			`${plural(this.requests, 'request')} sent${saved}; ${charged.join(', plus ') || 'no credits charged'}${more}${refunded}.`,
		];
		if (this.uncertain > 0)
			sentences.push(
				`${plural(this.uncertain, 'call')} got no response and may have been charged in addition.`,
			);
		const { requests, creditsAtMost } = this.total;
		if (this.earlier.requests > 0)
			sentences.push(
				`With the earlier tries of this run: ${plural(requests, 'request')} sent; at most ${plural(creditsAtMost, 'credit')} charged.`,
			);
		return sentences.join(' ');
	}
}
