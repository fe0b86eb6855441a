import { limits } from '../../../../contract/model/limits';
import type { BatchWebhook, Ticket } from '../../../../core/background/batch';
import { callbackAddress } from '../../../../core/background/callbackAddress';
import { clock } from '../../../../core/base/clock';
import type { Contact, RequestedContact } from '../../../../core/read/contacts';
import type { IfRecordFails } from '../../../../core/output/failedRecords';
import type { Parked } from '../../../../core/output/outcome';
import { inputError, type At, type Service } from '../kit';
import type { Session } from '../../../../core/client/session';

/** Waits for batches by webhook instead of polling their status. */

/** Ways to wait for a batch, as the form names them. */
export const waysToWait = [
	{
		name: 'Wait for Completion',
		value: 'wait',
		description: 'Poll the status until the batch is complete and output one item per record',
	},
	{
		name: 'Wait for Completion by Webhook',
		value: 'webhook',
		description:
			'Let the service call back: the execution waits without occupying a worker. Requires a published workflow and an n8n instance that the service can reach; otherwise the status is polled.',
	},
] as const;

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

/** Where the service calls back for one batch. */
export interface Callback extends BatchWebhook {
	readonly number: number;
}

/** In this process: a run submits batches in several groups, and each of them calls back by a number of its own. */
let callbacks = 0;

/**
 * The URLs where the service calls this execution back, one for each batch; `undefined` when the status must be polled
 * instead.
 */
export function callbacksFor({ session }: Service, skipsEnriched: boolean): (() => Callback) | undefined {
	const problem = obstacle(session, skipsEnriched);
	const address = problem === undefined ? callbackAddress(session.context) : { problem };
	if ('url' in address) {
		return () => {
			const number = callbacks++;
			return { number, url: address.url(number), isOptional: true };
		};
	}
	session.hint(
		`Waiting by webhook is not possible because ${address.problem}. The status was polled instead.`,
	);
	return undefined;
}

/**
 * Why an execution that waits would lose something. n8n pairs what a waiting node outputs with its input by the order,
 * and passes on nothing by an error output.
 */
function obstacle({ context, limits: { hasLists } }: Session, skipsEnriched: boolean): string | undefined {
	if (skipsEnriched)
		return 'Skip Records Enriched Before is set, and a callback cannot record which records failed';
	if (hasLists) return 'an item holds a list, and n8n would not know which rows belong to it';
	if (context.getNode().onError === 'continueErrorOutput')
		return 'the node has an error output, which n8n leaves out after a wait';
	return undefined;
}

/** A batch that the service calls back for. */
interface CalledTicket extends Ticket {
	/** The number of that callback. */
	readonly callback?: number;
	readonly acceptedAt?: number;
}

/** From the first call of the service for a batch to its last. */
const CALLS_MS = (limits.webhookAttempts - 1) * limits.webhookRetrySeconds * 1000;

/** The batches to wait for by webhook; `undefined` unless the service calls back for all of them. */
export function waitingFor(
	{ session }: Service,
	tickets: readonly CalledTicket[],
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
	// Other batches may have kept the run busy for minutes. One callback is enough, as it stands for all batches.
	if (tickets.every(({ acceptedAt = 0 }) => clock.now() - acceptedAt > CALLS_MS)) {
		session.hint('The service may have called back before now, so the status was polled instead.');
		return undefined;
	}
	return {
		batches: tickets.map(({ id, callback, contacts }) => ({ id, callback, contacts: contactsOf(contacts) })),
		limitSeconds,
		ifRecordFails,
	};
}

/** The contacts with the items that requested them. */
const contactsOf = (contacts: readonly RequestedContact[]): Array<Contact & { readonly item: number }> =>
	contacts.flatMap(({ items, ...contact }) => items.map((item) => ({ ...contact, item })));
