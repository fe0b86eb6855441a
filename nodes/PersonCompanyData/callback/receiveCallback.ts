import type { IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';

import { suspendedState } from '../../../core/background/suspend';
import { attempt } from '../../../core/base/async';
import { clock } from '../../../core/base/clock';
import { explained } from '../../../core/base/errors';
import { UnreadableState } from '../../../core/client/runState';
import { AGAIN, passedOn, type Respond } from './passOn';
import { resultOf } from './resume';

/** n8n's webhook name for a waiting execution; the published node's is `default`. */
const WAITING = 'setup';

/** Receives a callback at the node's webhook URL or, forwarded, at a resume URL. */
export async function receiveCallback(context: IWebhookFunctions): Promise<IWebhookResponseData> {
	const answer: Respond = (status, reason) => {
		const response = context.getResponseObject();
		if (!response.headersSent) response.status(status).json({ reason });
		return { noWebhookResponse: true };
	};
	// If the handler threw, n8n would end the waiting execution and drop its data.
	const received = await attempt(
		context.getWebhookName() === WAITING ? resumed(context, answer) : passedOn(context, answer),
	);
	if (received.ok) return received.value;
	const { error } = received;
	context.logger.warn(`A callback could not be processed: ${explained(error)}`);
	// Unreadable state stays unreadable, so another call would not help.
	return answer(error instanceof UnreadableState ? 200 : AGAIN, 'the callback could not be processed');
}

/** n8n has checked the signature. A callback only wakes the execution: what it says is read from the service. */
async function resumed(context: IWebhookFunctions, answer: Respond): Promise<IWebhookResponseData> {
	const state = suspendedState(context);
	if (state === undefined || state.until <= clock.now())
		return answer(200, 'the execution is not waiting for this');
	const items = await resultOf(context, state);
	if (items === undefined) return answer(AGAIN, 'the batch is not complete');
	// Meanwhile, n8n may have gone on by itself.
	const isLate = state.until <= clock.now();
	return isLate ? answer(200, 'too late') : { ...answer(200, 'received'), workflowData: [items] };
}
