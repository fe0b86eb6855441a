import { clock } from '../base/clock';
import { isUncharged } from '../client/failure';
import { fingerprint } from '../base/fingerprint';
import { isReplayed, type Call, type Reply } from '../client/request';
import { notSent, type Service } from '../client/service';
import { attempt } from '../base/async';
import { Memory } from '../base/memory';
import { HOLD_MARGIN_MS } from '../client/repeat';
import { Submissions } from '../client/runState';
import { CallMark, heldMs } from './callMark';

/**
 * The key of a call that may be answered by what any execution of the account was answered in the last hours,
 * also one that n8n lost. The service binds a key to no call, so that all of the call is part of it.
 */
export const keyOfContent = (service: Service, call: Call): string =>
	fingerprint('enrich now', service.session.connection.account, service.signature(call));

/** The key of a call that is new in each execution: the same for every try of it, another for any other. */
export const keyOfRun = (service: Service, call: Call): string =>
	fingerprint(service.session.runKey, service.signature(call));

/** Failures that are followed at most: each of them was refunded, and asked for anew under another key. */
const MOST_FAILURES = 20;

/** What an answer that the service gave from memory means. */
export interface Replay {
	/** The answer, brought up to date. */
	readonly reply: Reply;
	/** Whether it tells of a failure, which was refunded. */
	readonly hasFailed: boolean;
	/** ID of what failed. */
	readonly id?: string;
}

/**
 * Sends a call under a key. What the service answers from memory is given back, unless it is a failure of
 * another execution: a failed record was refunded and may be found by now, so it is asked for anew under a key
 * that follows from that failure, the same for everyone who meets it.
 */
export async function callWithKey(
	service: Service,
	call: Call,
	key: string,
	readReplay: (reply: Reply) => Promise<Replay>,
): Promise<Reply> {
	let next = key;
	for (let failures = 0; ; failures++) {
		const isOurs = wasSent(service, next);
		const reply = await send(service, call, next);
		if (!isReplayed(reply) || isOurs || reply.afterLoss === true || failures === MOST_FAILURES) return reply;
		const replay = await readReplay(reply);
		if (!replay.hasFailed) return replay.reply;
		next = fingerprint(key, replay.id ?? failures);
	}
}

/** Whether an earlier try of this execution sent a call under the key and got no answer. */
export const wasSent = (service: Service, key: string): boolean =>
	new Submissions(service.session.context).find(key) !== undefined;

/** Calls that this process has under way, by key. */
const underWay = new Map<string, Promise<unknown>>();
const MOST_UNANSWERED = 10_000;
/** When calls were sent that got no answer, by key, as long as the service may be at them. */
const unanswered = new Memory<number>(MOST_UNANSWERED, HOLD_MARGIN_MS);

/**
 * Sends the call. The service stores a key when its answer leaves: when an earlier try of this execution
 * or another execution got no answer, nothing is sent before that try has surely ended.
 */
async function send(service: Service, call: Call, key: string): Promise<Reply> {
	const { endpoint } = call;
	const submissions = new Submissions(service.session.context);
	// Another execution sends the same: its answer will be replayed.
	for (let other = underWay.get(key); other !== undefined; other = underWay.get(key)) await attempt(other);
	const earlier = submissions.find(key);
	const sentAt = Math.max(earlier?.sentAt ?? 0, unanswered.get(key) ?? 0);
	const waitMs = sentAt + heldMs(endpoint) - clock.now();
	const mark = new CallMark(service, endpoint, key, waitMs > 0);
	let isSent = false;
	const before = async (): Promise<void> => {
		await mark.renew();
		submissions.sending(key);
		isSent = true;
	};
	const sending = (async () => {
		if (waitMs > 0) await service.sleep(waitMs, endpoint);
		service.refuseWhenStopped(endpoint);
		const set = await attempt(mark.set());
		if (!set.ok) throw notSent(endpoint, set.error);
		return await service.call({ ...call, headers: { 'Idempotency-Key': key }, before });
	})();
	underWay.set(key, sending);
	const sent = await attempt(sending);
	underWay.delete(key);
	// What is known of an earlier try still holds.
	if (!sent.ok && !isSent) {
		await mark.remove();
		throw sent.error;
	}
	unanswered.forget(key);
	if (sent.ok) {
		submissions.forget(key);
		await mark.remove();
		return sent.value;
	}
	if (isUncharged(sent.error)) {
		// An earlier try may have been charged.
		if (earlier === undefined) submissions.forget(key);
		await mark.remove();
	} else {
		// The last of its tries is the one that may still run.
		submissions.sending(key);
		unanswered.keep(key, clock.now(), heldMs(endpoint));
	}
	throw sent.error;
}
