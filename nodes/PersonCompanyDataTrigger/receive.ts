import type { IDataObject, IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';

import { attempt } from '../../core/base/async';
import { clock } from '../../core/base/clock';
import { whyUnconfirmed } from './confirm';
import { readTrigger } from './form';
import { readIncoming, type ServiceEvent } from './event';
import { SeenEvent } from './seenEvent';

/** Any status but 200: the service sends the event again. */
const AGAIN = 503;

const NOT_STARTED = 'An event did not start the workflow';

/** An event that starts the workflow is answered by n8n, once it has stored the execution. */
export async function receive(context: IWebhookFunctions): Promise<IWebhookResponseData> {
	const response = context.getResponseObject();
	const answer = (status: number, reason?: string): IWebhookResponseData => {
		response.status(status).json({ received: reason === undefined, ...(reason && { reason }) });
		return { noWebhookResponse: true };
	};
	const refuse = (status: number, reason: string, why = reason): IWebhookResponseData => {
		context.logger.warn(`${NOT_STARTED}: ${why.replace(/\.$/, '')}.`);
		return answer(status, reason);
	};
	// The service probes the URL, with any method.
	if (context.getRequestObject().method !== 'POST') return answer(200, 'available');

	const read = await attempt(Promise.resolve().then(() => readTrigger(context)));
	if (!read.ok) return refuse(AGAIN, 'the trigger is not configured correctly');
	const form = read.value;
	const incoming = readIncoming(context.getBodyData());
	if ('problem' in incoming) return refuse(200, incoming.problem);
	const { event } = incoming;
	if (!form.kinds.includes(event.kind) || !form.statuses.includes(event.status)) {
		context.logger.info(`${NOT_STARTED}: 'Trigger On' or 'Status' leaves it out.`);
		return answer(200);
	}
	const seen = new SeenEvent(context, event);
	if (seen.state === 'started') return answer(200);
	if (seen.state === 'taken') return answer(AGAIN, 'the event is being processed');
	seen.become('taken');
	const receivedAt = new Date(clock.now()).toISOString();
	const about: IDataObject = { ...describe(event), receivedAt, confirmed: form.confirm };
	const unconfirmed = form.confirm ? await whyUnconfirmed(context, event) : undefined;
	if (unconfirmed !== undefined) {
		const { isFinal, reason } = unconfirmed;
		seen.become('new');
		return isFinal
			? refuse(200, 'the event is not true', reason)
			: refuse(AGAIN, 'the event cannot be confirmed now', reason);
	}
	seen.become('started');
	// If n8n cannot store the execution, it answers with an error, and the service sends the event again.
	response.once('finish', () => {
		if (response.statusCode >= 400) seen.become('new');
	});
	return { workflowData: [[{ json: about }]] };
}

const describe = ({ kind, id, status }: ServiceEvent): IDataObject => ({
	...(kind === 'batch' ? { batchId: id } : { job_id: Number(id) }),
	job_type: kind,
	status,
});
