import { recordItem } from '../output/batchRecord';
import { readStatus } from '../background/batchStatus';
import { fetchStatus } from '../background/batchWait';
import { clock } from '../base/clock';
import { isUncharged } from '../client/failure';
import { fingerprint } from '../base/fingerprint';
import { isReplayed, type Call, type Reply } from '../client/request';
import { notSent, type Service } from '../client/service';
import { settle } from '../base/settle';
import { Submissions } from '../client/submissions';
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

/**
 * Sends a call under a key. What the service answers from memory is given back, unless it is a failure of
 * another execution: a failed record was refunded and may be found by now, so it is asked for anew under a key
 * that follows from that failure, the same for everyone who meets it.
 */
export async function callWithKey(service: Service, call: Call, key: string): Promise<Reply> {
	let next = key;
	for (let failures = 0; ; failures++) {
		const isOurs = wasSent(service, next);
		const reply = await send(service, call, next);
		if (!isReplayed(reply) || isOurs || reply.afterLoss === true || failures === MOST_FAILURES) return reply;
		const known = await closed(service, reply);
		if (!hasFailed(known)) return known;
		next = fingerprint(key, readStatus(known.body).id ?? failures);
	}
}

/** Whether an earlier try of this execution sent a call under the key and got no answer. */
export const wasSent = (service: Service, key: string): boolean =>
	new Submissions(service.session.context).find(key) !== undefined;

/** A remembered answer that named a batch at work, with what has become of that since. */
async function closed(service: Service, reply: Reply): Promise<Reply> {
	const { id, state } = readStatus(reply.body);
	if (reply.status !== 202 || id === undefined || state !== 'processing') return reply;
	const read = await settle(fetchStatus(service, id));
	return !read.ok || read.value.state === 'processing'
		? reply
		: { ...reply, status: 200, body: read.value.raw };
}

function hasFailed({ status, body }: Reply): boolean {
	if (status !== 200) return false;
	const { id, state, records } = readStatus(body);
	if (state === 'failed') return true;
	return records.length > 0 && records.every((record) => recordItem(record, id).outcome === 'failed');
}

/** Calls that this process has under way, and those without an answer by the time they were sent, by key. */
const underWay = new Map<string, Promise<unknown>>();
const unanswered = new Map<string, number>();

/**
 * Sends the call. The service stores a key when its answer leaves: when an earlier try of this execution
 * or another execution got no answer, nothing is sent before that try has surely ended.
 */
async function send(service: Service, call: Call, key: string): Promise<Reply> {
	const { endpoint } = call;
	const submissions = new Submissions(service.session.context);
	// Another execution sends the same: its answer will be replayed.
	for (let other = underWay.get(key); other !== undefined; other = underWay.get(key)) await settle(other);
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
		const set = await settle(mark.set());
		if (!set.ok) throw notSent(endpoint, set.error);
		return await service.call({ ...call, headers: { 'Idempotency-Key': key }, before });
	})();
	underWay.set(key, sending);
	const sent = await settle(sending);
	underWay.delete(key);
	// What is known of an earlier try still holds.
	if (!sent.ok && !isSent) {
		await mark.remove();
		throw sent.error;
	}
	unanswered.delete(key);
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
		unanswered.set(key, clock.now());
	}
	throw sent.error;
}
