import type { IDataObject } from 'n8n-workflow';

import { repeatAfterLoss } from '../../contract/model/billing';
import type { Endpoint } from '../../contract/model/endpoint';
import { clock } from '../base/clock';
import { chargedCredits, mostCredits } from './cost';
import { explain } from './explain';
import { isUncharged, ServiceFailure } from './failure';
import { decide, type Verdict } from './repeat';
import { isReplayed, merge, send, type Call, type Overrides, type Reply } from './request';
import type { Session } from './session';
import { attempt } from '../base/async';
import { fingerprint } from '../base/fingerprint';
import { Submissions } from './runState';

/** A call that an earlier attempt of the run sent without a response: it may have been charged. */
export class UncertainCall extends Error {
	constructor(sentAt: number) {
		super(
			`An earlier attempt of this execution sent the call at ${new Date(sentAt).toISOString()} and got no response, so it may have been charged. It was not sent again. Check the balance; to send it anyway, start a new execution.`,
		);
	}
}

/**
 * Operations call the service only through this class. A call passes these stages in order:
 * 1. `ask`: equal calls of this run share one request (`Session.once`);
 * 2. `answer`: a response kept by an earlier attempt is reused; a call that must never be sent twice is recorded;
 * 3. `call`: it is retried as long as its price allows (`decide`), and its cost is counted;
 * 4. `try`: it fails if the run was stopped, waits for its turn (`Pace`), and is sent (`send`);
 * 5. `answer`: the response is kept for n8n's next retry attempt.
 *
 * Submissions enter at `call`: `submitOnce` does for them what 1 and 2 do here. Polls enter at `try`.
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
	 * @param get gets the reply instead of sending the call as it is
	 * @throws ServiceFailure when the call finally fails
	 * @throws UncertainCall when an earlier attempt sent it without a response and it must not be sent again
	 */
	async ask(call: Call, get?: () => Promise<Reply>): Promise<Reply> {
		const key = this.keyOf(call);
		return await this.session.once(key, async () => await this.answer(key, call, get));
	}

	/** Sends a call ahead of its `ask`. */
	prefetch(call: Call): void {
		const key = this.keyOf(call);
		this.session.ahead(key, async () => await this.answer(key, call));
	}

	/** The reply kept by an earlier attempt of the run, or a new one. */
	private async answer(key: string, call: Call, get?: () => Promise<Reply>): Promise<Reply> {
		const { context, earlier, tally } = this.session;
		const known = earlier.find(key);
		if (known !== undefined) {
			tally.saved++;
			return known;
		}
		const submissions = new Submissions(context);
		const isOnceOnly = get === undefined && repeatAfterLoss(call.endpoint) === 'never';
		const sent = isOnceOnly ? submissions.find(key) : undefined;
		if (sent !== undefined) throw new UncertainCall(sent.sentAt);
		if (isOnceOnly) submissions.sending(key);
		const answered = await attempt(get === undefined ? this.call(call) : get());
		if (isOnceOnly && (answered.ok || isUncharged(answered.error))) submissions.forget(key);
		if (!answered.ok) throw answered.error;
		return earlier.keep(key, answered.value);
	}

	/**
	 * Calls the service; retries a failed call only where the endpoint's price allows it.
	 * @throws ServiceFailure when the call finally fails.
	 */
	async call(call: Call): Promise<Reply> {
		let lost: ServiceFailure | undefined;
		for (let tries = 1; ; tries++) {
			const sent = await attempt(this.try(call));
			if (sent.ok) {
				// A reply replayed after a lost response was charged by the lost attempt of this same call.
				if (lost !== undefined || !isReplayed(sent.value)) this.charge(call, sent.value);
				return lost === undefined ? sent.value : { ...sent.value, afterLoss: true };
			}
			if (!(sent.error instanceof ServiceFailure)) throw sent.error;
			if (sent.error.phase === 'lost') lost = sent.error;
			const verdict = judge(sent.error, tries, call.slotAttempts);
			const slept =
				verdict.do === 'repeat' ? await attempt(this.sleep(verdict.waitMs, call.endpoint)) : undefined;
			if (slept?.ok) continue;
			const last = slept === undefined ? sent.error : notSent(call.endpoint, slept.error);
			const failure = this.uncertain(call, lost, last);
			this.countUncertain(call, failure);
			throw failure;
		}
	}

	/**
	 * Calls the service once, without retries.
	 * @throws ServiceFailure when there is no usable response.
	 */
	async try(call: Call): Promise<Reply> {
		const { context, connection } = this.session;
		// Fail before queuing: with many items, the wait would be long.
		this.refuseWhenStopped(call.endpoint);
		const taken = await attempt(
			this.session.pace.run(call.endpoint, async () => {
				this.refuseWhenStopped(call.endpoint);
				if (call.before !== undefined) {
					await call.before();
					// `before` may have taken a while.
					this.refuseWhenStopped(call.endpoint);
				}
				this.session.tally.requests++;
				const settled = await attempt(send(context, connection, call, this.overridesOf(call.endpoint)));
				if (settled.ok) this.session.pace.widen();
				// Inside the pace, so that the next queued call is not sent.
				else this.afterFailure(settled.error);
				return settled;
			}),
		);
		// The user stopped the execution while the call was queued.
		if (!taken.ok) throw notSent(call.endpoint, taken.error);
		if (!taken.value.ok) throw taken.value.error;
		return taken.value.value;
	}

	/** Waits; fails as soon as the user stops the execution. */
	async sleep(ms: number, endpoint: Endpoint): Promise<void> {
		await this.session.sleep(ms, endpoint);
	}

	private keyOf(call: Call): string {
		return fingerprint(this.session.runKey, this.signature(call));
	}

	/** Everything that identifies a call, as it will be sent: equal calls have equal signatures. */
	signature({ endpoint, path, query, body }: Call): readonly unknown[] {
		const { path: ownPath, query: added } = this.overridesOf(endpoint);
		return [
			endpoint.method,
			ownPath ?? endpoint.path,
			path ?? {},
			merge(query ?? {}, added),
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
	charge({ endpoint, body }: Call, reply: Reply): void {
		const credits = chargedCredits(endpoint, this.effectiveBody(endpoint, body ?? {}), reply.body);
		this.session.tally.charge(endpoint, credits);
	}

	/**
	 * After a lost response, a later failure does not prove that nothing was processed, unless the call is free or
	 * a rejection settles it.
	 */
	private uncertain(call: Call, lost: ServiceFailure | undefined, failure: ServiceFailure): ServiceFailure {
		const { endpoint, body } = call;
		if (lost === undefined || failure.phase === 'lost' || mostCredits(endpoint, body) === 0) return failure;
		if (failure.phase === 'rejected' && repeatAfterLoss(endpoint) === 'safe') return failure;
		return lost.withNote(`A later attempt failed differently: ${explain(failure).message}.`);
	}

	/** Counts a call that may have been charged because its response was lost. */
	private countUncertain({ endpoint, body }: Call, failure: ServiceFailure): void {
		if (isUncharged(failure) || mostCredits(endpoint, body) === 0) return;
		this.session.tally.uncertain++;
	}

	private afterFailure(error: Error): void {
		if (!(error instanceof ServiceFailure)) return;
		if (error.phase !== 'rejected') this.session.pace.narrow();
		if (judge(error, 1).do === 'stopRun') this.session.stop(error);
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

const judge = (failure: ServiceFailure, attempt: number, slotAttempts?: number): Verdict =>
	decide({
		phase: failure.phase,
		afterLoss: repeatAfterLoss(failure.endpoint),
		attempt,
		elapsedMs: failure.elapsedMs ?? 0,
		retryAfterSeconds: failure.retryAfterSeconds,
		holdSeconds: failure.endpoint.holdSeconds,
		random: clock.random(),
		...(slotAttempts !== undefined && { slotAttempts }),
	});
