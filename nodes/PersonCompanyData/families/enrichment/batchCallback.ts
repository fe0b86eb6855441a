import type { Ticket } from '../../../../core/background/batch';
import { callbackAddress } from '../../../../core/background/callbackAddress';
import type { Contact, RequestedContact } from '../../../../core/output/contacts';
import type { IfRecordFails } from '../../../../core/output/failedRecords';
import type { Parked } from '../../../../core/output/outcome';
import { inputError, type At, type Service } from '../kit';

/** Waits for batches by webhook instead of polling their status. */

/**
 * Whether to wait by webhook.
 * @throws NodeOperationError when Webhook URL is also set, since the service calls only one URL.
 */
export function waitsByWebhook(
	{ afterSubmission, options }: { afterSubmission: string; options: { url_webhook?: string } },
	at: At,
): boolean {
	if (afterSubmission !== 'webhook' || options.url_webhook === undefined)
		return afterSubmission === 'webhook';
	throw inputError(
		at('Webhook URL'),
		'cannot be combined with Wait for Completion by Webhook.',
		'The service calls only one URL. Use one of the two.',
	);
}

/** The URL where the service calls this execution back; `undefined` when the status must be polled instead. */
export function callbackFor(
	{ session }: Service,
	skipsEnriched: boolean,
): { readonly url: (batch: number) => string } | undefined {
	const address = skipsEnriched
		? { problem: 'Skip Records Enriched Before is set, and a callback cannot record which records failed' }
		: callbackAddress(session.context);
	if ('url' in address) return address;
	session.hint(
		`Waiting by webhook is not possible because ${address.problem}. The status was polled instead.`,
	);
	return undefined;
}

/** The batches to wait for by webhook; `undefined` unless the service calls back for all of them. */
export function waitingFor(
	{ session }: Service,
	tickets: readonly Ticket[],
	{
		limitSeconds = 0,
		ifRecordFails,
	}: { readonly limitSeconds?: number; readonly ifRecordFails?: IfRecordFails },
): Parked | undefined {
	if (tickets.length === 0) return undefined;
	if (tickets.some(({ pushes, status }) => !pushes || status !== undefined)) {
		session.hint('Not every batch will be reported by a callback, so the status was polled instead.');
		return undefined;
	}
	return {
		batches: tickets.map(({ id, contacts }) => ({ id, contacts: contactsOf(contacts) })),
		limitSeconds,
		ifRecordFails,
	};
}

/** The contacts with the items that requested them. */
const contactsOf = (contacts: readonly RequestedContact[]): Array<Contact & { readonly item: number }> =>
	contacts.flatMap(({ items, ...contact }) => items.map((item) => ({ ...contact, item })));
