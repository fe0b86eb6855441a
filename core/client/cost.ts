import type { IDataObject } from 'n8n-workflow';

import { isCharged, type Wallet } from '../../contract/model/billing';
import type { Endpoint } from '../../contract/model/endpoint';
import { cacheKeyIn, readAnswer, type Body } from '../read/answer';
import { asInteger, isFilled } from '../base/json';
import { ServiceFailure } from './failure';
import type { Funds, RunState, Spent } from './runState';

/** `undefined` when the records are in a file. */
function recordsOf({ recordsIn }: Endpoint, body: IDataObject): number | undefined {
	if (recordsIn === undefined) return 1;
	const counted = body[recordsIn];
	if (Array.isArray(counted)) return counted.length;
	const number = asInteger(counted);
	// A negative count would free budget for other calls.
	return number !== undefined && number >= 0 ? number : undefined;
}

/**
 * The most credits; `undefined` if unknown in advance. An unstated price counts as one per record.
 * @param hasKnownKey the cache key is of a search that this execution paid for, so a page is free (credit rule 1)
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

/** Some billing rules do not charge an empty response; one of unknown shape counts as a result. */
function hasResult(endpoint: Endpoint, body: Body): boolean {
	const answer = readAnswer(endpoint, body);
	if (answer.kind === 'notFound' || answer.kind === 'error') return false;
	return answer.kind === 'unknown' || answer.rows.some(isFilled);
}

/** The most credits, given the response; `undefined` if unknown. */
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
			// A key other than the one sent means a new search.
			const got = cacheKeyIn(endpoint, answer);
			return got === undefined ? most : got === body.chave_cache ? 0 : 1;
		}
		default:
			return most;
	}
}

export interface Ceilings {
	/** Maximum Credits: over all attempts, turns and agent calls of the execution. */
	readonly credits?: number;
	/** Minimum Balance: what must remain of each product's credits. */
	readonly balance?: number;
}

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

	get creditsLeft(): number | undefined {
		const { credits } = this.ceilings;
		return credits === undefined ? undefined : Math.max(0, credits - this.used - this.underWay());
	}

	/** The balance as last read, less what was spent since. */
	get funds(): Funds | undefined {
		return this.state.funds;
	}

	/** Credits above Minimum Balance, if set; 0 while unknown. A call without a wallet may use any. */
	aboveMinimum(wallet: Wallet | undefined): number | undefined {
		const { balance } = this.ceilings;
		if (balance === undefined) return undefined;
		const left = this.funds?.left ?? {};
		const of = wallet === undefined ? Object.values(left) : [left[wallet] ?? 0];
		const least = of.length === 0 ? 0 : Math.min(...of);
		return Math.max(0, least - balance - this.underWay(wallet));
	}

	/** Sets credits aside until the returned release. @throws ServiceFailure `creditLimit` or `balanceLimit` */
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

	private underWay(wallet?: Wallet): number {
		return [...this.reserved]
			.filter((call) => wallet === undefined || call.wallet === undefined || call.wallet === wallet)
			.reduce((sum, { credits }) => sum + credits, 0);
	}
}
