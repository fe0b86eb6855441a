import type { IDataObject, INodeExecutionData, IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';

import { clock } from '../../core/base/clock';
import { connect } from '../../core/client/connection';
import { DEFAULT_CONCURRENCY } from '../../core/client/pace';
import { Service } from '../../core/client/service';
import { attempt } from '../../core/base/async';
import { outputSettings } from '../../core/output/jobOutput';
import { isAllowed } from './allowedAddresses';
import { confirmEvent, type Confirmation } from './confirm';
import { readTrigger, type TriggerInput } from './form';
import { readIncoming, type ServiceEvent } from './event';
import { SeenEvents } from './seenEvents';
import { webhookSession } from '../../core/background/webhookSession';
import { itemsWithResult } from './withResult';

const NOTHING: IWebhookResponseData = { noWebhookResponse: true };

/** An event is small; a batch's record may be large, but then it says so itself. */
const MOST_EVENT_BYTES = 100_000;

/**
 * Receives a call at the URL of the trigger. Everything that is no event is answered and starts nothing;
 * an event is answered with 200 before anything else is done.
 */
export async function receive(context: IWebhookFunctions): Promise<IWebhookResponseData> {
	const { method, ip, ips } = context.getRequestObject();
	const answer = (status: number, body: IDataObject): IWebhookResponseData => {
		context.getResponseObject().status(status).json(body);
		return NOTHING;
	};
	// The service tests that the URL is available, by whatever method.
	if (method !== 'POST') return answer(200, { received: false, reason: 'available' });

	const read = await attempt(Promise.resolve().then(() => readTrigger(context)));
	if (!read.ok) return answer(200, { received: false, reason: 'the trigger is not set up' });
	const form = read.value;
	if (!isAllowed(form.options.allowedAddresses ?? '', [ip ?? '', ...(ips ?? [])])) {
		return answer(403, { received: false, reason: 'events are not taken from this address' });
	}
	const incoming = readIncoming(context.getBodyData());
	if ('problem' in incoming) return answer(200, { received: false, reason: incoming.problem });
	const { event } = incoming;
	if (event.kind !== 'batch' && Number(context.getHeaderData()['content-length'] ?? 0) > MOST_EVENT_BYTES) {
		return answer(200, { received: false, reason: 'it is too large for an event' });
	}
	answer(200, { received: true });
	if (!form.kinds.includes(event.kind) || !form.statuses.includes(event.status)) return NOTHING;
	return await take(context, event, form);
}

async function take(
	context: IWebhookFunctions,
	event: ServiceEvent,
	form: TriggerInput,
): Promise<IWebhookResponseData> {
	const seen = new SeenEvents(context);
	if (!seen.take(event)) return NOTHING;
	const receivedAt = new Date(clock.now()).toISOString();
	const items = await attempt(itemsFor(context, event, { receivedAt }, form));
	if (items.ok && items.value === undefined) {
		seen.drop(event);
		return NOTHING;
	}
	seen.start(event);
	// Whatever went wrong here, the event itself is not lost.
	const started = items.ok ? items.value : undefined;
	const failure = items.ok ? undefined : items.error.message;
	return {
		noWebhookResponse: true,
		workflowData: [
			started ?? [{ json: { ...describe(event), receivedAt, confirmed: false, reason: failure } }],
		],
	};
}

/** The event in the words of the service. */
const describe = ({ kind, id, status }: ServiceEvent): IDataObject => ({
	...(kind === 'batch' ? { id_processamento: id } : { job_id: Number(id) }),
	job_type: kind,
	status,
});

/** The items that the workflow starts with; none when the service says that the event is not true. */
async function itemsFor(
	context: IWebhookFunctions,
	event: ServiceEvent,
	more: IDataObject,
	form: TriggerInput,
): Promise<INodeExecutionData[] | undefined> {
	const { confirm, includeResult, options } = form;
	const about: IDataObject = { ...describe(event), ...more };
	const wantsResult = includeResult && event.status !== 'requested';
	if (!confirm && !wantsResult) return [{ json: { ...about, confirmed: false } }];

	const connection = await connect(context);
	const session = webhookSession(context, connection, {
		concurrency: DEFAULT_CONCURRENCY,
		requestsPerMinute: options.maxRequestsPerMinute,
	});
	const service = new Service(session, []);
	const answer: Confirmation = await confirmEvent(service, event);
	if (answer.is === 'false' && confirm) {
		context.logger.warn(`An event was not taken: ${answer.reason}.`);
		return undefined;
	}
	if (answer.is !== 'true') {
		const reason = wantsResult ? { resultError: answer.reason } : { reason: answer.reason };
		return [{ json: { ...about, confirmed: false, ...reason } }];
	}
	const confirmed = { ...about, confirmed: true };
	if (!wantsResult || answer.found === undefined) return [{ json: confirmed }];
	return await itemsWithResult(service, event, confirmed, answer.found, outputSettings(form));
}
