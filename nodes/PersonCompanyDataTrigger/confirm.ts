import type { IWebhookFunctions } from 'n8n-workflow';

import { limits } from '../../contract/model/limits';
import { readStatusOnce } from '../../core/background/batchWait';
import { readResultOnce, resultPlaces } from '../../core/background/jobs';
import { sharedSession } from '../../core/background/sharedSession';
import { attempt, within } from '../../core/base/async';
import { clock, DAY_MS } from '../../core/base/clock';
import { explained } from '../../core/base/errors';
import { Memory } from '../../core/base/memory';
import { duration } from '../../core/base/text';
import { connect } from '../../core/client/connection';
import { ServiceFailure } from '../../core/client/failure';
import { Service } from '../../core/client/service';
import { readJob } from '../../core/read/job';
import { eventStatusOf, type EventStatus, type ServiceEvent } from './event';

export interface Unconfirmed {
	/** `unknown` when the service could not be asked. */
	readonly is: 'false' | 'unknown';
	readonly reason: string;
	/** It will not become true. */
	readonly isFinal: boolean;
}

/** Of the 30 seconds that the service waits, a busy n8n needs most before and after. */
const ANSWER_MS = 12_000;

/** `undefined` if the service confirms the event. */
export async function whyUnconfirmed(
	context: IWebhookFunctions,
	event: ServiceEvent,
): Promise<Unconfirmed | undefined> {
	const answer = await within(ANSWER_MS, async (signal) => {
		const session = sharedSession(context, await connect(context), 'events', { signal });
		return await askAbout(event, new Service(session, [], { timeoutSeconds: ANSWER_MS / 1000 }));
	});
	if (answer === undefined) return unknown(NO_ANSWER);
	return answer.ok ? answer.value : unknown(explained(answer.error));
}

/** Per account and day: anyone who knows the URL may send false events, and paid work needs the requests. */
const MOST_UNCONFIRMED = limits.requestsPerDay / 5;

const falseEvents = new Memory<{ requests: number }>(500);

/** By one free request, which is counted unless it confirms the event. */
export async function askAbout(event: ServiceEvent, service: Service): Promise<Unconfirmed | undefined> {
	const { account } = service.session.connection;
	const day = Math.floor(clock.now() / DAY_MS);
	const ofDay = falseEvents.use(`${account} ${day}`, () => ({ requests: 0 }));
	if (ofDay.requests >= MOST_UNCONFIRMED) return unknown(USED_UP);
	ofDay.requests++;
	const asked = await attempt(stateOf(service, event));
	const answer = asked.ok ? compare(event, asked.value) : withoutState(event, asked.error);
	if (answer === undefined) ofDay.requests -= 1;
	// Half, since the service sends such an event again.
	else if (answer.is === 'unknown') ofDay.requests -= 0.5;
	return answer;
}

const unknown = (reason: string): Unconfirmed => ({ is: 'unknown', reason, isFinal: false });

async function stateOf(service: Service, { kind, id }: ServiceEvent): Promise<EventStatus> {
	if (kind === 'batch') return eventStatusOf(await readStatusOnce(service, id));
	const result = await readResultOnce(service, resultPlaces[kind], id);
	if (result === undefined) return 'requested';
	return readJob(result).is === 'failed' ? 'error' : 'done';
}

function compare({ status }: ServiceEvent, state: EventStatus): Unconfirmed | undefined {
	if (status === state || status === 'requested') return undefined;
	const isFinal = state !== 'requested';
	const now = isFinal ? `the state "${state}"` : 'that it is still running';
	return { is: 'false', reason: `the service reports ${now}`, isFinal };
}

function withoutState({ kind }: ServiceEvent, error: Error): Unconfirmed {
	if (!(error instanceof ServiceFailure)) return unknown(explained(error));
	// A batch may be announced before it can be read. Jobs are final: batches also come as jobs, under other IDs.
	if (error.kind === 'notFound') return { is: 'false', reason: NO_SUCH_WORK, isFinal: kind !== 'batch' };
	return { ...unknown(explained(error)), is: error.phase === 'rejected' ? 'false' : 'unknown' };
}

const NO_ANSWER = `the service did not answer within ${duration(ANSWER_MS / 1000)}`;

const NO_SUCH_WORK = 'the account of the credential has no such job or batch';

const USED_UP = `today's ${MOST_UNCONFIRMED} requests for events that the service doesn't confirm are used up or under way. If the service sends events of batches to this URL, set 'Webhook URL' in 'Enrich in Batch'. If others know the URL, replace the trigger with a copy and register the URL of the copy`;
