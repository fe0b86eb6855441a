import { attempt, serialize } from '../base/async';
import { clock } from '../base/clock';
import { fingerprint } from '../base/fingerprint';
import { Memory } from '../base/memory';
import { isUncharged, ServiceFailure } from '../client/failure';
import { heldMs } from '../client/repeat';
import { isReplayed, purchaseCall, type Call, type Reply } from '../client/request';
import type { Service } from '../client/service';
import { Purchases } from './purchases';
import { lostBefore } from './refusals';

/** Synchronous calls: the service repeats its response to the same idempotency key at no charge. */

/** Tried until one gives no earlier failure; bounded, since a service may mark every answer as replayed. */
export const KEYS_PER_CALL = 3;

/** By account and purchase key: until when the service may still be at work on a call that got no response. */
const lost = new Memory<number>(20_000);

export interface Replay {
	readonly reply: Reply;
	/** A failure, which was refunded. */
	readonly hasFailed: boolean;
}

export interface CallByKey {
	readonly call: Call;
	readonly purchaseKey: string;
	readonly readReplay: (reply: Reply) => Promise<Replay>;
}

/** Equal calls queue: in parallel, both are charged. */
export async function callByKey(service: Service, asked: CallByKey): Promise<Reply> {
	const place = `by key ${service.session.connection.account} ${asked.purchaseKey}`;
	return await serialize(place, async () => await ask(service, asked, place));
}

async function ask(service: Service, asked: CallByKey, place: string): Promise<Reply> {
	const { call, purchaseKey, readReplay } = asked;
	const { session } = service;
	const { ledger } = Purchases.of(session);
	session.throwIfStopped(call.endpoint);
	const earlier = ledger.find(purchaseKey);
	// A retry with a changed operation: a batch has it.
	if (earlier !== undefined && earlier.byKey === undefined) throw lostBefore('1 record was', earlier.at);
	await session.sleep(Math.max(0, (lost.get(place) ?? 0) - clock.now()));
	for (let number = 1; ; number++) {
		// Shared by all executions: a recent response is free even if n8n lost it.
		const key = fingerprint('enrich now', purchaseKey, ...(number === 1 ? [] : [number]));
		const reply = await sendWithKey(service, asked, place, key);
		if (!isReplayed(reply) || reply.afterLoss === true) return reply;
		// Another key only after the replay of a failure, which was refunded.
		const replay = await readReplay(reply);
		if (!replay.hasFailed || number === KEYS_PER_CALL) return replay.reply;
		ledger.drop([purchaseKey]);
	}
}

async function sendWithKey(
	service: Service,
	{ call, purchaseKey }: CallByKey,
	place: string,
	key: string,
): Promise<Reply> {
	const purchases = Purchases.of(service.session);
	const { ledger } = purchases;
	const isClaimed = purchases.has(purchaseKey);
	const isNew = ledger.find(purchaseKey) === undefined;
	if (isNew) ledger.sending([purchaseKey]).byKey = true;
	if (isClaimed) purchases.decide([purchaseKey], 'open');
	const headers = { 'Idempotency-Key': key };
	const sent = await attempt(service.call(purchaseCall({ ...call, headers })));
	if (sent.ok) {
		lost.forget(place);
		return sent.value;
	}
	const { error } = sent;
	if (!isUncharged(error)) {
		const { elapsedMs = 0 } = error instanceof ServiceFailure ? error : {};
		lost.keep(place, clock.now() - elapsedMs + heldMs(call.endpoint));
	} else if (isNew) {
		// What is recorded about an earlier attempt stays valid.
		ledger.drop([purchaseKey]);
		if (isClaimed) purchases.decide([purchaseKey], 'unsent');
	}
	throw error;
}
