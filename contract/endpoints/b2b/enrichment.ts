import { perRecord } from '../../model/billing';
import { heldAnswerHeaders, idempotencyHeader } from '../../model/fields';
import { limits } from '../../model/limits';
import { object, oneOf, type ObjectSchema } from '../../model/schema';

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

/** The bodies of an endpoint that holds the call: one identifier at least, in an object of either name or at the root. */
export function heldBodies<const Contact extends ObjectSchema>(contact: Contact) {
	const identified = { ...contact, ...oneOf(Object.keys(contact.properties)) };
	return {
		body: object('Enrichment', { contato: identified }, ['contato']),
		otherBodies: [object('Enrichment', { contact: identified }, ['contact']), identified],
	} as const;
}
