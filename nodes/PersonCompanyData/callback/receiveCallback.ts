import type { IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';

import { explained } from '../../../core/base/errors';
import { attempt } from '../../../core/base/async';
import { suspendedState } from '../../../core/background/suspend';
import { connect } from '../../../core/client/connection';
import { UnreadableState } from '../../../core/client/runState';
import { passedOn, type Respond } from './passOn';
import { resumed } from './resume';

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
		context.getWebhookName() === WAITING ? recognised(context, answer) : passedOn(context, answer),
	);
	if (received.ok) return received.value;
	const { error } = received;
	context.logger.warn(`A callback could not be processed: ${explained(error)}`);
	// Unreadable state stays unreadable, so another call would not help.
	return answer(error instanceof UnreadableState ? 200 : 409, 'the callback could not be processed');
}

/** n8n has checked the signature. Answers at once: the service calls only three times, and reading may be slow. */
async function recognised(context: IWebhookFunctions, answer: Respond): Promise<IWebhookResponseData> {
	const state = suspendedState(context);
	if (state === undefined) return answer(200, 'the execution is not waiting for this');
	const connection = await connect(context);
	answer(200, 'received');
	return await resumed(context, connection, state);
}
