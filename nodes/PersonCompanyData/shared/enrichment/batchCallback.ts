import type { BatchWebhook, Ticket } from '../../../../core/background/batch';
import { isTool } from '../../../../core/base/tool';
import { callbackAddress } from '../../../../core/background/callbackAddress';
import type { Suspension } from '../../../../core/output/outcome';
import type { Service } from '../buildingBlocks';
import type { Session } from '../../../../core/client/session';

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
 * Where the service calls this execution back; `undefined`, with the reason in a hint, when the status is polled.
 * @param batches how many the execution waits for
 */
export function callbackFor(
	{ session }: Service,
	batches: number,
	ownUrl: string | undefined,
): BatchWebhook | undefined {
	const problem = reasonToPoll(session, batches, ownUrl);
	const address = problem === undefined ? callbackAddress(session.context) : { problem };
	if ('url' in address) return { url: address.url, isOptional: true };
	session.hint(
		`Waiting by webhook is not possible because ${address.problem}. The status was polled instead.`,
	);
	return undefined;
}

/** A callback resumes an execution once; n8n then pairs by order, and passes nothing to an error output. */
function reasonToPoll(session: Session, batches: number, ownUrl: string | undefined): string | undefined {
	const { context, limits } = session;
	// Items with different overrides are submitted separately.
	const groups = session.part(callbackFor, () => ({ count: 0 }));
	if (groups.count++ > 0 || batches > 1) return 'there is more than one batch';
	if (ownUrl !== undefined) return "'Webhook URL' is set, and the service calls one URL only";
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

/** The batch to wait for by webhook; `undefined` unless the service will call back. */
export function waitingFor(
	{ session }: Service,
	{ id, contacts, pushes, status }: Ticket,
	limitSeconds = 0,
): Suspension | undefined {
	if (status !== undefined) return undefined;
	if (!pushes) {
		session.hint('The service will not call back for the batch, so the status was polled instead.');
		return undefined;
	}
	const each = contacts.flatMap(({ items, ...contact }) => items.map((item) => ({ ...contact, item })));
	return { id, contacts: each, limitSeconds };
}
