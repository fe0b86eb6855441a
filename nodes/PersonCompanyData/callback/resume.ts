import type { IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';

import { endpoints } from '../../../contract';
import type { BatchStatus } from '../../../core/background/batchStatus';
import { fetchStatus } from '../../../core/background/batchWait';
import { collectBatch } from '../../../core/background/collectBatch';
import { byOutput, type ParkedState } from '../../../core/background/parked';
import { poll } from '../../../core/background/poll';
import { sharedSession } from '../../../core/background/sharedSession';
import { attempt, serialize } from '../../../core/base/async';
import { Memory } from '../../../core/base/memory';
import type { Connection } from '../../../core/client/connection';
import { DEFAULT_CONCURRENCY } from '../../../core/client/pace';
import { Service } from '../../../core/client/service';
import { distinct } from '../../../core/output/contacts';
import { toItems } from '../../../core/output/items';
import { combine, type Outcome } from '../../../core/output/outcome';

/** What this process knows of an execution that waits; it may wait again in the next turn of a loop. */
interface Wait {
	/** Batches that have called back. */
	readonly called: Set<number>;
	/** Batches that were read as complete, until the execution resumes. */
	readonly read: Map<number, BatchStatus>;
	isOver: boolean;
}

const MOST_WAITS = 1000;
const DAY_MS = 24 * 60 * 60 * 1000;
const waits = new Memory<Wait>(MOST_WAITS, DAY_MS);

const LIMITS = { concurrency: DEFAULT_CONCURRENCY, requestsPerMinute: 0, purpose: 'callbacks' } as const;

const NOTHING: IWebhookResponseData = { noWebhookResponse: true };

/**
 * Resumes the execution as soon as all of its batches are complete, once: callbacks of several batches may arrive at
 * the same time. As no further call comes for a batch that has called, its status is read again until the time limit
 * of the wait while it cannot be read, or says that the batch is still at work.
 * @param called the batch that the callback is about
 */
export async function resumedOnce(
	context: IWebhookFunctions,
	connection: Connection,
	state: ParkedState,
	called: number,
): Promise<IWebhookResponseData> {
	const place = [context.getRequestObject().path, ...state.batches.map(({ id }) => id)].join(' ');
	const wait = waits.use(place, () => ({ called: new Set(), read: new Map(), isOver: false }));
	// A session ends with the first block, and a block with time.
	const newService = (): Service => new Service(sharedSession(context, connection, LIMITS), []);
	wait.called.add(called);
	const ended = await poll(newService(), {
		endpoint: endpoints.batchStatus,
		limitSeconds: state.limitSeconds,
		ask: async () =>
			await serialize(place, async () => {
				if (wait.isOver) return NOTHING;
				const service = newService();
				const running = await attempt(firstRunning(service, state, wait));
				// Whatever is wrong may pass, such as a block after a burst; a block costs no requests.
				if (!running.ok) return undefined;
				if (running.value !== undefined) return wait.called.has(running.value) ? undefined : NOTHING;
				const items = await itemsOf(context, service, state, wait.read);
				wait.isOver = true;
				wait.read.clear();
				return { ...NOTHING, workflowData: items };
			}),
	});
	return ended ?? NOTHING;
}

/**
 * Reads the batches that are not known to be complete, until one is still at work: first those that have not called
 * back, as they are the most likely to be.
 */
async function firstRunning(
	service: Service,
	{ batches }: ParkedState,
	{ called, read }: Wait,
): Promise<number | undefined> {
	const unknown = [...batches.keys()].filter((batch) => !read.has(batch));
	for (const batch of unknown.sort((a, b) => Number(called.has(a)) - Number(called.has(b)))) {
		const status = await fetchStatus(service, batches[batch].id);
		if (status.state === 'processing') return batch;
		read.set(batch, status);
	}
	return undefined;
}

/** The items of the resumed node, by output. */
async function itemsOf(
	context: IWebhookFunctions,
	service: Service,
	state: ParkedState,
	statuses: ReadonlyMap<number, BatchStatus>,
): Promise<IWebhookResponseData['workflowData']> {
	const outcomes: Outcome[] = [];
	for (const [batch, { id, contacts }] of state.batches.entries()) {
		const status = statuses.get(batch);
		outcomes.push(
			await collectBatch(service, {
				batchId: id,
				items: contacts.map(({ item }) => item),
				contacts: distinct(contacts),
				ifRecordFails: state.ifRecordFails === 'error' ? 'error' : 'output',
				// A batch that failed as a whole is read again, so that its records are output as usual.
				...(status?.state === 'completed'
					? { status, limitSeconds: 0 }
					: { limitSeconds: 1, firstPollMs: 0 }),
			}),
		);
	}
	const node = context.getNode();
	return byOutput(node, [...state.done, ...toItems(node, combine(outcomes))]);
}
