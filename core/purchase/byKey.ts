import type { Endpoint } from '../../contract/model/endpoint';
import { attempt, serialize } from '../base/async';
import { clock } from '../base/clock';
import { fingerprint } from '../base/fingerprint';
import { isUncharged } from '../client/failure';
import { HOLD_MARGIN_MS } from '../client/repeat';
import { isReplayed, recorded, type Call, type Reply } from '../client/request';
import type { Service } from '../client/service';
import { Purchases } from './purchases';
import { lostBefore } from './refusals';

/** Synchronous calls: the service repeats its response to the same idempotency key at no charge. */

/** Tried until one gives no earlier failure; bounded, since a service may mark every answer as replayed. */
export const KEYS_PER_CALL = 3;

const heldMs = ({ holdSeconds = 0 }: Endpoint): number => holdSeconds * 1000 + HOLD_MARGIN_MS;

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

/** Shared by all executions: a recent response is free even if n8n lost it. */
const keysFor = ({ purchaseKey }: CallByKey): string[] =>
	Array.from({ length: KEYS_PER_CALL }, (_, before) =>
		fingerprint('enrich now', purchaseKey, ...(before === 0 ? [] : [before + 1])),
	);

/** A replayed failure was refunded: the next key is tried. Equal calls queue: in parallel, both are charged. */
export const callByKey = async (service: Service, asked: CallByKey): Promise<Reply> =>
	await serialize(placeOf(service, asked), async () => await ask(service, asked));

const placeOf = ({ session }: Service, { purchaseKey }: CallByKey): string =>
	`by key ${session.connection.account} ${purchaseKey}`;

async function ask(service: Service, asked: CallByKey): Promise<Reply> {
	const { call, purchaseKey } = asked;
	const { ledger } = Purchases.of(service.session);
	service.session.refuseWhenStopped(call.endpoint);
	const earlier = ledger.find(purchaseKey);
	// A retry with a changed operation: a batch has it.
	if (earlier !== undefined && earlier.byKey === undefined) throw lostBefore('1 record was', earlier.at);
	const used = earlier?.byKey?.key;
	const keys = keysFor(asked);
	const left = used === undefined ? keys : [used, ...keys.slice(keys.indexOf(used) + 1)];
	await waitForLost(service, asked);
	for (const [tried, key] of left.entries()) {
		const reply = await send(service, asked, key);
		if (!isReplayed(reply) || reply.afterLoss === true) return reply;
		const replay = await asked.readReplay(reply);
		if (!replay.hasFailed || tried === left.length - 1) return replay.reply;
		ledger.drop([purchaseKey]);
	}
	throw new Error('There is no key');
}

/** Call when the answer was refunded. */
export const noteRefunded = ({ session }: Service, purchaseKey: string): void =>
	Purchases.of(session).leave(purchaseKey, undefined, session.connection.account);

/** The service stores a key when it responds: a lost call must have ended before it is repeated. */
async function waitForLost(service: Service, { call, purchaseKey }: CallByKey): Promise<void> {
	const purchases = Purchases.of(service.session);
	const { connection } = service.session;
	const own = purchases.ledger.find(purchaseKey);
	const others = purchases.leftOpen(purchaseKey, connection.account)?.submission;
	const lost = [own, others].flatMap((each) =>
		each === undefined || each.byKey?.isAnswered === true ? [] : each.at,
	);
	const endsAt = Math.max(0, ...lost.map((at) => at + heldMs(call.endpoint)));
	await service.session.sleep(Math.max(0, endsAt - clock.now()));
}

async function send(service: Service, { call, purchaseKey }: CallByKey, key: string): Promise<Reply> {
	const purchases = Purchases.of(service.session);
	const { ledger } = purchases;
	const { account } = service.session.connection;
	const earlier = ledger.find(purchaseKey);
	if (purchases.has(purchaseKey)) purchases.decide([purchaseKey], 'open');
	const submission = earlier ?? ledger.sending([purchaseKey]);
	const byKey = (submission.byKey ??= { key });
	const before = async (): Promise<void> => {
		submission.at = clock.now();
		await call.before?.();
	};
	const sent = await attempt(
		service.call(recorded({ ...call, headers: { 'Idempotency-Key': key }, before })),
	);
	if (sent.ok) {
		byKey.isAnswered = true;
		purchases.leave(purchaseKey, { submission }, account);
		return sent.value;
	}
	// What is recorded about an earlier attempt stays valid.
	if (isUncharged(sent.error)) {
		if (earlier === undefined) ledger.drop([purchaseKey]);
		if (earlier === undefined && purchases.has(purchaseKey)) purchases.decide([purchaseKey], 'unsent');
		throw sent.error;
	}
	// The last attempt may still be running.
	submission.at = clock.now();
	delete byKey.isAnswered;
	purchases.leave(purchaseKey, { submission: { ...submission } }, account);
	throw sent.error;
}
