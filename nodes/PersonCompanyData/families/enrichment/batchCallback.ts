import type { Ticket } from '../../../../core/background/batch';
import { callbackAddress } from '../../../../core/background/callbackAddress';
import type { Contact, RequestedContact } from '../../../../core/output/contacts';
import type { IfRecordFails } from '../../../../core/output/failedRecords';
import type { Parked } from '../../../../core/output/outcome';
import { inputError, type At, type Service } from '../kit';

/** Waiting for batches by webhook instead of asking for their status. */

/** Whether to wait by webhook; the service calls one address only. */
export function waitsByWebhook(
	{ afterSubmission, options }: { afterSubmission: string; options: { url_webhook?: string } },
	at: At,
): boolean {
	if (afterSubmission !== 'webhook' || options.url_webhook === undefined)
		return afterSubmission === 'webhook';
	throw inputError(
		at('Webhook URL'),
		'is set together with Wait for Completion by Webhook.',
		'The service calls one address only. Use one of the two.',
	);
}

/** Where the service calls this execution back; without such a place the status is asked for. */
export function callbackFor(
	{ session }: Service,
	skipsEnriched: boolean,
): { readonly url: (batch: number) => string } | undefined {
	const address = skipsEnriched
		? { problem: 'records enriched before are to be left out, and a callback cannot note which ones failed' }
		: callbackAddress(session.context);
	if ('url' in address) return address;
	session.hint(
		`Waiting by webhook is not possible, since ${address.problem}: the status was asked for instead.`,
	);
	return undefined;
}

/** What the execution waits for by webhook: all batches, when the service calls back for each of them. */
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
		session.hint('The service took no address to call back at: the status was asked for instead.');
		return undefined;
	}
	return {
		batches: tickets.map(({ id, contacts }) => ({ id, contacts: contactsOf(contacts) })),
		limitSeconds,
		ifRecordFails,
	};
}

/** Which item asked for which contact. */
export const contactsOf = (
	contacts: readonly RequestedContact[],
): Array<Contact & { readonly item: number }> =>
	contacts.flatMap(({ items, ...contact }) => items.map((item) => ({ ...contact, item })));
