import { repeatAfterLoss } from '../../contract/model/billing';
import { attempt } from '../base/async';
import { DAY_MS } from '../base/clock';
import { fingerprint } from '../base/fingerprint';
import { Memory } from '../base/memory';
import type { Body } from '../read/answer';
import { ServiceFailure } from '../client/failure';
import { purchaseCall, type Call, type Reply } from '../client/request';
import { originOf } from '../client/runState';
import type { Service } from '../client/service';
import { Purchases } from './purchases';
import { lostBefore, mayBeChargedAgain, UncertainWork } from './refusals';

/**
 * By execution, for its further turns and agent calls. In the process only: stored with the execution, answers would
 * double its size and stand beside its output, which n8n can be told to hide. At most 100 million characters.
 */
const answers = new Memory<Reply>(100_000_000, DAY_MS, ({ size }) => 5000 + size);

const callKey = (service: Service, call: Call): string => fingerprint('call', service.signature(call));

const placeOf = ({ session: { context } }: Service, key: string): string =>
	fingerprint(originOf(context), context.getNode().id, key);

/**
 * At most once per execution, even with Send Again. What is charged each time is recorded, so that a lost call is
 * not repeated; the rest is free to repeat (credit rules 1 and 4), except search pages with a possibly stale key.
 */
export async function askOnce(
	service: Service,
	call: Call,
	get = async () => await service.result(purchaseCall(call)),
): Promise<Reply> {
	const key = callKey(service, call);
	return await service.session.once(key, async () => {
		const { state, usage } = service.session;
		const place = placeOf(service, key);
		const isRecorded = repeatAfterLoss(call.endpoint) === 'never';
		// What an earlier attempt got and did not output: its claim still stands.
		const open = state.answers?.[key];
		const known = open ?? answers.get(place);
		if (known !== undefined) usage.saved++;
		if (known !== undefined && open === undefined) return known;
		const reply = open ?? (await (isRecorded ? recordedReply : unlessLost)(service, call, key, get));
		if (isRecorded) Purchases.of(service.session).decide([key], 'answered');
		const { status, headers, size, body } = reply;
		const kept = { status, headers, size, body };
		(state.answers ??= {})[key] = kept;
		answers.keep(place, kept);
		return reply;
	});
}

/** Call when the answer was refunded: a further attempt or turn asks anew. */
export function forgetAnswer(service: Service, call: Call): void {
	const key = callKey(service, call);
	answers.forget(placeOf(service, key));
	delete service.session.state.answers?.[key];
}

export async function askIfFound(service: Service, call: Call): Promise<Body | undefined> {
	const asked = await attempt(askOnce(service, call));
	if (asked.ok) return asked.value.body;
	if (asked.error instanceof ServiceFailure && asked.error.kind === 'notFound') return undefined;
	throw asked.error;
}

/** Without repeats, for what is not charged until it is ready. */
export async function tryOnce(service: Service, call: Call): Promise<Reply> {
	const reply = await service.try(purchaseCall(call));
	service.throwIfReported(call, reply);
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
	if (earlier !== undefined) throw lostBefore('This request was', earlier.at);
	service.session.throwIfStopped(call.endpoint);
	await purchases.claimOne(key, 'This request was');
	const reply = await purchases.send([key], get);
	// The response is kept with the execution, so the entry is not needed.
	purchases.ledger.drop([key]);
	return reply;
}
