import { recordItem } from '../../core/batchRecord';
import { readStatus } from '../../core/batchStatus';
import { clock } from '../../core/clock';
import { isUncharged } from '../../core/failure';
import { fingerprint } from '../../core/fingerprint';
import { HOLD_MARGIN_MS } from '../../core/repeat';
import { isReplayed, type Call, type Reply } from '../../core/request';
import type { Service } from '../../core/service';
import { settle } from '../../core/settle';
import { Submissions } from '../../core/submissions';

/**
 * The key of a call that may be answered by what any execution of the account was answered in the last hours,
 * also one that n8n lost. The service binds a key to no call, so that all of the call is part of it.
 */
export const keyOfContent = (service: Service, call: Call): string =>
	fingerprint('enrich now', service.session.connection.account, service.signature(call));

/** The key of a call that is new in each execution: the same for every try of it, another for any other. */
export const keyOfRun = (service: Service, call: Call): string =>
	fingerprint(service.session.runKey, service.signature(call));

/** Sends a call under a key, unless what the service answers from memory is a failure of another execution. */
export async function callWithKey(service: Service, call: Call, key: string): Promise<Reply> {
	const isOurs = wasSent(service, key);
	const reply = await send(service, call, key);
	const ofRun = keyOfRun(service, call);
	// A failed record was refunded; it may be found by now.
	return isReplayed(reply) && !isOurs && reply.afterLoss !== true && key !== ofRun && allFailed(reply)
		? await send(service, call, ofRun)
		: reply;
}

/** Whether an earlier try of this execution sent a call under the key and got no answer. */
export const wasSent = (service: Service, key: string): boolean =>
	new Submissions(service.session.context).find(key) !== undefined;

function allFailed({ status, body }: Reply): boolean {
	if (status !== 200) return false;
	const { id, records } = readStatus(body);
	return records.length > 0 && records.every((record) => recordItem(record, id).outcome === 'failed');
}

/**
 * Sends the call. The service stores a key when its answer leaves: when an earlier try of this execution
 * got no answer, nothing is sent before that try has surely ended.
 */
async function send(service: Service, call: Call, key: string): Promise<Reply> {
	const { endpoint } = call;
	const submissions = new Submissions(service.session.context);
	const earlier = submissions.find(key);
	if (earlier !== undefined) {
		const held = (endpoint.holdSeconds ?? 0) * 1000 + HOLD_MARGIN_MS;
		await service.sleep(Math.max(0, earlier.sentAt + held - clock.now()), endpoint);
	}
	submissions.sending(key);
	const sent = await settle(service.call({ ...call, headers: { 'Idempotency-Key': key } }));
	if (sent.ok) {
		submissions.forget(key);
		return sent.value;
	}
	if (isUncharged(sent.error)) submissions.forget(key);
	// The last of its tries is the one that may still run.
	else submissions.sending(key);
	throw sent.error;
}
