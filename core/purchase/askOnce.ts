import { classOf } from '../../contract/model/billing';
import { attempt } from '../base/async';
import { fingerprint } from '../base/fingerprint';
import { Memory } from '../base/memory';
import { asBody, type Body } from '../read/answer';
import { isUncharged, ServiceFailure } from '../client/failure';
import { recorded, type Call, type Reply } from '../client/request';
import { originOf } from '../client/runState';
import type { Service } from '../client/service';
import { balanceRead } from './balance';
import { Purchases } from './purchases';
import { lostBefore, mayBeChargedAgain, refusal, UncertainWork } from './refusals';

/** An answer, and the turn of its execution that got it. */
interface Answered {
	readonly turn: string;
	readonly reply: Reply;
}

const DAY_MS = 24 * 60 * 60_000;
/**
 * Answers to calls that may be charged, by execution and call: its further turns and agent calls get them at no
 * charge and without a request. In the process alone: kept with the execution, they would double what n8n stores of
 * it, and stand beside its output, which n8n can be told to hide.
 */
const answers = new Memory<Answered>(500, DAY_MS);

const keyOf = (service: Service, call: Call): string => fingerprint('call', service.signature(call));

/** Where the answer to a call is remembered within its execution. */
const placeOf = ({ session: { context } }: Service, key: string): string =>
	fingerprint(originOf(context), context.getNode().id, key);

/**
 * Asks for something that may be charged, or for a further page of it, at most once per execution; what is answered
 * is not asked for again with Send Again either. A call that the service charges each time is recorded, so that it is
 * not sent again when its response was lost; others are free to repeat (credit rules 1 and 4), but for further pages
 * of a search whose key may be too old.
 * @param get gets the reply instead of sending the call as it is
 * @throws ServiceFailure when the call finally fails
 * @throws UncertainWork when it was sent before and its result has not come out
 */
export async function askOnce(
	service: Service,
	call: Call,
	get = async () => await service.result(recorded(call)),
): Promise<Reply> {
	// What never costs anything may be another answer by now; not so a further page of a search.
	if (call.body?.chave_cache === undefined && service.mostOf(call) === 0)
		return await service.shared(call, get);
	const { session } = service;
	const key = keyOf(service, call);
	const turn = fingerprint(session.runKey);
	const place = placeOf(service, key);
	const purchases = Purchases.of(session);
	const earlier = session.limits.skipsEnriched ? undefined : answers.get(place);
	if (earlier !== undefined && earlier.turn !== turn) {
		// An earlier run of this process got it and did not output it: its claim is still there.
		if (purchases.leftOpen(key) !== undefined) purchases.decide([key], 'answered');
		session.tally.saved++;
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

/** Call when what was answered was refunded: a further turn asks anew. */
export const forgetAnswer = (service: Service, call: Call): void =>
	answers.forget(placeOf(service, keyOf(service, call)));

/** The reply of a service that has nothing, kept so that a later attempt of the run does not ask again either. */
const NOTHING_FOUND: Reply = { status: 404, headers: {}, body: asBody(undefined) };

/**
 * Asks once for something that the service may not have.
 * @returns the body of the reply; `undefined` when the service says that it found nothing
 */
export async function askIfFound(service: Service, call: Call): Promise<Body> {
	const { body } = await askOnce(service, call, async () => {
		const got = await attempt(service.result(recorded(call)));
		if (got.ok) return got.value;
		if (got.error instanceof ServiceFailure && got.error.kind === 'notFound') return NOTHING_FOUND;
		throw got.error;
	});
	return body;
}

/** Asks once, without retries, for something that is not charged until it is ready. */
export async function tryOnce(service: Service, call: Call): Promise<Reply> {
	const reply = await service.try(recorded(call));
	service.refuseReported(call, reply);
	return reply;
}

/**
 * Gets a reply that is free to ask for again, unless its failure says otherwise: then no later attempt of the execution
 * asks. Another execution may, whose user has seen the error.
 */
async function unlessLost(
	service: Service,
	call: Call,
	key: string,
	get: () => Promise<Reply>,
): Promise<Reply> {
	const { ledger } = Purchases.of(service.session);
	// The service may have accepted its key for another page since, so that it is free.
	const lost = service.mostOf(call) === 0 ? undefined : ledger.find(key);
	if (lost !== undefined) {
		throw new UncertainWork(
			`The call was sent at ${new Date(lost.at).toISOString()} by an earlier attempt without a response. Nothing was sent again.`,
			'It may have been charged: with a cache key that is no longer valid, each call for a further page is charged as a new search. Check the balance; to send it anyway, start a new execution.',
		);
	}
	const got = await attempt(get());
	if (got.ok) return got.value;
	if (mayBeChargedAgain(got.error)) ledger.sending([key]);
	throw got.error;
}

/** Gets a reply that is charged each time: at most once in the execution, and claimed among others. */
async function recordedReply(
	service: Service,
	call: Call,
	key: string,
	get: () => Promise<Reply>,
): Promise<Reply> {
	const purchases = Purchases.of(service.session);
	const earlier = purchases.ledger.find(key);
	if (earlier !== undefined) throw lostBefore('The call was', earlier.at, balanceRead(service));
	service.refuseWhenStopped(call.endpoint);
	const status = await purchases.claimOne(key, { isRecord: false });
	if (status !== 'free') throw refusal(status, 'The call was');
	purchases.sending([key]);
	const got = await attempt(get());
	// The response is kept with the execution, which makes the entry unnecessary.
	if (got.ok || isUncharged(got.error)) purchases.ledger.drop([key]);
	if (got.ok) return got.value;
	if (isUncharged(got.error)) purchases.decide([key], 'unsent');
	throw got.error;
}
