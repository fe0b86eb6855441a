import { isCharged, repeatAfterLoss } from '../../contract/model/billing';
import { attempt } from '../base/async';
import { fingerprint } from '../base/fingerprint';
import { Memory } from '../base/memory';
import { isUncharged } from '../client/failure';
import { recorded, type Call, type Reply } from '../client/request';
import { originOf } from '../client/runState';
import type { Service } from '../client/service';
import type { Finding } from './claims';
import { Journal } from './journal';
import { refusal } from './refusals';
import { lostBefore } from './submit';

/** An answer, and the turn of its execution that got it. */
interface Answered {
	readonly turn: string;
	readonly reply: Reply;
}

const MOST_ANSWERS = 1000;
const HOUR_MS = 60 * 60_000;
/**
 * Answers to calls that are charged each time, by execution and call: its further turns and agent calls get them at no
 * charge. In the process alone: kept with the execution, they would double what n8n stores of it.
 */
const answers = new Memory<Answered>(MOST_ANSWERS, HOUR_MS);

/**
 * Asks for something that may be charged, at most once per run and its retry attempts. A call that the service
 * charges each time is recorded, so that it is not sent again when its response was lost; others are free to repeat
 * (credit rules 1 and 4).
 * @param get gets the reply instead of sending the call as it is
 * @throws ServiceFailure when the call finally fails
 * @throws UncertainWork when it was sent before and its result has not come out
 */
export async function askOnce(
	service: Service,
	call: Call,
	get = async () => await service.result(recorded(call)),
): Promise<Reply> {
	if (!isCharged(call.endpoint.billing) || repeatAfterLoss(call.endpoint) !== 'never') {
		return await service.shared(call, get);
	}
	const unit = fingerprint('call', service.signature(call));
	const { session } = service;
	const turn = fingerprint(session.runKey);
	const place = fingerprint(originOf(session.context), session.context.getNode().id, unit);
	const earlier = session.submitsAgain ? undefined : answers.get(place);
	if (earlier !== undefined && earlier.turn !== turn) {
		session.tally.saved++;
		return earlier.reply;
	}
	const reply = await service.shared(call, async () => await recordedReply(service, call, unit, get));
	// An earlier attempt may have got it.
	Journal.of(session).decide([unit], 'answered');
	answers.keep(place, { turn, reply });
	return reply;
}

/** Gets the reply to a call ahead of its `askOnce`; only for calls that are free to repeat. */
export const askAhead = (service: Service, call: Call): void =>
	service.ahead(call, async () => await service.result(recorded(call)));

/** Asks once, without retries, for something that is not charged until it is ready. */
export async function tryOnce(service: Service, call: Call): Promise<Reply> {
	const reply = await service.try(recorded(call));
	service.refuseReported(call, reply);
	return reply;
}

async function recordedReply(
	service: Service,
	call: Call,
	unit: string,
	get: () => Promise<Reply>,
): Promise<Reply> {
	const journal = Journal.of(service.session);
	const earlier = journal.sent.find(unit);
	if (earlier !== undefined) throw lostBefore(service, 'The call was', earlier.at);
	service.refuseWhenStopped(call.endpoint);
	const claim = async (): Promise<Finding> => (await journal.claim([unit])).get(unit) ?? 'free';
	let finding = await claim();
	// Another execution of this process is asking the same: it may be asked again when that one has its answer.
	while (finding === 'open' && (await journal.othersEnd(unit))) finding = await claim();
	if (finding !== 'free') throw refusal(finding, 'The call was');
	const work = journal.sending([unit]);
	const got = await attempt(get());
	// The response is kept with the execution, which makes the entry unnecessary.
	if (got.ok || isUncharged(got.error)) journal.sent.forget(work);
	if (got.ok) return got.value;
	if (isUncharged(got.error)) journal.decide([unit], 'uncharged');
	throw got.error;
}
