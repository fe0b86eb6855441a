import { limits } from './limits';
import type { Assumption } from './schema';

/** The two credit balances; one can run out while the other still has credits. */
export type Wallet = 'b2b' | 'b2c';

/**
 * What a call costs.
 * - `free`: nothing (credit rule 6 and the reference data).
 * - `newSearch`: 1 credit per new combination of filters, free again for some days (credit rule 1).
 * - `document`: 1 credit per document, free again for some hours (credit rule 4).
 * - `returnedRequest`: each time the call returns something, without exception (credit rule 5), per `per` if seen.
 * - `record`: 1 credit per record, refunded for each record that fails (credit rule 3).
 * - `notStated`: no price in the specification; treated as charged.
 *
 * `observed` is what other clients have seen instead.
 */
export type BillingRule = { readonly assumed?: Assumption } & (
	| { readonly kind: 'free' }
	| { readonly kind: 'newSearch'; readonly observed?: string }
	| { readonly kind: 'document' }
	| { readonly kind: 'returnedRequest'; readonly per?: 'number' }
	| { readonly kind: 'record' }
	| { readonly kind: 'notStated'; readonly observed?: string }
);

/** A separate type, since only a free call may be sent without a purchase record. */
export type Free = Extract<BillingRule, { readonly kind: 'free' }>;

export const free: Free = { kind: 'free' };
export const freeAssumed: Free = { kind: 'free', assumed: { sources: ['client'] } };
/** Guessed to be free: the data was charged before or belongs to the account. */
export const freeGuessed = (note: string): Free => ({ kind: 'free', assumed: { sources: ['guess'], note } });
export const perNewSearch = { kind: 'newSearch' } as const satisfies BillingRule;
/** Looking up a company is a search too, but other clients were not charged for it. */
export const perNewLookup: BillingRule = { ...perNewSearch, observed: 'observed free' };
export const perDocument: BillingRule = { kind: 'document' };
export const perReturnedRequest: BillingRule = { kind: 'returnedRequest' };
export const perReturnedNumber: BillingRule = { kind: 'returnedRequest', per: 'number' };
export const perRecord: BillingRule = { kind: 'record' };
export const notStated = (observed?: string): BillingRule =>
	observed === undefined ? { kind: 'notStated' } : { kind: 'notStated', observed };

/**
 * Whether to retry after a lost response (timeout, reset, 5xx), when the call may have been processed: `safe` as it
 * is free, or free again for a while; `never` as every call is charged or creates something.
 */
export type RepeatAfterLoss = 'safe' | 'sameKeyAfterHold' | 'never';

/** What decides what a call costs, and whether it may be retried. */
export interface Priced {
	readonly billing: BillingRule;
	/** Absent if the call is free or the balance is unknown. */
	readonly wallet?: Wallet;
	/** Each call creates something new (a job, a saved filter), whatever it costs. */
	readonly creates?: boolean;
	/** Accepts an Idempotency-Key. */
	readonly idempotent?: boolean;
}

const AFTER_LOSS: Readonly<Record<BillingRule['kind'], RepeatAfterLoss>> = {
	free: 'safe',
	newSearch: 'safe',
	document: 'safe',
	returnedRequest: 'never',
	record: 'never',
	notStated: 'never',
};

export function repeatAfterLoss({ billing, creates, idempotent }: Priced): RepeatAfterLoss {
	if (idempotent) return 'sameKeyAfterHold';
	return creates ? 'never' : AFTER_LOSS[billing.kind];
}

/** Calls that are charged each time are claimed before they are sent. */
export const isClaimed = (call: Priced): boolean =>
	isCharged(call.billing) && repeatAfterLoss(call) === 'never';

export const isCharged = (billing: BillingRule): boolean => billing.kind !== 'free';

const inBrackets = (remark: string | undefined): string => (remark === undefined ? '' : ` (${remark})`);

export interface Price {
	readonly price: string;
	/** What is free nevertheless. */
	readonly except?: string;
}

export function priceOf({ billing, wallet }: Priced): Price {
	const credit = wallet === undefined ? 'credit' : `${wallet.toUpperCase()} credit`;
	switch (billing.kind) {
		case 'free':
			return { price: 'Free' };
		case 'newSearch':
			return {
				price: `1 ${credit} per new search${inBrackets(billing.observed)}`,
				except:
					billing.observed === undefined
						? `the same filters are free for ${limits.searchCacheDays} days and later pages are free`
						: `the same one is free for ${limits.searchCacheDays} days`,
			};
		case 'document':
			return {
				price: `1 ${credit} per document found`,
				except: `the same document is free for ${limits.documentGraceHours} hours`,
			};
		case 'returnedRequest':
			return { price: `1 ${credit} per ${billing.per ?? 'call'} that returns something` };
		case 'record':
			return { price: `1 ${credit} per record, refunded when the record fails` };
		case 'notStated':
			return { price: `Price not stated by the service${inBrackets(billing.observed)}` };
	}
}

export function priceInWords(priced: Priced): string {
	const { price, except } = priceOf(priced);
	return except === undefined ? price : `${price}; ${except}`;
}

const OF_RECORDS = ['contatos', 'file', 'phones', 'quantity'] as const;
const OF_ANOTHER_CALL = ['export', 'document', 'url_social'] as const;
const OF_A_PAGE = ['pagina', 'chave_cache', 'total_cacheado'] as const;

/** Body fields that decide the price: they count records, turn the call into another one, or name a page. */
export const PRICE_FIELDS = [...OF_RECORDS, ...OF_ANOTHER_CALL, ...OF_A_PAGE];
