import type { IDataObject } from 'n8n-workflow';

import { isCharged, type Wallet } from '../../contract/model/billing';
import type { Endpoint } from '../../contract/model/endpoint';
import { asInteger, isFilled } from '../base/json';
import { digits, plural } from '../base/text';
import { cacheKeyIn, readAnswer, type Body } from '../read/answer';
import { NotSent } from './failure';
import type { Call } from './request';
import type { RunState, Spent } from './runState';

export interface Ceilings {
	/** Maximum Credits: over all attempts, turns and agent calls of the execution. */
	readonly credits?: number;
	/** Minimum Balance: what must remain of each product's credits. */
	readonly balance?: number;
}

/** What a run uses, by the contract's billing rules, and what its execution may still use. */
export class Usage {
	/** Requests that an earlier answer replaced. */
	saved = 0;
	refunded = 0;
	/** Calls without a response, counted as charged. */
	uncertain = 0;
	/** Of earlier tries, by Retry On Fail. */
	earlier: Spent = { requests: 0, credits: 0 };
	readonly spent: Spent;
	private readonly requestsBefore: number;
	/** By product; `free` is what has been free so far. */
	private readonly credits = new Map<Wallet | 'free' | undefined, number>();
	/** A call was charged for an unknown number of records. */
	isIncomplete = false;
	private readonly reserved = new Set<{ readonly wallet?: Wallet; readonly credits: number }>();

	constructor(
		private readonly state: RunState,
		readonly ceilings: Ceilings = {},
	) {
		this.spent = state.spent ??= { requests: 0, credits: 0 };
		this.requestsBefore = this.spent.requests;
	}

	get isLimited(): boolean {
		return this.ceilings.credits !== undefined || this.ceilings.balance !== undefined;
	}

	get creditsLeft(): number | undefined {
		const { credits } = this.ceilings;
		return credits === undefined ? undefined : Math.max(0, credits - this.spent.credits - this.underWay());
	}

	/** Credits above Minimum Balance, if set; 0 while unknown. A call without a wallet may use any. */
	aboveMinimum(wallet: Wallet | undefined): number | undefined {
		const { balance } = this.ceilings;
		if (balance === undefined) return undefined;
		const left = this.state.funds?.left ?? {};
		const balances = wallet === undefined ? Object.values(left) : [left[wallet] ?? 0];
		const least = balances.length === 0 ? 0 : Math.min(...balances);
		return Math.max(0, least - balance - this.underWay(wallet));
	}

	/** Sets credits aside until the returned release. @throws NotSent when a ceiling does not allow them */
	reserve({ wallet }: Endpoint, credits = Number.POSITIVE_INFINITY): () => void {
		if (credits > (this.creditsLeft ?? credits)) {
			throw new NotSent(
				"Not sent: the execution reached 'Maximum Credits'",
				"This call was not charged. Raise 'Maximum Credits', or run the remaining items later.",
			);
		}
		if (credits > (this.aboveMinimum(wallet) ?? credits)) {
			const advice =
				"This call was not charged. Lower 'Minimum Balance', or buy credits; 'Account > Get Balance' shows those of each product.";
			throw new NotSent(
				"Not sent: the balance must not fall below 'Minimum Balance'",
				[advice, this.state.funds?.unreadable].filter(Boolean).join(' '),
			);
		}
		const call = { wallet, credits };
		this.reserved.add(call);
		return () => void this.reserved.delete(call);
	}

	/** @param credits `undefined` if the records are in a file */
	charge(endpoint: Endpoint, credits: number | undefined): void {
		const product = endpoint.freeSoFar === undefined ? endpoint.wallet : 'free';
		this.spend(endpoint, credits);
		if (credits === undefined) this.isIncomplete = true;
		else this.credits.set(product, (this.credits.get(product) ?? 0) + credits);
	}

	/** No response: the call may have been charged. */
	lose(endpoint: Endpoint, credits: number | undefined): void {
		this.uncertain++;
		this.charge(endpoint, credits);
	}

	private spend({ wallet }: Endpoint, credits = 0): void {
		this.spent.credits += credits;
		const left = this.state.funds?.left ?? {};
		for (const [name, before] of Object.entries(left) as Array<[Wallet, number]>)
			if (wallet === undefined || wallet === name) left[name] = before - credits;
	}

	private underWay(wallet?: Wallet): number {
		return [...this.reserved]
			.filter((call) => wallet === undefined || call.wallet === undefined || call.wallet === wallet)
			.reduce((sum, { credits }) => sum + credits, 0);
	}

	private get requests(): number {
		return this.spent.requests - this.requestsBefore;
	}

	/** Over all tries of the run, with uncertain calls. */
	get total() {
		const credits = [...this.credits.values()].reduce((sum, each) => sum + each, 0);
		return {
			requests: this.requests + this.earlier.requests,
			requestsSaved: this.saved,
			creditsAtMost: credits + this.earlier.credits,
			creditsRefunded: this.refunded,
			uncertainCalls: this.uncertain,
		};
	}

	/** Part of a sentence, such as `at most 3 B2B credits charged, 6 requests sent`. */
	inWords(): string {
		const charged = [...this.credits]
			.filter(([product, credits]) => product !== 'free' && credits > 0)
			.map(([wallet, credits]) => plural(credits, `${wallet?.toUpperCase() ?? ''} credit`.trim()));
		const { requests, creditsAtMost } = this.total;
		const free = this.credits.get('free') ?? 0;
		const parts = [
			charged.length > 0 && `at most ${charged.join(' and ')} charged`,
			free > 0 && `up to ${plural(free, 'credit')} to find companies (free so far)`,
			charged.length + free === 0 && 'no credits charged',
			this.isIncomplete && 'plus those for the records of a file',
			this.refunded > 0 && `${digits(this.refunded)} refunded`,
			this.uncertain > 0 && `${plural(this.uncertain, 'call')} without a response (counted as charged)`,
			`${plural(this.requests, 'request')} sent`,
			this.saved > 0 && `${digits(this.saved)} saved`,
			this.earlier.requests > 0 &&
				`with the earlier tries of this run ${plural(requests, 'request')} sent and at most ${plural(creditsAtMost, 'credit')} charged`,
		];
		return parts.filter(Boolean).join(', ');
	}
}

/** `undefined` when the records are in a file. */
function recordsOf({ countedBy }: Endpoint, body: IDataObject): number | undefined {
	if (countedBy === undefined) return 1;
	const counted = body[countedBy];
	if (Array.isArray(counted)) return counted.length;
	const number = asInteger(counted);
	// A negative count would free budget for other calls.
	return number !== undefined && number >= 0 ? number : undefined;
}

/** The most credits; `undefined` if unknown. A page of a search that this execution paid for is free (credit rule 1). */
export function mostCredits(
	{ endpoint, body = {}, records }: Call,
	hasKnownKey: boolean,
): number | undefined {
	if (!isCharged(endpoint.billing)) return 0;
	if (endpoint.billing.kind === 'newSearch') return hasKnownKey ? 0 : 1;
	return recordsOf(endpoint, body) ?? records;
}

/** Some billing rules do not charge an empty response; one of unknown shape counts as a result. */
function hasResult(endpoint: Endpoint, body: Body): boolean {
	const { kind, rows } = readAnswer(endpoint, body);
	return kind === 'unknown' || rows.some(isFilled);
}

export function chargedCredits(call: Call, answer: Body, hasKnownKey: boolean): number | undefined {
	const most = mostCredits(call, hasKnownKey);
	switch (call.endpoint.billing.kind) {
		case 'document':
		case 'returnedRequest':
		case 'notStated':
			return hasResult(call.endpoint, answer) ? most : 0;
		case 'newSearch': {
			// A key other than the one sent means a new search.
			const got = cacheKeyIn(answer);
			if (got === undefined) return most;
			return got === call.body?.chave_cache ? 0 : 1;
		}
		default:
			return most;
	}
}
