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

export type Confirmation =
	/** Includes what was read to confirm it. */
	| { readonly is: 'true'; readonly found?: JobData }
	/** No such job or batch, or another state; not final where that may change. */
	| { readonly is: 'false'; readonly reason: string; readonly isFinal: boolean }
	/** The service could not be asked. */
	| { readonly is: 'unknown'; readonly reason: string; readonly isFinal: false };

/** Per account and day: anyone who knows the URL may send false events, and paid work needs the requests. */
export const MOST_UNCONFIRMED = limits.requestsPerDay / 5;

/** Reads the job or batch once, free of charge; the service resends events that are not true yet. */
export async function confirmEvent(service: Service, event: ServiceEvent): Promise<Confirmation> {
	const { account } = service.session.connection;
	const day = Math.floor(clock.now() / DAY_MS);
	const unconfirmed = sharedBy(`unconfirmed events of ${account} on day ${day}`, () => ({ requests: 0 }));
	if (unconfirmed.requests >= MOST_UNCONFIRMED) return unknown(USED_UP);
	unconfirmed.requests++;
	const answer = await ask(service, event);
	if (answer.is !== 'false') unconfirmed.requests--;
	return answer;
}

export const unknown = (reason: string): Exclude<Confirmation, { is: 'true' }> => ({
	is: 'unknown',
	reason,
	isFinal: false,
});

async function ask(service: Service, event: ServiceEvent): Promise<Confirmation> {
	const asked = await attempt(event.kind === 'batch' ? askBatch(service, event) : askJob(service, event));
	if (asked.ok) return asked.value;
	const { error } = asked;
	if (!(error instanceof ServiceFailure)) return unknown(explained(error));
	// A batch may be announced before it can be read. Jobs are final: batches also come as jobs, under other IDs.
	if (error.kind === 'notFound')
		return { is: 'false', reason: NO_SUCH_WORK, isFinal: event.kind !== 'batch' };
	const reason = explained(error);
	return error.phase === 'rejected' ? { is: 'false', reason, isFinal: false } : unknown(reason);
}

async function askJob(service: Service, event: ServiceEvent): Promise<Confirmation> {
	const place = resultPlaces[event.kind === 'prospecting' ? 'prospecting' : 'enrichment'];
	const read = await attempt(readResultOnce(service, place, event.id));
	if (!read.ok) {
		if (read.error instanceof ServiceFailure && saysFailed(read.error)) return compare(event, 'error');
		throw read.error;
	}
	const { value: result } = read;
	if (result === undefined) return compare(event, 'requested');
	return compare(event, readJob(result).is === 'failed' ? 'error' : 'done', { result });
}

async function askBatch(service: Service, event: ServiceEvent): Promise<Confirmation> {
	const batch = await fetchStatus(service, event.id);
	return compare(event, eventStatusOf(batch), { batch });
}

function compare({ status: said }: ServiceEvent, state: EventStatus, found?: JobData): Confirmation {
	if (said === state || said === 'requested') return { is: 'true', found };
	const isFinal = state !== 'requested';
	const now = isFinal ? `the state "${state}"` : 'that it is still running';
	return { is: 'false', reason: `the service reports ${now}`, isFinal };
}

const NO_SUCH_WORK = 'the account of the credential has no such job or batch';

const USED_UP = `the ${MOST_UNCONFIRMED} requests a day for events that the service does not confirm are used up or under way. If the service sends events of batches to this URL, give those batches a Webhook URL of their own (Enrich in Batch > Options). If others know the URL, replace the trigger by a copy and register the URL of the copy`;

/** A guess: the answer for a failed job is not shown. A refusal alone may mean that there is no such job. */
const saysFailed = ({ kind, serviceText = '' }: ServiceFailure): boolean =>
	kind === 'rejected' && /\b(fail(ed|ure)|falh(a|ou)|errors?|erros?)\b/i.test(serviceText);
