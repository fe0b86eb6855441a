import type { IDataObject } from 'n8n-workflow';

import { recognise } from '../../contract/errors';
import { repeatAfterLoss } from '../../contract/model/billing';
import type { Endpoint } from '../../contract/model/endpoint';
import { clock } from '../base/clock';
import { forgetBlock } from './block';
import { chargedCredits, mostCredits } from './cost';
import { explain } from './explain';
import { isUncharged, ServiceFailure } from './failure';
import { waitBeforeRepeat } from './repeat';
import {
	isReplayed,
	merge,
	send,
	type Call,
	type FreeCall,
	type Overrides,
	type Reply,
	type SendableCall,
} from './request';
import type { Session } from './session';
import { attempt } from '../base/async';
import { fingerprint } from '../base/fingerprint';
import { asInteger } from '../base/json';
import { cacheKeyIn } from '../read/answer';
import { failureIn } from '../read/error';

/**
 * Operations call the service only through this class and the journal (`core/purchase`), which passes on the calls that
 * may be charged. A call passes these stages in order:
 * 1. `ask`: equal calls of this run share one request, and a response kept by an earlier attempt is reused;
 * 2. `call`: it is retried as long as its price allows (`waitBeforeRepeat`), and its cost is counted;
 * 3. `try`: it fails if the run was stopped, waits for its turn (`Pace`), and is sent (`send`).
 *
 * Polls enter at `try`.
 */
export class Service {
	constructor(
		readonly session: Session,
		/** The endpoints that the user's overrides apply to; others, such as status polls, are not changed. */
		private readonly main: readonly Endpoint[],
		private readonly overrides: Overrides = {},
	) {}

	/**
	 * Calls the service like `call`, but sends equal calls only once: all callers in this run and n8n's retry
	 * attempts get the same reply.
	 * @throws ServiceFailure when the call finally fails
	 */
	async ask(call: FreeCall): Promise<Reply> {
		return await this.shared(call, async () => await this.result(call));
	}

	/**
	 * The reply to a call, sent at most once in this run and n8n's retry attempts.
	 * @param get gets the reply when there is none yet
	 */
	async shared(call: Call, get: () => Promise<Reply>): Promise<Reply> {
		const key = this.keyOf(call);
		return await this.session.once(key, async () => await this.kept(key, get));
	}

	/** Drops the kept reply to a call that came to nothing and was refunded: a retry asks again. */
	unkeep(call: Call): void {
		this.session.earlier.drop(this.keyOf(call));
	}

	/** Whether an earlier attempt of the run has got the reply to a call. */
	hasReply(call: Call): boolean {
		return this.session.earlier.find(this.keyOf(call)) !== undefined;
	}

	/** The reply kept by an earlier attempt of the run, or a new one, which is kept. */
	private async kept(key: string, get: () => Promise<Reply>): Promise<Reply> {
		const { earlier, tally } = this.session;
		const known = earlier.find(key);
		if (known === undefined) return earlier.keep(key, await get());
		tally.saved++;
		return known;
	}

	/**
	 * Calls the service; retries a failed call only where the endpoint's price allows it.
	 * @throws ServiceFailure when the call finally fails.
	 */
	async call(call: SendableCall): Promise<Reply> {
		// What is not sent needs no reading of the balance.
		this.refuseWhenStopped(call.endpoint);
		const release = await this.reserve(call.endpoint, this.mostOf(call) ?? Number.POSITIVE_INFINITY);
		try {
			let lost: ServiceFailure | undefined;
			for (let tries = 1; ; tries++) {
				const sent = await attempt(this.try(call));
				if (sent.ok) {
					// A reply replayed after a lost response was charged by the lost attempt of this same call.
					if (lost !== undefined || !isReplayed(sent.value)) this.charge(call, sent.value);
					return lost === undefined ? sent.value : { ...sent.value, afterLoss: true };
				}
				const { error } = sent;
				if (!(error instanceof ServiceFailure)) throw error;
				if (error.phase === 'lost') lost = error;
				const waitMs = waitBeforeRepeat(error, tries, call.slotAttempts);
				const slept = waitMs === undefined ? undefined : await attempt(this.sleep(waitMs, call.endpoint));
				if (slept?.ok) continue;
				throw this.final(call, lost, slept === undefined ? error : notSent(call.endpoint, slept.error));
			}
		} finally {
			release();
		}
	}

	/**
	 * Sets aside the credits of a call, as `Budget.reserve` does, once the balance is known well enough for it.
	 * @throws ServiceFailure when they are more than what is left
	 */
	async reserve(endpoint: Endpoint, credits: number): Promise<() => void> {
		const { budget, readsFunds } = this.session;
		if (credits > 0) await readsFunds?.(endpoint);
		return budget.reserve(endpoint, credits);
	}

	/**
	 * Calls the service for a result.
	 * @throws ServiceFailure also when the response has status 200 but reports a failure instead of a result
	 */
	async result(call: SendableCall): Promise<Reply> {
		const reply = await this.call(call);
		this.refuseReported(call, reply);
		return reply;
	}

	/** @throws ServiceFailure when a response reports a failure instead of a result. */
	refuseReported(call: Call, { status, headers, body: answer }: Reply): void {
		const reported = failureIn(answer);
		if (reported === undefined) return;
		const { endpoint, query, body } = call;
		const { reason: text } = reported;
		const { redact } = this.session.connection;
		const failure = new ServiceFailure({
			kind: recognise(status, headers, JSON.stringify(answer)),
			endpoint,
			serviceText: text && redact(text, query, body, this.overrides.query, this.overrides.body),
			isChargedAgain: this.isChargedAgain(call),
		});
		this.afterFailure(failure);
		throw failure;
	}

	/** The most credits that a call can cost as it will be sent; `undefined` when unknown in advance. */
	mostOf({ endpoint, body = {}, records }: Call): number | undefined {
		return mostCredits(endpoint, body, this.session.searchKeys.isKnown(body.chave_cache)) ?? records;
	}

	/**
	 * Calls the service once, without retries.
	 * @throws ServiceFailure when there is no usable response.
	 */
	async try(call: SendableCall): Promise<Reply> {
		const { context, connection } = this.session;
		const overrides = this.overridesOf(call.endpoint);
		const { endpoint } = call;
		// Fail before queuing: with many items, the wait would be long.
		this.refuseWhenStopped(endpoint);
		const taken = await attempt(
			this.session.pace.run(endpoint, async () => {
				this.refuseWhenStopped(endpoint);
				if (call.before !== undefined) {
					await call.before();
					// `before` may have taken a while.
					this.refuseWhenStopped(endpoint);
				}
				this.session.tally.send();
				const sentAt = clock.now();
				const settled = await attempt(send(context, connection, call, overrides));
				if (settled.ok) forgetBlock(connection.account, endpoint, sentAt);
				// Inside the pace, so that the next queued call is not sent.
				else this.afterFailure(settled.error);
				return settled;
			}),
		);
		// The user stopped the execution while the call was queued.
		if (!taken.ok) throw notSent(endpoint, taken.error);
		if (taken.value.ok) return taken.value.value;
		const { error } = taken.value;
		if (!(error instanceof ServiceFailure) || !this.isChargedAgain(call)) throw error;
		throw new ServiceFailure({ ...error, isChargedAgain: true });
	}

	/**
	 * Whether a call is charged each time that it is sent although its search is not: a page behind the first is a new
	 * search whenever the service does not accept its cache key (credit rule 1).
	 */
	private isChargedAgain(call: Call): boolean {
		const { endpoint, body } = call;
		return (
			endpoint.billing.kind === 'newSearch' && (asInteger(body?.pagina) ?? 1) > 1 && this.mostOf(call) !== 0
		);
	}

	/** Waits; fails as soon as the user stops the execution. */
	async sleep(ms: number, endpoint: Endpoint): Promise<void> {
		await this.session.sleep(ms, endpoint);
	}

	/** Identifies a call within the run of the node. */
	private keyOf(call: Call): string {
		return fingerprint(this.session.runKey, this.signature(call));
	}

	/** Everything that identifies a call, as it will be sent: equal calls have equal signatures. */
	signature({ endpoint, path, query, body }: Call): readonly unknown[] {
		return [
			endpoint.method,
			endpoint.path,
			path ?? {},
			merge(query ?? {}, this.overridesOf(endpoint).query),
			this.effectiveBody(endpoint, body ?? {}),
		];
	}

	/** A body as it will be sent, with the user's overrides. */
	effectiveBody(endpoint: Endpoint, body: IDataObject): IDataObject {
		return merge(body, this.overridesOf(endpoint).body);
	}

	private overridesOf(endpoint: Endpoint): Overrides {
		const { timeoutSeconds } = this.overrides;
		return this.main.includes(endpoint) ? this.overrides : { timeoutSeconds };
	}

	/** Counts the cost of an answered call; `call` and `ask` do it themselves. */
	charge({ endpoint, body = {}, records }: Call, reply: Reply): void {
		const { searchKeys, tally } = this.session;
		const hasKnownKey = searchKeys.isKnown(body.chave_cache);
		tally.charge(endpoint, chargedCredits(endpoint, body, reply.body, hasKnownKey) ?? records);
		if (endpoint.billing.kind === 'newSearch')
			searchKeys.note(body.chave_cache, cacheKeyIn(endpoint, reply.body));
	}

	/** The failure of a call after its last attempt, counted if the call may have been charged. */
	private final(call: Call, lost: ServiceFailure | undefined, last: ServiceFailure): ServiceFailure {
		const most = this.mostOf(call);
		const failure = most === 0 ? last : uncertain(lost, last);
		if (most !== 0 && !isUncharged(failure)) this.session.tally.lose(call.endpoint, most);
		return failure;
	}

	private afterFailure(error: Error): void {
		if (!(error instanceof ServiceFailure)) return;
		if (error.phase === 'blocked' || error.phase === 'stopped') this.session.stop(error);
	}

	/** @throws ServiceFailure when no more calls to the endpoint are allowed. */
	refuseWhenStopped(endpoint: Endpoint): void {
		const spent = this.session.reasonNotToSend(endpoint);
		if (spent !== undefined) throw spent;
		const reason = this.session.reasonNotToCall(endpoint);
		if (reason === undefined || reason.kind === 'notSent') return;
		const { message, advice } = explain(reason);
		throw new ServiceFailure({ kind: 'notSent', endpoint, serviceText: `${message}. ${advice}` });
	}
}

/** The failure of a call that was not sent because the user stopped the execution; other errors unchanged. */
export const notSent = (endpoint: Endpoint, error: Error): ServiceFailure =>
	error instanceof ServiceFailure && error.kind === 'cancelled'
		? new ServiceFailure({ kind: 'notSent', endpoint, serviceText: 'The execution was stopped.' })
		: (error as ServiceFailure);

/**
 * After a lost response, a later failure does not prove that nothing was processed, unless a rejection settles it for
 * a call that is free to repeat.
 */
function uncertain(lost: ServiceFailure | undefined, last: ServiceFailure): ServiceFailure {
	if (lost === undefined || last.phase === 'lost') return last;
	if (last.phase === 'rejected' && repeatAfterLoss(last.endpoint) === 'safe') return last;
	const later = `A later attempt failed differently: ${explain(last).message}.`;
	return lost.withNote(last.note === undefined ? later : `${later} ${last.note}`);
}
