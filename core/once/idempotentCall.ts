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
 * The key of a call that may reuse a response that any execution of the account got in the last hours, even one
 * that n8n lost. The service does not tie a key to a call, so the key covers the whole call.
 */
export const keyOfContent = (service: Service, call: Call): string =>
	fingerprint('enrich now', service.session.connection.account, service.signature(call));

/** The key of a call that is new in each execution: the same for all attempts of one execution. */
export const keyOfRun = (service: Service, call: Call): string =>
	fingerprint(service.session.runKey, service.signature(call));

/** Most replayed failures to retry: each was refunded and is retried with another key. */
const MOST_FAILURES = 20;

/** Meaning of a replayed response. */
export interface Replay {
	/** The response, updated. */
	readonly reply: Reply;
	/** Whether it reports a failure, which was refunded. */
	readonly hasFailed: boolean;
	/** Batch ID of the failure. */
	readonly id?: string;
}

/**
 * Sends a call with an idempotency key. Returns a replayed response unless it is another execution's failure: a
 * failed record was refunded and may be available now, so the call is sent again with a key derived from that
 * failure, which is the same for all executions that hit it.
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
		const reply = await sendWithKey(service, call, next);
		if (!isReplayed(reply) || isOurs || reply.afterLoss === true || failures === MOST_FAILURES) return reply;
		const replay = await readReplay(reply);
		if (!replay.hasFailed) return replay.reply;
		next = fingerprint(key, replay.id ?? failures);
	}
}

/** Whether an earlier attempt of this execution sent a call with the key and got no response. */
export const wasSent = (service: Service, key: string): boolean =>
	new Submissions(service.session.context).find(key) !== undefined;

/** Running calls of this process, by key. */
const underWay = new Map<string, Promise<unknown>>();
const MOST_UNANSWERED = 10_000;
/** When calls without a response were sent, by key, for as long as the service may still be running them. */
const unanswered = new Memory<number>(MOST_UNANSWERED, HOLD_MARGIN_MS);

/**
 * Sends the call. The service stores a key when it responds: if an earlier attempt of this or another execution got
 * no response, waits until that attempt has certainly ended.
 */
async function sendWithKey(service: Service, call: Call, key: string): Promise<Reply> {
	const { endpoint } = call;
	const submissions = new Submissions(service.session.context);
	// Another execution is sending the same call: its response will be replayed.
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
	// What is recorded about an earlier attempt stays valid.
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
		// An earlier attempt may have been charged.
		if (earlier === undefined) submissions.forget(key);
		await mark.remove();
	} else {
		// The last attempt may still be running.
		submissions.sending(key);
		unanswered.keep(key, clock.now(), heldMs(endpoint));
	}
	throw sent.error;
}
