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
export function charge(call: Call, outcome: Outcome, batchId?: string): number {
	const { endpoint, world, name, request } = call;
	const price = priceOf(call, outcome);
	if (price === 0) return 0;
	world.ledger.charge(price, {
		wallet: endpoint.wallet ?? UNSTATED_WALLET,
		reason: endpoint.billing.kind,
		endpoint: name,
		requestId: request.id,
		...(batchId === undefined ? {} : { batchId }),
	});
	if (endpoint.billing.kind === 'document' && outcome.document !== undefined) {
		world.documentGrace.open(outcome.document, endpoint.billing.freeForHours);
	}
	return price;
}

function priceOf({ endpoint, world }: Call, outcome: Outcome): number {
	const { billing } = endpoint;
	switch (billing.kind) {
		case 'free':
			return 0;
		case 'newSearch':
			if (billing.observed !== undefined && world.settings.notStatedPrice !== 'charged') return 0;
			return outcome.newSearch ? 1 : 0;
		case 'document':
			return outcome.found && !world.documentGrace.isOpen(outcome.document ?? '') ? 1 : 0;
		case 'returnedRequest':
			return outcome.found ? (outcome.records ?? 1) : 0;
		case 'record':
			return outcome.records ?? 0;
		case 'notStated':
			if (!outcome.found || world.settings.notStatedPrice === 'free') return 0;
			return outcome.records ?? 1;
	}
}
