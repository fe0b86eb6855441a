import { perRecord } from '../../model/billing';
import { heldAnswerHeaders, idempotencyHeader } from '../../model/fields';
import { limits } from '../../model/limits';

/** Shared by all endpoints that enrich persons or companies. */
export const enrichment = {
	method: 'POST',
	section: 'b2b',
	wallet: 'b2b',
	billing: perRecord,
	creates: true,
} as const;

/** Shared by the endpoints that hold the call until the result is ready. */
export const heldEnrichment = {
	...enrichment,
	idempotent: true,
	holdSeconds: limits.holdSeconds,
	headers: idempotencyHeader,
	responseHeaders: heldAnswerHeaders,
} as const;
