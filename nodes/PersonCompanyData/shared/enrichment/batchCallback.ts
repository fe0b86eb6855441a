import type { BatchWebhook, Ticket } from '../../../../core/background/batch';
import { callbackAddress } from '../../../../core/background/callbackAddress';
import { isTool } from '../../../../core/base/tool';
import type { Service } from '../../../../core/client/service';
import type { Session } from '../../../../core/client/session';
import type { Suspension } from '../../../../core/output/result';

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

/** For fields that are shown only while the result is waited for. */
export const whileWaiting = { afterSubmission: waysToWait.map(({ value }) => value) };

/** As the form names them. */
export interface Waiting {
	readonly afterSubmission: 'wait' | 'webhook' | 'return';
	/** In seconds. */
	readonly waitLimit?: number;
	readonly url_webhook?: string;
}

/**
 * What the service calls when a batch is done: this execution, as an optional webhook, if it is to wait by webhook and
 * can; otherwise the user's URL, and the status is polled.
 * @param batches how many the execution waits for
 */
export function webhookFor(
	{ session }: Service,
	{ afterSubmission, url_webhook: url }: Waiting,
	batches: number,
): BatchWebhook | undefined {
	const own = url === undefined ? undefined : { url, isOptional: false };
	if (afterSubmission !== 'webhook') return own;
	const problem = reasonToPoll(session, batches, own);
	const address = problem === undefined ? callbackAddress(session.context) : { problem };
	if ('url' in address) return { url: address.url, isOptional: true };
	session.hint(
		`Waiting by webhook is not possible because ${address.problem}. The status was polled instead.`,
	);
	return own;
}

/** A callback resumes an execution once; n8n then pairs by order, and passes nothing to an error output. */
function reasonToPoll(session: Session, batches: number, own?: BatchWebhook): string | undefined {
	const { context, limits } = session;
	// Items with different overrides are submitted separately.
	const groups = session.shared(webhookFor, () => ({ count: 0 }));
	groups.count++;
	if (groups.count > 1 || batches > 1) return 'there is more than one batch';
	if (own !== undefined) return "'Webhook URL' is set, and the service calls one URL only";
	if (limits.skipsEnriched)
		return "'Skip Records Enriched Before' is on, and a callback cannot record which records failed";
	if (limits.hasLists) return 'an item holds a list, and n8n would not know which rows belong to it';
	if (context.getNode().onError === 'continueErrorOutput')
		return 'the node has an error output, which n8n leaves out after a wait';
	if (isTool(context)) return 'an AI agent cannot wait by webhook';
	// The workflow may be unpublished, or published in another version.
	if (context.getMode() === 'manual') return 'this is a manual execution, not one of the published workflow';
	return undefined;
}

/** How to wait for a submitted batch by webhook; `undefined` unless the service will call this execution. */
export function suspensionFor(
	{ session }: Service,
	webhook: BatchWebhook | undefined,
	{ id, contacts, pushes, status }: Ticket,
	{ waitLimit: limitSeconds = 0 }: Waiting,
): Suspension | undefined {
	if (webhook?.isOptional !== true || status !== undefined) return undefined;
	if (!pushes) {
		session.hint('The service will not call back for the batch, so the status was polled instead.');
		return undefined;
	}
	const each = contacts.flatMap(({ items, ...contact }) => items.map((item) => ({ ...contact, item })));
	return { id, contacts: each, limitSeconds };
}
