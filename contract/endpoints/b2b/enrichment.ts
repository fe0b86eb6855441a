import { perRecord } from '../../model/billing';
import { heldAnswerHeaders, idempotencyHeader } from '../../model/fields';
import { limits } from '../../model/limits';
import { object, oneOf, type ObjectSchema } from '../../model/schema';

export const enrichment = {
	method: 'POST',
	wallet: 'b2b',
	billing: perRecord,
	creates: true,
} as const;

/** The server holds these calls until the result is ready. */
export const heldEnrichment = {
	...enrichment,
	idempotent: true,
	holdSeconds: limits.holdSeconds,
	headers: idempotencyHeader,
	responseHeaders: heldAnswerHeaders,
} as const;

/** At least one identifier, in an object of either name or at the root. */
export function heldBodies<const Contact extends ObjectSchema>(contact: Contact) {
	const identified = { ...contact, ...oneOf(Object.keys(contact.properties)) };
	return {
		body: object('Enrichment', { contato: identified }, ['contato']),
		otherBodies: [object('Enrichment', { contact: identified }, ['contact']), identified],
	} as const;
}
