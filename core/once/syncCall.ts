import type { Endpoint } from '../../contract/model/endpoint';
import { limits } from '../../contract/model/limits';
import { attempt } from '../base/async';
import { clock } from '../base/clock';
import { fingerprint } from '../base/fingerprint';
import { asText } from '../base/json';
import { Memory } from '../base/memory';
import { isUncharged, ServiceFailure } from '../client/failure';
import { HOLD_MARGIN_MS } from '../client/repeat';
import { isReplayed, recorded, type Call, type Reply } from '../client/request';
import { originOf, type SentWork } from '../client/runState';
import type { Service } from '../client/service';
import { Journal, LOOK_AGAIN_MS } from './journal';
import { KnownRecord, refusal, type Finding } from './refusals';
import { lostBefore } from './submit';

/** Synchronous calls with an idempotency key: the service returns an earlier response to the same key at no charge. */

/** How long the service may work on a call after it was sent, with a margin. */
const heldMs = ({ holdSeconds = 0 }: Endpoint): number => holdSeconds * 1000 + HOLD_MARGIN_MS;

/** Meaning of a replayed response. */
export interface Replay {
	/** The response, updated. */
	readonly reply: Reply;
	/** Whether it reports a failure, which was refunded. */
	readonly hasFailed: boolean;
}

/** The key that all executions use first. */
const sharedKeyOf = (unit: string): string => fingerprint('enrich now', unit);

const MOST_KEYS = 10_000;
const HOUR_MS = 60 * 60_000;
const KEY_MS = limits.idempotencyKeyHours * HOUR_MS;
/** How long after its first sending a key surely gives the response of that: short of its time by a margin. */
const SURE_MS = KEY_MS - HOUR_MS;

/** So many keys are tried until one gives no earlier failure: a service may mark every answer as replayed. */
export const KEYS_PER_CALL = 3;

/** What is known of the keys that were used for a unit. */
interface Keys {
	/** Those that have given a result, the last one last. */
	readonly results: readonly string[];
	/** The last one, where none gives a result. */
	readonly failed?: string;
}

/** Of what is submitted again and again, hardly one after the other fails in its batch. */
const MOST_RESULTS = 5;

/**
 * The keys used for a unit in this process, by account, which saves asking for a failure that is known already. A
 * failure does not take the place of a result, which its key still gives.
 */
const usedKeys = new Memory<Keys>(MOST_KEYS, KEY_MS);
const placeOf = ({ session: { connection } }: Service, unit: string): string =>
	fingerprint(connection.account, unit);
const keysOf = (service: Service, unit: string): Keys =>
	usedKeys.get(placeOf(service, unit)) ?? { results: [] };

/** Running calls of this process, by unit. */
const underWay = new Map<string, Promise<unknown>>();

export interface SyncCall {
	readonly call: Call;
	/** What is bought. */
	readonly unit: string;
	/** Reads what a replayed response means. */
	readonly readReplay: (reply: Reply) => Promise<Replay>;
	/** Whether a failed response was refunded. */
	readonly hasFailed: (reply: Reply) => boolean;
	/** Whether the caller buys it in another way when the service has no free slot. */
	readonly goesElsewhere?: boolean;
}

/**
 * Sends the call with a key that all executions of the account share, so that a response which any of them got in
 * the last hours is returned at no charge, even one that n8n lost. A replayed failure of an earlier execution was
 * refunded and may succeed now: it is sent again, with a key of this execution.
 * @throws UncertainWork when another execution sent it too long ago for its key
 * @throws KnownRecord when Skip Records Enriched Before leaves it out
 */
export async function callWithKey(service: Service, sync: SyncCall): Promise<Reply> {
	const { unit } = sync;
	// An equal call while one is running would be charged, too; afterwards it returns the same response.
	for (let other = underWay.get(unit); other !== undefined; other = underWay.get(unit)) await attempt(other);
	const calling = ask(service, sync);
	underWay.set(unit, calling);
	const called = await attempt(calling);
	underWay.delete(unit);
	if (called.ok) return called.value;
	// It holds the claim, too; this run settles nothing.
	if (isOvertaken(called.error)) leave(Journal.of(service.session), unit, 'open');
	throw called.error;
}

async function ask(service: Service, sync: SyncCall): Promise<Reply> {
	const { call, unit } = sync;
	const { session } = service;
	const journal = Journal.of(session);
	service.refuseWhenStopped(call.endpoint);
	const earlier = journal.sent.find(unit);
	const sharedKey = sharedKeyOf(unit);
	const isIdempotent = call.endpoint.idempotent === true;
	if (earlier !== undefined) {
		if (session.skipsEnriched && journal.sent.isOutput(unit)) throw new KnownRecord();
		await journal.claim([], true);
		const key = isIdempotent ? asText(earlier.answer?.key) : undefined;
		// It was submitted for the background, or has no key.
		if (key === undefined) throw lostBefore(service, '1 record was', earlier.at);
		// The service would take an expired key for a new call, and charge it.
		if (clock.now() > firstSent(earlier) + SURE_MS) throw lostBefore(service, '1 record was', earlier.at);
		// The service stores a key when it responds: the earlier call must have ended before it is repeated.
		const endedAt = earlier.isAnswered === true ? 0 : earlier.at + heldMs(call.endpoint);
		await service.sleep(Math.max(0, endedAt - clock.now()), call.endpoint);
		return await send(service, sync, key);
	}
	// A claim takes over what another run of this process holds, so look first.
	const isHeldHere = journal.isHeldHere(unit);
	const left = journal.leftOpen(unit);
	const finding = (await journal.claim([unit], true)).get(unit) ?? 'free';
	const isAnsweredHere = isHeldHere && usedKeys.get(placeOf(service, unit)) !== undefined;
	if (finding === 'known') throw new KnownRecord();
	const isOfBatch = journal.sent.find(unit)?.id !== undefined;
	const isWithoutKey = finding === 'openRecently' && !isIdempotent && !session.submitsAgain;
	if (finding === 'open' || isOfBatch || isWithoutKey) throw refusal('open', '1 record was');
	if (finding === 'retried' || finding === 'unclear') throw refusal(finding, '1 record was');
	if (finding === 'openRecently' && !isAnsweredHere && !session.submitsAgain) {
		if (left === undefined) return await recover(service, sync, sharedKey);
		const { lostAt = 0 } = left;
		await service.sleep(Math.max(0, lostAt + heldMs(call.endpoint) - clock.now()), call.endpoint);
	}
	if (session.submitsAgain) return await send(service, sync, fingerprint(sharedKey, session.runKey));
	// What follows a failure; different for each execution, which shares it with its tries and retries.
	const after = (key: string): string => fingerprint(key, originOf(session.context));
	for (let keys = 1; ; keys++) {
		const { results, failed } = keysOf(service, unit);
		const key = results.at(-1) ?? (failed === undefined ? sharedKey : after(failed));
		const reply = await send(service, sync, key);
		if (!isReplayed(reply) || reply.afterLoss === true) return reply;
		const replay = await readAgain(service, sync, reply, key);
		if (!replay.hasFailed || keys === KEYS_PER_CALL) return replay.reply;
	}
}

/** Reads a replayed response: what was still to come when it was given may have failed since. */
async function readAgain(
	service: Service,
	{ unit, readReplay }: SyncCall,
	reply: Reply,
	key: string,
): Promise<Replay> {
	const replay = await readReplay(reply);
	if (replay.hasFailed) note(service, unit, key, true);
	return replay;
}

/** Notes what a key gives. A failure leaves the results that other keys give as they were, also if it comes later. */
function note(service: Service, unit: string, key: string, hasFailed: boolean): void {
	const place = placeOf(service, unit);
	const { results } = keysOf(service, unit);
	const others = results.filter((other) => other !== key);
	if (!hasFailed) usedKeys.keep(place, { results: [...others, key].slice(-MOST_RESULTS) });
	else if (others.length > 0) usedKeys.keep(place, { results: others });
	// Of Submit Again, no other execution uses the key, unless it has promised a result.
	else if (results.length > 0 || !service.session.submitsAgain)
		usedKeys.keep(place, { results: [], failed: key });
}

/** Call when what a response of this execution has promised was refunded: its key gives no result. */
export function noteRefunded(service: Service, unit: string): void {
	const key = asText(Journal.of(service.session).sent.find(unit)?.answer?.key);
	if (key !== undefined) note(service, unit, key, true);
}

/**
 * Gets the response to a call of another run that may have been killed, or that may still be waiting for it. A call
 * that has ended, or was made too long ago to be under way, is not waited for.
 */
async function recover(service: Service, sync: SyncCall, key: string): Promise<Reply> {
	for (let isAnotherAhead = false; ; isAnotherAhead = true) {
		const isReleased = await ends(service, sync, isAnotherAhead);
		const sent = await attempt(send(service, sync, key));
		if (sent.ok) return await read(service, sync, sent.value, { key, isReleased });
		if (!isOvertaken(sent.error)) throw sent.error;
	}
}

async function read(
	service: Service,
	sync: SyncCall,
	reply: Reply,
	{ key, isReleased }: { readonly key: string; readonly isReleased: boolean },
): Promise<Reply> {
	if (!isReplayed(reply)) return reply;
	const replay = await readAgain(service, sync, reply, key);
	// The other call may have been sent again with a key of its own execution, which is unknown here.
	if (replay.hasFailed && !isReleased) leave(Journal.of(service.session), sync.unit, 'open');
	return replay.reply;
}

/**
 * Waits until no other run can have a call under way.
 * @param isAnotherAhead whether another run that waited, too, sends it now
 * @returns whether the other run has settled the unit
 * @throws UncertainWork when the other run has bought it in another way meanwhile, of which the key gives nothing
 * @throws KnownRecord when it is settled, and left out from now on
 */
async function ends(
	service: Service,
	{ call: { endpoint }, unit }: SyncCall,
	isAnotherAhead: boolean,
): Promise<boolean> {
	const journal = Journal.of(service.session);
	let mustLook = isAnotherAhead;
	let isUnsure = false;
	for (;;) {
		// It may have been sent again since, as where its first call was lost or found no free slot.
		const until = (journal.lastSent(unit) ?? 0) + heldMs(endpoint);
		if (!mustLook && clock.now() >= until) return false;
		// Runs that wait for the same look at different times.
		await service.sleep(LOOK_AGAIN_MS * (1 + clock.random() / 4), endpoint);
		const finding = await journal.lookAgain(unit);
		const seesDate = finding === 'openRecently';
		if (finding === 'free' && !isUnsure) return true;
		// Where two runs look at the same time, neither sees a date: only who sees none twice is sure.
		if (finding === 'known' || (isUnsure && !seesDate)) {
			if (finding !== 'free') leave(journal, unit, finding);
			await journal.giveBack([unit]);
			leave(journal, unit, 'open');
		}
		mustLook = isUnsure = !seesDate;
	}
}

function leave(journal: Journal, unit: string, finding: Finding): never {
	journal.leaveToOthers(unit);
	throw finding === 'known' ? new KnownRecord() : refusal(finding, '1 record was');
}

async function send(service: Service, { call, unit, ...sync }: SyncCall, key: string): Promise<Reply> {
	const journal = Journal.of(service.session);
	const sharedKey = sharedKeyOf(unit);
	// Without Submit Again, a failure under the key that all use came before.
	if (key !== sharedKey) await journal.hideKey(unit, !service.session.submitsAgain);
	// What was answered with another key was a failure, which was refunded: this is a call of its own.
	const last = journal.sent.find(unit);
	if (last?.isAnswered === true && asText(last.answer?.key) !== key) journal.decide([unit], 'uncharged');
	const earlier = journal.sent.find(unit);
	const sentBefore = earlier?.at;
	const work = earlier ?? journal.sending([unit]);
	if (asText(work.answer?.key) !== key) work.answer = { key, since: clock.now() };
	const before = async (): Promise<void> => {
		if (key === sharedKey && !(await journal.callsNow(unit, sentBefore)))
			throw new ServiceFailure({ kind: 'overtaken', endpoint: call.endpoint });
		work.at = clock.now();
	};
	const keyed = recorded({ ...call, headers: { 'Idempotency-Key': key }, before });
	const sent = await attempt(service.call(keyed));
	if (sent.ok) {
		note(service, unit, key, sync.hasFailed(sent.value));
		// The entry stays: a retry may ask for the same in another way.
		work.isAnswered = true;
		if (service.session.submitsAgain) journal.decide([unit], 'answered');
		else journal.answeredForAll([unit]);
		return sent.value;
	}
	// What is recorded about an earlier attempt stays valid.
	if (isOvertaken(sent.error)) journal.sent.forget(work);
	else if (isUncharged(sent.error) && earlier === undefined) {
		journal.sent.forget(work);
		journal.decide([unit], 'uncharged');
	}
	if (!isUncharged(sent.error)) {
		// The last attempt may still be running, whatever was answered before.
		work.at = clock.now();
		usedKeys.forget(placeOf(service, unit));
	}
	// Before another run of this process has its turn: the key gives nothing of what is bought in another way.
	const isElsewhere = sync.goesElsewhere === true && isWithoutSlot(sent.error);
	if (isElsewhere && !isAnswered(service, unit) && !journal.wasSentByOthers(unit))
		await journal.hideKey(unit, false);
	throw sent.error;
}

/** When the key of a call was first sent. */
const firstSent = ({ at, answer }: SentWork): number =>
	typeof answer?.since === 'number' ? answer.since : at;

/** Whether the service has the result of a unit by its key, so that it costs nothing; as far as this process knows. */
export const isAnswered = (service: Service, unit: string): boolean =>
	keysOf(service, unit).results.length > 0;

const isOvertaken = (error: Error): boolean => error instanceof ServiceFailure && error.kind === 'overtaken';

/** Whether the service had no free slot for a call. */
export const isWithoutSlot = (error: Error): boolean =>
	error instanceof ServiceFailure && error.kind === 'noSlot';
