import type { BatchStatus } from '../../core/read/batch';
import { limits } from '../../contract/model/limits';
import { fetchStatus } from '../../core/background/batchWait';
import { clock, DAY_MS } from '../../core/base/clock';
import { explained } from '../../core/base/errors';
import { ServiceFailure } from '../../core/client/failure';
import { resultPlaces, readResultOnce } from '../../core/background/jobs';
import { sharedBy } from '../../core/background/sharedSession';
import type { Service } from '../../core/client/service';
import { attempt } from '../../core/base/async';
import type { Body } from '../../core/read/answer';
import { readJob } from '../../core/read/job';
import { eventStatusOf, type EventStatus, type ServiceEvent } from './event';

/** As read from the service. */
export type JobData = { readonly result: Body } | { readonly batch: BatchStatus };

export interface Unconfirmed {
	/** `unknown` when the service could not be asked. */
	readonly is: 'false' | 'unknown';
	readonly reason: string;
	/** It will not become true. */
	readonly isFinal: boolean;
}

/** With what was read to confirm it. */
export type Confirmation = { readonly is: 'true'; readonly found?: JobData } | Unconfirmed;

/** Per account and day: anyone who knows the URL may send false events, and paid work needs the requests. */
export const MOST_UNCONFIRMED = limits.requestsPerDay / 5;

/** Reads the job or batch once, free of charge; the service resends events that are not true yet. */
export async function confirmEvent(service: Service, event: ServiceEvent): Promise<Confirmation> {
	const { account } = service.session.connection;
	const day = Math.floor(clock.now() / DAY_MS);
	const unconfirmed = sharedBy(`unconfirmed events of ${account} on day ${day}`, () => ({ requests: 0 }));
	if (unconfirmed.requests >= MOST_UNCONFIRMED) return unknown(USED_UP);
	unconfirmed.requests++;
	const asked = await attempt(stateOf(service, event));
	const answer = asked.ok ? compare(event, asked.value) : withoutState(event, asked.error);
	if (answer.is !== 'false') unconfirmed.requests--;
	return answer;
}

export const unknown = (reason: string): Unconfirmed => ({ is: 'unknown', reason, isFinal: false });

interface State {
	readonly state: EventStatus;
	readonly found?: JobData;
}

async function stateOf(service: Service, { kind, id }: ServiceEvent): Promise<State> {
	if (kind === 'batch') {
		const batch = await fetchStatus(service, id);
		return { state: eventStatusOf(batch), found: { batch } };
	}
	const result = await readResultOnce(service, resultPlaces[kind], id);
	if (result === undefined) return { state: 'requested' };
	return { state: readJob(result).is === 'failed' ? 'error' : 'done', found: { result } };
}

function compare({ status }: ServiceEvent, { state, found }: State): Confirmation {
	if (status === state || status === 'requested') return { is: 'true', found };
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

const NO_SUCH_WORK = 'the account of the credential has no such job or batch';

const USED_UP = `today's ${MOST_UNCONFIRMED} requests for events that the service doesn't confirm are used up or under way. If the service sends events of batches to this URL, set 'Webhook URL' in 'Enrich in Batch'. If others know the URL, replace the trigger with a copy and register the URL of the copy`;
