import type { IDataObject, IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';

import { attempt } from '../../core/base/async';
import { clock } from '../../core/base/clock';
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
	const { method } = context.getRequestObject();
	const answer: Answer = (status, body) => {
		context.getResponseObject().status(status).json(body);
		return { noWebhookResponse: true };
	};
	// The service checks that the URL is available, with any method.
	if (method !== 'POST') return answer(200, { received: false, reason: 'available' });

	const ignore = (status: number, reason: string): IWebhookResponseData => {
		logIgnored(context, reason);
		return answer(status, { received: false, reason });
	};
	const read = await attempt(Promise.resolve().then(() => readTrigger(context)));
	if (!read.ok) return ignore(AGAIN, 'the trigger is not configured correctly');
	const form = read.value;
	const incoming = readIncoming(context.getBodyData());
	if ('problem' in incoming) return ignore(200, incoming.problem);
	const { event } = incoming;
	if (event.kind !== 'batch' && Number(context.getHeaderData()['content-length'] ?? 0) > MOST_EVENT_BYTES) {
		return ignore(200, 'the body is too large for an event');
	}
	const isWanted = event.status === undefined || form.statuses.includes(event.status);
	if (!form.kinds.includes(event.kind) || !isWanted) {
		// As the user wants it.
		context.logger.info(`${NOT_STARTED}: Trigger On or Status leaves it out.`);
		return answer(200, { received: true });
	}
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
		logIgnored(context, starting.reason);
		const reason = starting.isFinal ? 'the event is not true' : 'the event cannot be confirmed now';
		return answer(starting.isFinal ? 200 : AGAIN, { received: false, reason });
	}
	seen.start(event);
	if (!form.statuses.includes(starting.status)) {
		logIgnored(context, `the service reports "${starting.status}", which Status leaves out`);
		return answer(200, { received: true });
	}
	// If n8n cannot store the execution, it answers with an error, and the service sends the event again.
	const response = context.getResponseObject();
	response.once('finish', () => {
		if (response.statusCode >= 400) seen.drop(event);
	});
	return { workflowData: [starting.items] };
}

const NOT_STARTED = 'An event did not start the workflow';

const logIgnored = ({ logger }: IWebhookFunctions, reason: string): void =>
	logger.warn(`${NOT_STARTED}: ${reason.replace(/\.$/, '')}.`);

/** The event as it is output. */
const describe = ({ kind, id, status }: ServiceEvent): IDataObject => ({
	...(kind === 'batch' ? { batchId: id } : { job_id: Number(id) }),
	job_type: kind,
	status,
});
