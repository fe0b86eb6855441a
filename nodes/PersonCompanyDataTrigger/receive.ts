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
import { sharedSession } from '../../core/background/sharedSession';
import { itemsWithResult } from './withResult';

const NOTHING: IWebhookResponseData = { noWebhookResponse: true };

/** Events are small; only a batch's status record may be larger, and it is recognized as one. */
const MOST_EVENT_BYTES = 100_000;

/**
 * Handles a call to the trigger's webhook URL. Calls that are not events get a response and start nothing; an
 * event gets status 200 before anything else is done.
 */
export async function receive(context: IWebhookFunctions): Promise<IWebhookResponseData> {
	const { method, ip, ips } = context.getRequestObject();
	const answer = (status: number, body: IDataObject): IWebhookResponseData => {
		context.getResponseObject().status(status).json(body);
		return NOTHING;
	};
	// The service checks that the URL is available, with any method.
	if (method !== 'POST') return answer(200, { received: false, reason: 'available' });

	const read = await attempt(Promise.resolve().then(() => readTrigger(context)));
	if (!read.ok) return answer(200, { received: false, reason: 'the trigger is not configured correctly' });
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
	// The event itself is not lost, whatever failed here.
	const started = items.ok ? items.value : undefined;
	const failure = items.ok ? undefined : items.error.message;
	return {
		noWebhookResponse: true,
		workflowData: [
			started ?? [{ json: { ...describe(event), receivedAt, confirmed: false, reason: failure } }],
		],
	};
}

/** The event with the service's field names. */
const describe = ({ kind, id, status }: ServiceEvent): IDataObject => ({
	...(kind === 'batch' ? { id_processamento: id } : { job_id: Number(id) }),
	job_type: kind,
	status,
});

/** The items that start the workflow; `undefined` when the service reports that the event is not true. */
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
	const session = sharedSession(context, connection, {
		concurrency: DEFAULT_CONCURRENCY,
		requestsPerMinute: options.maxRequestsPerMinute,
	});
	const service = new Service(session, []);
	const answer: Confirmation = await confirmEvent(service, event);
	if (answer.is === 'false' && confirm) {
		context.logger.warn(`An event was ignored: ${answer.reason}.`);
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
