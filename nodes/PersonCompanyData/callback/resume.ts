import type { IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';

import { endpoints } from '../../../contract';
import { limits } from '../../../contract/model/limits';
import type { BatchStatus } from '../../../core/read/batch';
import { fetchStatus } from '../../../core/background/batchWait';
import { resumeParts } from '../../../core/background/callbackAddress';
import { collectBatch } from '../../../core/background/collectBatch';
import { inOrder, type ParkedState } from '../../../core/background/parked';
import { poll } from '../../../core/background/poll';
import { sharedSession } from '../../../core/background/sharedSession';
import { attempt, serialize } from '../../../core/base/async';
import { clock } from '../../../core/base/clock';
import { Memory } from '../../../core/base/memory';
import type { Connection } from '../../../core/client/connection';
import { DEFAULT_CONCURRENCY } from '../../../core/client/pace';
import { Service } from '../../../core/client/service';
import { InputFields } from '../../../core/leads/inputFields';
import { presented } from '../../../core/leads/present';
import { columnsOf } from '../../../core/leads/view';
import { distinct } from '../../../core/read/contacts';
import { toItems } from '../../../core/output/items';
import { combine, type Outcome } from '../../../core/output/outcome';
import { withUnknownAnswers } from '../../../core/output/unknownAnswers';

/** What this process knows of an execution that waits; it may wait again in the next turn of a loop. */
interface Wait {
	/** The numbers by which the service calls back for the batches. */
	readonly numbers: readonly number[];
	/** How often it has called back for each batch, and for any other. */
	readonly calls: Map<number, number>;
	/** Batches that were read as complete, until the execution resumes. */
	readonly read: Map<number, BatchStatus>;
	/** When the batches were looked at last. */
	lookedAt: number;
	isOver: boolean;
	/** When n8n goes on by itself, in milliseconds since the epoch. */
	readonly until: number;
}

const MOST_WAITS = 1000;
const DAY_MS = 24 * 60 * 60 * 1000;
/** By what waits for which batches, and while one is looked at, by path and query of its resume URL, without the batch. */
const waits = new Memory<Wait>(2 * MOST_WAITS, DAY_MS);

const LIMITS = { concurrency: DEFAULT_CONCURRENCY, requestsPerMinute: 0, purpose: 'callbacks' } as const;

const newWait = ({ batches, until }: ParkedState): Wait => ({
	numbers: batches.map(({ callback }, batch) => callback ?? batch),
	calls: new Map(),
	read: new Map(),
	lookedAt: 0,
	isOver: false,
	until,
});

/** Counts a callback by its number. Those for unknown batches count together, so that they are no more than for one. */
function count({ numbers, calls }: Wait, number: number): number {
	const batch = numbers.indexOf(number);
	const soFar = (calls.get(batch) ?? 0) + 1;
	calls.set(batch, soFar);
	return soFar;
}

/**
 * Leaves a callback to an earlier one of the same execution that is looked into right now, if there is one: n8n takes
 * seconds to load a large execution, and would for each. n8n has checked the signature, which is a part of the URL.
 * @param resume path and query of the resume URL
 * @returns whether it was left to it, and counted
 */
export function leftToEarlier(resume: string): boolean {
	const { url, callback } = resumeParts(resume);
	const wait = waits.get(url);
	if (wait === undefined || clock.now() >= wait.until) return false;
	count(wait, callback);
	return true;
}

const NOTHING: IWebhookResponseData = { noWebhookResponse: true };

/**
 * Resumes the execution as soon as all of its batches are complete, once: callbacks of several batches may arrive at
 * the same time. The first callback looks again and again until n8n goes on by itself, as no further call may come.
 * Each other one looks once, as its batch may have become complete, and those that the service does not send, none.
 * @param called the number of the callback; of an unknown batch, too, it may mean that all are complete
 */
export async function resumedOnce(
	context: IWebhookFunctions,
	connection: Connection,
	state: ParkedState,
	called: number,
): Promise<IWebhookResponseData> {
	const place = [context.getRequestObject().path, ...state.batches.map(({ id }) => id)].join(' ');
	const wait = waits.use(place, () => newWait(state), Math.min(DAY_MS, state.until - clock.now()));
	const calls = count(wait, called);
	if (wait.isOver || calls > limits.webhookAttempts) return NOTHING;
	// A session ends with the first block, and a block with time.
	const newService = (): Service => new Service(sharedSession(context, connection, LIMITS), []);
	const calledAt = clock.now();
	const look = async (): Promise<IWebhookResponseData | undefined> => {
		const isNews = calls === 1 && wait.lookedAt < calledAt;
		const dueAt = isNews ? 0 : wait.lookedAt + limits.pollSeconds * 1000;
		await clock.sleep(Math.max(0, dueAt - clock.now()));
		return await looked(context, newService(), state, wait);
	};
	const { url } = resumeParts(context.getRequestObject().originalUrl);
	if (waits.get(url) === wait) {
		// Many may come at once: what one of them has looked at since this one came need not be asked for again.
		const lookIfDue = async () => (wait.lookedAt >= calledAt ? NOTHING : await look());
		return (await serialize(place, lookIfDue)) ?? NOTHING;
	}
	waits.keep(url, wait, state.until - clock.now());
	try {
		const found = await poll(newService(), {
			endpoint: endpoints.batchStatus,
			limitSeconds: (state.until - clock.now()) / 1000,
			ask: async () => await serialize(place, look),
		});
		return found ?? NOTHING;
	} finally {
		if (waits.get(url) === wait) waits.forget(url);
	}
}

/** What resumes the execution, if all of its batches are complete; `undefined` if looking again may help. */
async function looked(
	context: IWebhookFunctions,
	service: Service,
	state: ParkedState,
	wait: Wait,
): Promise<IWebhookResponseData | undefined> {
	// n8n has gone on by itself, or is about to.
	const isLate = clock.now() >= state.until;
	if (isLate) wait.read.clear();
	if (wait.isOver || isLate) return NOTHING;
	wait.lookedAt = clock.now();
	const running = await attempt(firstRunning(service, state, wait));
	// Whatever is wrong may pass, such as a block after a burst; a block costs no requests.
	if (!running.ok) return undefined;
	if (running.value !== undefined) return wait.calls.has(running.value) ? undefined : NOTHING;
	const items = await itemsOf(context, service, state, wait.read);
	wait.read.clear();
	if (clock.now() >= state.until) return NOTHING;
	wait.isOver = true;
	return { ...NOTHING, workflowData: items };
}

/**
 * Reads the batches that are not known to be complete, until one is still at work: first those that have not called
 * back, as they are the most likely to be.
 */
async function firstRunning(
	service: Service,
	{ batches }: ParkedState,
	{ calls, read }: Wait,
): Promise<number | undefined> {
	const unknown = [...batches.keys()].filter((batch) => !read.has(batch));
	for (const batch of unknown.sort((a, b) => Number(calls.has(a)) - Number(calls.has(b)))) {
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
	const { outputs, problems } = withUnknownAnswers(service.session, combine(outcomes));
	const shown = await presented(service.session, outputs, state.view);
	const inputFields = await InputFields.of(state.rows, shown, columnsOf(state.view));
	const items = await toItems(node, { outputs: shown, problems }, (json, of) => inputFields.beside(json, of));
	return [inOrder([...state.done, ...items])];
}
