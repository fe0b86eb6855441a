import { limits } from './limits';
import type { Assumption } from './schema';

/** The account's two purses; a shortage in one says nothing of the other. */
export type Wallet = 'b2b' | 'b2c';

/**
 * What a call costs.
 * - `free`: nothing (credit rule 6 and the reference data).
 * - `newSearch`: 1 credit per new combination of filters; the same one is free for `freeForDays` (credit rule 1).
 * - `document`: 1 credit per document; asking for it again is free for `freeForHours` (credit rule 4).
 * - `returnedRequest`: charged each time the call returns something, never exempt (credit rule 5).
 * - `record`: 1 credit per record, given back for each record that fails (credit rule 3).
 * - `notStated`: the specification names no price; treated as charged.
 */
export type BillingRule = { readonly assumed?: Assumption } & (
	| { readonly kind: 'free' }
	| { readonly kind: 'newSearch'; readonly freeForDays: number }
	| { readonly kind: 'document'; readonly freeForHours: number }
	| { readonly kind: 'returnedRequest'; readonly observed?: string }
	| { readonly kind: 'record' }
	| { readonly kind: 'notStated'; readonly observed?: string }
);

export const free: BillingRule = { kind: 'free' };
export const freeAssumed: BillingRule = { kind: 'free', assumed: { sources: ['client'] } };
/** Free by a guess: what is read was charged before, or is the account's own. */
export const freeGuessed = (note: string): BillingRule => ({
	kind: 'free',
	assumed: { sources: ['guess'], note },
});
export const perNewSearch: BillingRule = { kind: 'newSearch', freeForDays: limits.searchCacheDays };
export const perDocument: BillingRule = { kind: 'document', freeForHours: limits.documentGraceHours };
export const perReturnedRequest: BillingRule = { kind: 'returnedRequest' };
export const perRecord: BillingRule = { kind: 'record' };
/** No price in the specification; `observed` tells what others have seen. */
export const notStated = (observed?: string): BillingRule =>
	observed === undefined ? { kind: 'notStated' } : { kind: 'notStated', observed };

/** What may be done after an answer was lost (time-out, reset, 5xx): the call may have been processed. */
export type RepeatAfterLoss = 'safe' | 'sameKeyAfterHold' | 'never';

/** What of an endpoint decides whether a call may be sent again. */
export interface Repeatable {
	readonly billing: BillingRule;
	/** The call makes something new each time (a job, a saved filter), whatever it costs. */
	readonly creates?: boolean;
	/** The call takes an Idempotency-Key. */
	readonly idempotent?: boolean;
}

/**
 * May a call be sent again after a failure that is known to come before processing (connection never made,
 * no slot)? Always: nothing was charged and nothing was made. A limit of the account is not such a failure.
 */
export const repeatAfterRefusal = 'safe' as const;

/** May a call be sent again when its answer was lost? Follows from the billing rule alone. */
export function repeatAfterLoss(call: Repeatable): RepeatAfterLoss {
	if (call.idempotent) return 'sameKeyAfterHold';
	if (call.creates) return 'never';
	switch (call.billing.kind) {
		case 'free':
		case 'newSearch':
		case 'document':
			return 'safe';
		case 'returnedRequest':
		case 'record':
		case 'notStated':
			return 'never';
	}
}

/** Whether a call can cost credits at all. */
export const isCharged = (billing: BillingRule): boolean => billing.kind !== 'free';

const inBrackets = (remark: string | undefined): string => (remark === undefined ? '' : ` (${remark})`);

/** The price in words, for descriptions and tables. */
export function priceInWords(billing: BillingRule, wallet?: Wallet): string {
	const credit = wallet === undefined ? 'credit' : `${wallet.toUpperCase()} credit`;
	switch (billing.kind) {
		case 'free':
			return 'Free';
		case 'newSearch':
			return `1 ${credit} per new search; the same filters are free for ${billing.freeForDays} days and later pages are free`;
		case 'document':
			return `1 ${credit} per document found; the same document is free for ${billing.freeForHours} hours`;
		case 'returnedRequest':
			return `1 ${credit} each time something is returned${inBrackets(billing.observed)}`;
		case 'record':
			return `1 ${credit} per record, refunded when the record fails`;
		case 'notStated':
			return `Price not stated by the service${inBrackets(billing.observed)}`;
	}
}
