import type { IWebhookFunctions, IWebhookResponseData, INodeExecutionData } from 'n8n-workflow';

import { fetchStatus } from '../../../core/background/batchWait';
import { collectBatch } from '../../../core/background/collectBatch';
import { sharedSession } from '../../../core/background/sharedSession';
import { suspendedState, inOrder, type SuspendedState } from '../../../core/background/suspend';
import { attempt } from '../../../core/base/async';
import { clock } from '../../../core/base/clock';
import { explained } from '../../../core/base/errors';
import { connect } from '../../../core/client/connection';
import { UnreadableState } from '../../../core/client/runState';
import { Service } from '../../../core/client/service';
import { withInputFields } from '../../../core/leads/inputFields';
import { presented } from '../../../core/leads/present';
import { columnsOf } from '../../../core/leads/view';
import { toItems, withUnknownAnswers } from '../../../core/output/items';
import { distinct } from '../../../core/read/identifiers';
import { AGAIN, passedOn, type Respond } from './passOn';

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
	const items = await itemsAfterWait(context, state);
	if (items === undefined) return answer(AGAIN, 'the batch is not complete');
	// Meanwhile, n8n may have gone on by itself.
	const isLate = state.until <= clock.now();
	return isLate ? answer(200, 'too late') : { ...answer(200, 'received'), workflowData: [items] };
}

/** What the execution goes on with; `undefined` while the service says that its batch is at work. */
async function itemsAfterWait(
	context: IWebhookFunctions,
	{ id, contacts, done, view, rows }: SuspendedState,
): Promise<INodeExecutionData[] | undefined> {
	const session = sharedSession(context, await connect(context), 'callbacks', { requestsPerMinute: 0 });
	const service = new Service(session, []);
	const status = await fetchStatus(service, id);
	if (status.state === 'pending') return undefined;
	const collected = await collectBatch(service, {
		batchId: id,
		items: contacts.map(({ item }) => item),
		contacts: distinct(contacts),
		status,
		limitSeconds: 0,
	});
	const { outputs, problems } = withUnknownAnswers(service.session, collected);
	const shown = await presented(service.session, outputs, view);
	const items = await toItems(context.getNode(), { outputs: shown, problems });
	return inOrder([...done, ...(await withInputFields(items, rows, columnsOf(view))).items]);
}
