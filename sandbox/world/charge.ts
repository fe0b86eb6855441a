import type { Wallet } from '../../contract/model/billing';
import type { Call } from './call';

/** What of a call decides its price; which of it counts, the billing rule of the contract says. */
export interface Outcome {
	/** Something was found and is returned. */
	readonly found: boolean;
	/** The search is not one of the last days. */
	readonly newSearch?: boolean;
	/** The document that was looked up. */
	readonly document?: string;
	/** Records that are worked on, exported or checked; 1 when absent, where a call is charged as a whole. */
	readonly records?: number;
}

/** Pays for calls whose wallet nobody shows (the chat application). */
const UNSTATED_WALLET: Wallet = 'b2c';

/** Charges a call by the billing rule of its endpoint, or refuses it with 402. Returns the price. */
export function charge(call: Call, outcome: Outcome): number {
	const { endpoint, world, request } = call;
	const price = priceOf(call, outcome);
	if (price === 0) return 0;
	world.ledger.charge(price, { wallet: endpoint.wallet ?? UNSTATED_WALLET, request });
	if (endpoint.billing.kind === 'document' && outcome.document !== undefined) {
		world.paidDocuments.set(outcome.document, true);
	}
	return price;
}

function priceOf({ endpoint: { billing }, world }: Call, outcome: Outcome): number {
	const { notStatedPrice } = world.settings;
	const { found, records = 1 } = outcome;
	switch (billing.kind) {
		case 'free':
			return 0;
		case 'newSearch':
			if (billing.observed !== undefined && notStatedPrice !== 'charged') return 0;
			return outcome.newSearch ? 1 : 0;
		case 'document':
			return found && world.paidDocuments.get(outcome.document ?? '') === undefined ? 1 : 0;
		case 'notStated':
			return found && notStatedPrice !== 'free' ? records : 0;
		case 'returnedRequest':
		case 'record':
			return found ? records : 0;
	}
}
