import { classOf } from '../../contract/model/billing';
import { attempt } from '../base/async';
import { fingerprint } from '../base/fingerprint';
import { Memory } from '../base/memory';
import { asBody, type Body } from '../read/answer';
import { isUncharged, ServiceFailure } from '../client/failure';
import { recorded, type Call, type Reply } from '../client/request';
import { originOf } from '../client/runState';
import type { Service } from '../client/service';
import { Purchases } from './purchases';
import { lostBefore, mayBeChargedAgain, refusal, UncertainWork } from './refusals';

interface Answered {
	readonly turn: string;
	readonly reply: Reply;
}

// Further turns and agent calls of an execution take these. In the process only: stored with the execution,
// answers would double its size and stand beside its output, which n8n can be told to hide.
const answers = new Memory<Answered>(500);

const keyOf = (service: Service, call: Call): string => fingerprint('call', service.signature(call));

const placeOf = ({ session: { context } }: Service, key: string): string =>
	fingerprint(originOf(context), context.getNode().id, key);

/**
 * At most once per execution, even with Send Again. What is charged each time is recorded, so that a lost call is
 * not repeated; the rest is free to repeat (credit rules 1 and 4), except search pages with a possibly stale key.
 * @throws ServiceFailure, or UncertainWork when it was sent before and its result has not come out
 */
export async function askOnce(
	service: Service,
	call: Call,
	get = async () => await service.result(recorded(call)),
): Promise<Reply> {
	// What is always free may have changed by now; not so a further page of a search.
	if (call.body?.chave_cache === undefined && service.mostOf(call) === 0)
		return await service.shared(call, get);
	const { session } = service;
	const key = keyOf(service, call);
	const turn = fingerprint(session.runKey);
	const place = placeOf(service, key);
	const purchases = Purchases.of(session);
	const earlier = session.limits.skipsEnriched ? undefined : answers.get(place);
	if (earlier !== undefined && earlier.turn !== turn) {
		// An earlier run of this process got it and did not output it: its claim still stands.
		if (purchases.leftOpen(key) !== undefined) purchases.decide([key], 'answered');
		session.usage.saved++;
		return earlier.reply;
	}
	const isRecorded = classOf(call.endpoint) === 'eachTime';
	const reply = await service.shared(
		call,
		async () => await (isRecorded ? recordedReply : unlessLost)(service, call, key, get),
	);
	// An earlier attempt may have got it.
	if (isRecorded) purchases.decide([key], 'answered');
	answers.keep(place, { turn, reply });
	return reply;
}

/** Call when the answer was refunded: a further turn asks anew. */
export const forgetAnswer = (service: Service, call: Call): void =>
	answers.forget(placeOf(service, keyOf(service, call)));

/** Kept, so that a later attempt of the run does not ask again either. */
const NOTHING_FOUND: Reply = { status: 404, headers: {}, body: asBody(undefined) };

/** Asks once. @returns the body; `undefined` when the service found nothing */
export async function askIfFound(service: Service, call: Call): Promise<Body> {
	const { body } = await askOnce(service, call, async () => {
		const got = await attempt(service.result(recorded(call)));
		if (got.ok) return got.value;
		if (got.error instanceof ServiceFailure && got.error.kind === 'notFound') return NOTHING_FOUND;
		throw got.error;
	});
	return body;
}

/** Without repeats, for what is not charged until it is ready. */
export async function tryOnce(service: Service, call: Call): Promise<Reply> {
	const reply = await service.try(recorded(call));
	service.refuseReported(call, reply);
	return reply;
}

/** After a loss that may be charged again, only another execution asks again: its user has seen the error. */
async function unlessLost(
	service: Service,
	call: Call,
	key: string,
	get: () => Promise<Reply>,
): Promise<Reply> {
	const { ledger } = Purchases.of(service.session);
	// Free if the service has accepted its key for another page since.
	const lost = service.mostOf(call) === 0 ? undefined : ledger.find(key);
	if (lost !== undefined) {
		throw new UncertainWork(
			'The page was requested by an earlier attempt that got no response',
			`It was requested at ${new Date(lost.at).toISOString()}, may have been charged as a new search, and was not requested again. Check the balance. To request it anyway, start a new execution.`,
		);
	}
	const got = await attempt(get());
	if (got.ok) return got.value;
	if (mayBeChargedAgain(got.error)) ledger.sending([key]);
	throw got.error;
}

/** What is charged each time is sent at most once, and claimed so that no other execution sends it. */
async function recordedReply(
	service: Service,
	call: Call,
	key: string,
	get: () => Promise<Reply>,
): Promise<Reply> {
	const purchases = Purchases.of(service.session);
	const earlier = purchases.ledger.find(key);
	if (earlier !== undefined) throw lostBefore('The call was', earlier.at);
	service.session.refuseWhenStopped(call.endpoint);
	const status = await purchases.claimOne(key, { isRecord: false });
	if (status !== 'free') throw refusal(status, 'The call was');
	purchases.sending([key]);
	const got = await attempt(get());
	// The response is kept with the execution, so the entry is not needed.
	if (got.ok || isUncharged(got.error)) purchases.ledger.drop([key]);
	if (got.ok) return got.value;
	if (isUncharged(got.error)) purchases.decide([key], 'unsent');
	throw got.error;
}
