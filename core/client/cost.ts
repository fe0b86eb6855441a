import type { IDataObject } from 'n8n-workflow';

import { isCharged, type Wallet } from '../../contract/model/billing';
import type { Endpoint } from '../../contract/model/endpoint';
import { cacheKeyIn, readAnswer, type Body } from '../read/answer';
import { asInteger, isFilled } from '../base/json';
import { ServiceFailure } from './failure';
import { AnsweredUnits, type Funds, type RunState, type Spent } from './runState';

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
		case 'newSearch':
			return chargedForPage(body.chave_cache, cacheKeyIn(endpoint, answer), most);
		default:
			return most;
	}
}

/** The price of a page of a search by its cache keys: another one than was sent means a new search. */
function chargedForPage(
	sent: IDataObject[string],
	got: string | undefined,
	most: number | undefined,
): number | undefined {
	return got === undefined ? most : got === sent ? 0 : 1;
}

const mapFunds = (
	funds: Funds['left'] = {},
	change: (credits: number, wallet: Wallet) => number,
): Funds['left'] =>
	Object.fromEntries(
		(Object.entries(funds) as Array<[Wallet, number]>).map(([name, credits]) => [
			name,
			change(credits, name),
		]),
	);

/** What the user lets an execution spend; absent for no limit. */
export interface Ceilings {
	/** Maximum Credits: over all attempts, turns and agent calls of the execution. */
	readonly credits?: number;
	/** Minimum Balance: what must remain of each product's credits. */
	readonly balance?: number;
}

/** What an execution has spent, has under way and may still spend. */
export class Budget {
	/** Credits of calls under way, by product. */
	private readonly reserved = new Map<Wallet | undefined, number>();
	private readonly spent: Spent;
	/** Work that the execution has paid for. */
	readonly answered: AnsweredUnits;

	constructor(
		private readonly state: RunState,
		readonly ceilings: Ceilings,
	) {
		this.spent = state.spent ??= { requests: 0, credits: 0 };
		this.answered = new AnsweredUnits(state);
	}

	/** Whether the user limits what the execution may spend. */
	get isLimited(): boolean {
		return this.ceilings.credits !== undefined || this.ceilings.balance !== undefined;
	}

	/** Requests sent so far. */
	get requests(): number {
		return this.spent.requests;
	}

	/** Credits used so far. */
	get used(): number {
		return this.spent.credits;
	}

	/** Credits that Maximum Credits leaves; `undefined` without it. */
	get creditsLeft(): number | undefined {
		const { credits } = this.ceilings;
		return credits === undefined ? undefined : Math.max(0, credits - this.used - this.underWay());
	}

	/** The service's last word on the balance, less what was spent since; `undefined` while it is not known. */
	get funds(): Funds | undefined {
		return this.state.funds;
	}

	/** Why the balance could not be read, if that was tried last. */
	get unreadable(): string | undefined {
		return this.state.funds?.unreadable;
	}

	/**
	 * Takes the balance that was just read. What the execution has spent stays counted, since the service may charge it
	 * later; what is under way may be counted twice, until the next reading.
	 */
	setFunds(at: number, read: Funds['left'], unreadable?: string): void {
		const own = { ...read, ...this.state.funds?.own };
		const left = mapFunds(read, (credits, name) => Math.min(credits, own[name] ?? credits));
		this.state.funds = { at, left, own, ...(unreadable !== undefined && { unreadable }) };
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
		const of = wallet === undefined ? Object.values(left) : [left[wallet] ?? Number.NEGATIVE_INFINITY];
		const least = of.length === 0 ? Number.NEGATIVE_INFINITY : Math.min(...of);
		return Math.max(0, least - balance - this.underWay(wallet));
	}

	/**
	 * Sets aside the credits of a call until it has ended, so that parallel calls together keep to the limits. A call
	 * of unknown cost is above any limit.
	 * @returns gives them back; what was charged is counted by `spend`
	 * @throws ServiceFailure `creditLimit` or `balanceLimit` when they are more than what is left
	 */
	reserve(endpoint: Endpoint, credits: number): () => void {
		if (credits > (this.creditsLeft ?? credits)) throw new ServiceFailure({ kind: 'creditLimit', endpoint });
		const { wallet } = endpoint;
		if (credits > (this.aboveMinimum(wallet) ?? credits))
			throw new ServiceFailure({ kind: 'balanceLimit', endpoint, note: this.unreadable });
		this.set(wallet, credits);
		return () => this.set(wallet, -credits);
	}

	/** Counts credits that were, or may have been, charged. */
	spend({ wallet }: Endpoint, credits: number): void {
		this.spent.credits += credits;
		const { funds } = this.state;
		if (funds === undefined) return;
		const less = (credit: number, name: Wallet): number =>
			wallet === undefined || wallet === name ? credit - credits : credit;
		funds.left = mapFunds(funds.left, less);
		funds.own = mapFunds(funds.own, less);
	}

	/** Counts a request that is about to be sent. */
	send(): void {
		this.spent.requests++;
	}

	/** Credits under way that may be charged to a product; all of them without one. */
	private underWay(wallet?: Wallet): number {
		const all = [...this.reserved];
		return all
			.filter(([own]) => wallet === undefined || own === undefined || own === wallet)
			.reduce((sum, [, credits]) => sum + credits, 0);
	}

	private set(wallet: Wallet | undefined, more: number): void {
		this.reserved.set(wallet, (this.reserved.get(wallet) ?? 0) + more);
	}
}
