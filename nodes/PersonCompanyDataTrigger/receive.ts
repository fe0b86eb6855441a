import type { IDataObject, IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';

import { attempt } from '../../core/base/async';
import { clock } from '../../core/base/clock';
import { isAllowed } from './allowedAddresses';
import { readTrigger, type TriggerInput } from './form';
import { readIncoming, type ServiceEvent } from './event';
import { SeenEvents } from './seenEvents';
import { startingItems } from './startingItems';

/** Events are small; only a batch's status record may be larger, and it is recognized as one. */
const MOST_EVENT_BYTES = 100_000;

/** A status other than 200: the service sends the event again. */
const AGAIN = 503;

/** Gives a response without starting anything. */
type Answer = (status: number, body: IDataObject) => IWebhookResponseData;

/**
 * Handles a call to the trigger's webhook URL. Calls that are not events get a response and start nothing. An event
 * that starts the workflow is answered by n8n, once it has stored the execution.
 */
export async function receive(context: IWebhookFunctions): Promise<IWebhookResponseData> {
	const { method, ip, ips } = context.getRequestObject();
	const answer: Answer = (status, body) => {
		context.getResponseObject().status(status).json(body);
		return { noWebhookResponse: true };
	};
	// The service checks that the URL is available, with any method.
	if (method !== 'POST') return answer(200, { received: false, reason: 'available' });

	const read = await attempt(Promise.resolve().then(() => readTrigger(context)));
	if (!read.ok) return answer(AGAIN, { received: false, reason: 'the trigger is not configured correctly' });
	const form = read.value;
	if (!isAllowed(form.options.allowedAddresses ?? '', [ip ?? '', ...(ips ?? [])])) {
		return answer(403, { received: false, reason: 'events from this IP address are not allowed' });
	}
	const incoming = readIncoming(context.getBodyData());
	if ('problem' in incoming) return answer(200, { received: false, reason: incoming.problem });
	const { event } = incoming;
	if (event.kind !== 'batch' && Number(context.getHeaderData()['content-length'] ?? 0) > MOST_EVENT_BYTES) {
		return answer(200, { received: false, reason: 'the body is too large for an event' });
	}
	if (!form.kinds.includes(event.kind) || !form.statuses.includes(event.status))
		return answer(200, { received: true });
	return await take(context, event, form, answer);
}

async function take(
	context: IWebhookFunctions,
	event: ServiceEvent,
	form: TriggerInput,
	answer: Answer,
): Promise<IWebhookResponseData> {
	const seen = new SeenEvents(context);
	if (seen.hasStarted(event)) return answer(200, { received: true });
	if (!seen.take(event)) return answer(AGAIN, { received: false, reason: 'the event is being processed' });
	const receivedAt = new Date(clock.now()).toISOString();
	const about: IDataObject = { ...describe(event), receivedAt };
	const starting = await startingItems(context, event, about, form);
	if ('reason' in starting) {
		seen.drop(event);
		context.logger.warn(`An event did not start the workflow: ${starting.reason.replace(/\.$/, '')}.`);
		const reason = starting.isFinal ? 'the event is not true' : 'the event cannot be confirmed now';
		return answer(starting.isFinal ? 200 : AGAIN, { received: false, reason });
	}
	seen.start(event);
	// If n8n cannot store the execution, it answers with an error, and the service sends the event again.
	const response = context.getResponseObject();
	response.once('finish', () => {
		if (response.statusCode >= 400) seen.drop(event);
	});
	return { workflowData: [starting.items] };
}

/** The event as it is output. */
const describe = ({ kind, id, status }: ServiceEvent): IDataObject => ({
	...(kind === 'batch' ? { batchId: id } : { job_id: Number(id) }),
	job_type: kind,
	status,
});
