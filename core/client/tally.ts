import type { Wallet } from '../../contract/model/billing';
import type { Endpoint } from '../../contract/model/endpoint';

/** What a run has used, as far as the rules of the contract tell. */
export interface Usage {
	/** Requests that were sent, repeats and polls included. */
	readonly requests: number;
	/** Calls that were not sent because an equal one had been answered, in this run or an earlier try of it. */
	readonly requestsSaved: number;
	/** Most credits that were charged. */
	readonly creditsAtMost: number;
	/** Credits that came back for records that failed. */
	readonly creditsRefunded: number;
	/** Calls whose answer was lost, which may have been charged beside that. */
	readonly uncertainCalls: number;
}

/** Counts what a run uses. */
export class Tally {
	requests = 0;
	saved = 0;
	refunded = 0;
	uncertain = 0;
	/** True when a call was charged for a number of records that is not known here. */
	isIncomplete = false;
	private readonly credits = new Map<Wallet | 'other', number>();

	charge({ wallet }: Endpoint, credits: number | undefined): void {
		if (credits === undefined) this.isIncomplete = true;
		else this.credits.set(wallet ?? 'other', (this.credits.get(wallet ?? 'other') ?? 0) + credits);
	}

	get creditsAtMost(): number {
		return [...this.credits.values()].reduce((sum, credits) => sum + credits, 0);
	}

	get usage(): Usage {
		return {
			requests: this.requests,
			requestsSaved: this.saved,
			creditsAtMost: this.creditsAtMost,
			creditsRefunded: this.refunded,
			uncertainCalls: this.uncertain,
		};
	}

	/** What was used in a sentence or two, for the output pane. */
	inWords(): string {
		const sent = `${count(this.requests, 'request')} sent`;
		const saved = this.saved > 0 ? `, ${this.saved} saved because an equal one was answered already` : '';
		const parts = [...this.credits]
			.filter(([, credits]) => credits > 0)
			.map(([wallet, credits]) => {
				return wallet === 'other'
					? count(credits, 'credit')
					: count(credits, `${wallet.toUpperCase()} credit`);
			});
		const charged = parts.length === 0 ? 'no credits charged' : `at most ${parts.join(' and ')} charged`;
		const refunded = this.refunded > 0 ? `, ${this.refunded} refunded` : '';
		const more = this.isIncomplete ? ', and those for the records of a file' : '';
		const lost =
			this.uncertain === 0
				? ''
				: ` ${count(this.uncertain, 'call')} got no answer and may have been charged beside that.`;
		return `${sent}${saved}; ${charged}${more}${refunded}.${lost}`;
	}
}

const count = (number: number, noun: string): string => `${number} ${noun}${number === 1 ? '' : 's'}`;
