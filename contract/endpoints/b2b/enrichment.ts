import { perRecord } from '../../model/billing';
import { heldAnswerHeaders, idempotencyHeader } from '../../model/fields';
import { limits } from '../../model/limits';

/** What all endpoints that enrich persons or companies have in common. */
export const enrichment = {
	method: 'POST',
	section: 'b2b',
	wallet: 'b2b',
	billing: perRecord,
	creates: true,
} as const;

/** Those that hold the call until the result is there. */
export const heldEnrichment = {
	...enrichment,
	idempotent: true,
	holdSeconds: limits.holdSeconds,
	headers: idempotencyHeader,
	responseHeaders: heldAnswerHeaders,
} as const;
