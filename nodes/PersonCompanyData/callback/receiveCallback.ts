import type { IDataObject, IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';

import { fetchStatus } from '../../../core/background/batchWait';
import type { BatchStatus } from '../../../core/background/batchStatus';
import { connect } from '../../../core/client/connection';
import { DEFAULT_CONCURRENCY } from '../../../core/client/pace';
import { toItems } from '../../../core/output/items';
import { distinct } from '../../../core/output/contacts';
import { combine, type Outcome, type ParkedBatch } from '../../../core/output/outcome';
import { byOutput, type ParkedState } from '../../../core/background/parked';
import { asInteger, asObject, isObject } from '../../../core/base/json';
import { Service } from '../../../core/client/service';
import { attempt, serialize } from '../../../core/base/async';
import { Memory } from '../../../core/base/memory';
import { collectBatch } from '../../../core/background/collectBatch';
import { passedOn, type Respond } from './passOn';
import { sharedSession } from '../../../core/background/sharedSession';

/** The webhook name of a waiting execution in n8n; the published node's is `default`. */
const WAITING = 'setup';

/** Receives a callback of the service at the node's webhook URL or, forwarded, at a resume URL. */
export async function receiveCallback(context: IWebhookFunctions): Promise<IWebhookResponseData> {
	const answer = (status: number, reason: string): IWebhookResponseData => {
		context.getResponseObject().status(status).json({ reason });
		return { noWebhookResponse: true };
	};
	// If the handler threw, n8n would end the waiting execution and drop its data.
	const received = await attempt(
		context.getWebhookName() === WAITING ? resumedOnce(context, answer) : passedOn(context, answer),
	);
	return received.ok ? received.value : answer(409, 'the callback could not be processed');
}

const MOST_WAITS = 1000;
const DAY_MS = 24 * 60 * 60 * 1000;
/** Waits that this process has ended; an execution may wait again in the next iteration of a loop. */
const goneOn = new Memory<true>(MOST_WAITS, DAY_MS);

/** Resumes the execution once: callbacks of several batches may arrive at the same time. */
async function resumedOnce(context: IWebhookFunctions, answer: Respond): Promise<IWebhookResponseData> {
	const state = stateOf(context);
	if (state === undefined) return answer(200, 'the execution is not waiting');
	const wait = [context.getRequestObject().path, ...state.batches.map(({ id }) => id)].join(' ');
	return await serialize(wait, async () => {
		if (goneOn.get(wait)) return answer(200, 'the execution has already resumed');
		const response = await resumed(context, state, answer);
		if (response.workflowData !== undefined) goneOn.keep(wait, true);
		return response;
	});
}

/** Resumes the execution if the service reports that all of its batches are complete. */
async function resumed(
	context: IWebhookFunctions,
	state: ParkedState,
	answer: Respond,
): Promise<IWebhookResponseData> {
	const node = context.getNode();
	const connection = await connect(context);
	const limits = { concurrency: DEFAULT_CONCURRENCY, requestsPerMinute: 0 };
	const service = new Service(sharedSession(context, connection, limits), []);
	const called = asInteger((context.getQueryData() as { batch?: unknown }).batch) ?? 0;
	const closed = await statuses(service, state.batches, called);
	if (closed === undefined) return answer(202, 'a batch is not complete yet');
	const outcomes: Outcome[] = [];
	for (const { batch, status } of closed) {
		outcomes.push(
			await collectBatch(service, {
				batchId: batch.id,
				items: batch.contacts.map(({ item }) => item),
				contacts: distinct(batch.contacts),
				ifRecordFails: state.ifRecordFails === 'error' ? 'error' : 'output',
				// A batch that failed as a whole is read again, so that its records are output as usual.
				...(status.state === 'completed' ? { status, limitSeconds: 0 } : { limitSeconds: 1, firstPollMs: 0 }),
			}),
		);
	}
	context.getResponseObject().status(200).json({ reason: 'received' });
	return {
		noWebhookResponse: true,
		workflowData: byOutput(node, [...state.done, ...toItems(node, combine(outcomes))]),
	};
}

/** The status of all batches, starting with the one in the callback; `undefined` while any is processing. */
async function statuses(
	service: Service,
	batches: readonly ParkedBatch[],
	called: number,
): Promise<Array<{ batch: ParkedBatch; status: BatchStatus }> | undefined> {
	const ordered = [...batches.slice(called), ...batches.slice(0, called)];
	const found: Array<{ batch: ParkedBatch; status: BatchStatus }> = [];
	for (const batch of ordered) {
		const status = await fetchStatus(service, batch.id);
		if (status.state === 'processing') return undefined;
		found.push({ batch, status });
	}
	return found;
}

/** The wait state stored with the execution. */
function stateOf(context: IWebhookFunctions): ParkedState | undefined {
	const name = JSON.stringify(context.getNode().name);
	const remembered: unknown = context.evaluateExpression(`{{ $node[${name}].context }}`);
	const parked: IDataObject = asObject(asObject(remembered).parked);
	return isObject(parked) && Array.isArray(parked.batches) ? (parked as unknown as ParkedState) : undefined;
}
