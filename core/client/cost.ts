import type { IDataObject } from 'n8n-workflow';

import { isCharged, type Wallet } from '../../contract/model/billing';
import type { Endpoint } from '../../contract/model/endpoint';
import { cacheKeyIn, readAnswer, type Body } from '../read/answer';
import { asInteger, isFilled } from '../base/json';
import { ServiceFailure } from './failure';
import type { Funds, RunState, Spent } from './runState';

/** What calls cost, and what an execution may still spend. */

/** Number of records that a call is charged for; `undefined` when they are in a file. */
function recordsOf({ recordsIn }: Endpoint, body: IDataObject): number | undefined {
	if (recordsIn === undefined) return 1;
	const counted = body[recordsIn];
	if (Array.isArray(counted)) return counted.length;
	const number = asInteger(counted);
	// A negative count would free budget for other calls.
	return number !== undefined && number >= 0 ? number : undefined;
}

/**
 * The most credits that a call can cost by the contract's rules; `undefined` when unknown in advance. A price that
 * is not stated counts as one credit per record.
 * @param hasKnownKey whether it asks for a further page of a search that this execution has paid for (credit rule 1);
 * any other cache key may be wrong or too old, and the page a new search
 */
export function mostCredits(
	endpoint: Endpoint,
	body: IDataObject = {},
	hasKnownKey = false,
): number | undefined {
	if (!isCharged(endpoint.billing)) return 0;
	if (endpoint.billing.kind === 'newSearch') return hasKnownKey ? 0 : 1;
	return recordsOf(endpoint, body);
}

/** Whether a response has results, or may have; under some billing rules an empty one is not charged. */
function hasResult(endpoint: Endpoint, body: Body): boolean {
	const answer = readAnswer(endpoint, body);
	if (answer.kind === 'notFound' || answer.kind === 'error') return false;
	return answer.kind === 'unknown' || answer.rows.some(isFilled);
}

/**
 * The most credits that a call can have cost, given its response.
 * @param hasKnownKey as for `mostCredits`
 */
export function chargedCredits(
	endpoint: Endpoint,
	body: IDataObject,
	answer: Body,
	hasKnownKey = false,
): number | undefined {
	const most = mostCredits(endpoint, body, hasKnownKey);
	switch (endpoint.billing.kind) {
		case 'document':
		case 'returnedRequest':
		case 'notStated':
			return hasResult(endpoint, answer) ? most : 0;
		case 'newSearch': {
			// Another key than was sent means a new search.
			const got = cacheKeyIn(endpoint, answer);
			return got === undefined ? most : got === body.chave_cache ? 0 : 1;
		}
		default:
			return most;
	}
}

/** What the user lets an execution spend; absent for no limit. */
export interface Ceilings {
	/** Maximum Credits: over all attempts, turns and agent calls of the execution. */
	readonly credits?: number;
	/** Minimum Balance: what must remain of each product's credits. */
	readonly balance?: number;
}

/** What an execution has spent, has under way and may still spend. */
export class Budget {
	private readonly reserved = new Set<{ readonly wallet?: Wallet; readonly credits: number }>();
	private readonly spent: Spent;

	constructor(
		private readonly state: RunState,
		readonly ceilings: Ceilings,
	) {
		this.spent = state.spent ??= { requests: 0, credits: 0 };
	}

	get isLimited(): boolean {
		return this.ceilings.credits !== undefined || this.ceilings.balance !== undefined;
	}

	get requests(): number {
		return this.spent.requests;
	}

	get used(): number {
		return this.spent.credits;
	}

	/** Credits that Maximum Credits leaves; `undefined` without it. */
	get creditsLeft(): number | undefined {
		const { credits } = this.ceilings;
		return credits === undefined ? undefined : Math.max(0, credits - this.used - this.underWay());
	}

	/** The balance as it was read last, less what was spent since; `undefined` while it is not known. */
	get funds(): Funds | undefined {
		return this.state.funds;
	}

	/**
	 * Credits of a product that may be spent before its balance is below Minimum Balance; `undefined` without that.
	 * Nothing may be while the balance is not known, nor of a product that it does not name. A call of which the
	 * service does not say which product it charges may charge any.
	 */
	aboveMinimum(wallet: Wallet | undefined): number | undefined {
		const { balance } = this.ceilings;
		if (balance === undefined) return undefined;
		const left = this.funds?.left ?? {};
		const of = wallet === undefined ? Object.values(left) : [left[wallet] ?? 0];
		const least = of.length === 0 ? 0 : Math.min(...of);
		return Math.max(0, least - balance - this.underWay(wallet));
	}

	/**
	 * Sets aside the credits of a call until it has ended, so that parallel calls together keep to the limits. A call
	 * of unknown cost is above any limit.
	 * @returns gives them back; what was charged is counted by `spend`
	 * @throws ServiceFailure `creditLimit` or `balanceLimit` when they are more than what is left
	 */
	reserve(endpoint: Endpoint, credits = Number.POSITIVE_INFINITY): () => void {
		const { wallet } = endpoint;
		if (credits > (this.creditsLeft ?? credits)) throw new ServiceFailure({ kind: 'creditLimit', endpoint });
		if (credits > (this.aboveMinimum(wallet) ?? credits))
			throw new ServiceFailure({ kind: 'balanceLimit', endpoint, note: this.funds?.unreadable });
		const call = { wallet, credits };
		this.reserved.add(call);
		return () => void this.reserved.delete(call);
	}

	/** Counts credits that were, or may have been, charged. */
	spend({ wallet }: Endpoint, credits: number): void {
		this.spent.credits += credits;
		const left = this.funds?.left ?? {};
		for (const [name, before] of Object.entries(left) as Array<[Wallet, number]>)
			if (wallet === undefined || wallet === name) left[name] = before - credits;
	}

	send(): void {
		this.spent.requests++;
	}

	/** Credits under way that may be charged to a product; all of them without one. */
	private underWay(wallet?: Wallet): number {
		return [...this.reserved]
			.filter((call) => wallet === undefined || call.wallet === undefined || call.wallet === wallet)
			.reduce((sum, { credits }) => sum + credits, 0);
	}
}
