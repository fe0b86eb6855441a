import type { IN8nHttpFullResponse, IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';

import { resumeAddress } from '../../../core/background/callbackAddress';
import { clock } from '../../../core/base/clock';
import { attempt } from '../../../core/base/async';

/** Below the service's own timeout of 30 seconds. */
const FORWARD_MS = 20_000;
const PAUSE_MS = 500;

/** Answered to have the service call again; n8n itself answers 409 or 500 while the execution is not waiting yet. */
export const AGAIN = 503;

/** Answers the HTTP call without starting an execution. */
export type Respond = (status: number, reason: string) => IWebhookResponseData;

/**
 * Forwards a callback to its execution. If it is not waiting yet, holds the call, then refuses it, so that the
 * service calls again.
 */
export async function passedOn(context: IWebhookFunctions, answer: Respond): Promise<IWebhookResponseData> {
	// The service probes the address before it accepts a submission.
	if (context.getRequestObject().method !== 'POST') return answer(200, 'available');
	const { resume } = context.getQueryData() as { resume?: unknown };
	const address = resumeAddress(context.getNodeWebhookUrl('default'), context.getNode().id, resume);
	if (address === undefined) return answer(200, 'no execution waits for this');
	const deadline = clock.now() + FORWARD_MS;
	for (;;) {
		const { status, text } = await forward(context, address, Math.max(1, deadline - clock.now()));
		if (status === 200) return answer(200, 'received');
		if (status === AGAIN) return answer(AGAIN, 'the batch is not complete');
		if (/finished/.test(text)) return answer(200, 'the execution has ended');
		if (status === 401 || status === 404) return answer(200, 'no execution waits for this');
		if (clock.now() + PAUSE_MS >= deadline) return answer(AGAIN, 'the execution cannot be resumed yet');
		await clock.sleep(PAUSE_MS);
	}
}

/** Without the service's body, which is not trusted. */
async function forward(
	context: IWebhookFunctions,
	url: string,
	timeout: number,
): Promise<{ status: number; text: string }> {
	const sent = await attempt(
		context.helpers.httpRequest({
			method: 'POST',
			url,
			body: '{}',
			headers: { 'Content-Type': 'application/json' },
			encoding: 'text',
			timeout,
			returnFullResponse: true,
			ignoreHttpStatusErrors: true,
			disableFollowRedirect: true,
		}) as Promise<IN8nHttpFullResponse>,
	);
	return sent.ok
		? { status: sent.value.statusCode, text: String(sent.value.body) }
		: { status: 0, text: sent.error.message };
}
