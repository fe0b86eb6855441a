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

/** A call that an earlier try of the run sent without getting an answer: it may have been charged. */
export class UncertainCall extends Error {
	constructor(sentAt: number) {
		super(
			`The call was sent at ${new Date(sentAt).toISOString()} by an earlier try of this execution and no answer came, so that it may have been charged; it was not sent again. Compare the balance; to send it anyway, start a new execution.`,
		);
	}
}

/**
 * The only door of operations to the service. A call passes these stages, in this order:
 * 1. `ask`: an equal call of this run shares its request; an earlier try's answer saves it;
 * 2. `ask`: a call that must never be sent again is noted before it leaves;
 * 3. `call`: it is sent again as long as its price allows (`decide`), and what it cost is counted;
 * 4. `try`: it waits for its turn, is refused when the run was stopped, and is sent (`send`);
 * 5. `ask`: the answer is kept for n8n's next try of the node.
 */
export class Service {
	constructor(
		readonly session: Session,
		/** The calls that the user's changes are meant for; others, such as status polls, stay as they are. */
		private readonly main: readonly Endpoint[],
		private readonly overrides: Overrides = {},
	) {}

	/**
	 * Calls the service as `call` does, but equal calls are sent once: everyone who asks in this run is given
	 * the same reply, and so is n8n when it tries the run again.
	 * @param get another way to the reply than sending the call as it is
	 * @throws ServiceFailure when the call is given up
	 * @throws UncertainCall when an earlier try of the run sent it, got no answer, and it must not be sent again
	 */
	async ask(call: Call, get?: () => Promise<Reply>): Promise<Reply> {
		const key = this.keyOf(call);
		return await this.session.once(key, async () => await this.answer(key, call, get));
	}

	/** Sends a call that will be asked for. */
	prefetch(call: Call): void {
		const key = this.keyOf(call);
		this.session.ahead(key, async () => await this.answer(key, call));
	}

	/** The reply that an earlier try of the run was given, or a new one. */
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
	 * Calls the service; a failed call is sent again where the endpoint's price allows it and never elsewhere.
	 * @throws ServiceFailure when it is given up.
	 */
	async call(call: Call): Promise<Reply> {
		let lost: ServiceFailure | undefined;
		for (let tries = 1; ; tries++) {
			const sent = await attempt(this.try(call));
			if (sent.ok) {
				// What is replayed after a lost answer was charged by the lost try of this very call.
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
	 * Calls the service once, whatever comes of it.
	 * @throws ServiceFailure when no usable answer came.
	 */
	async try(call: Call): Promise<Reply> {
		const { context, connection } = this.session;
		// What will not be sent needs no turn: many items would wait a long time for theirs.
		this.refuseWhenStopped(call.endpoint);
		const taken = await attempt(
			this.session.pace.run(call.endpoint, async () => {
				this.refuseWhenStopped(call.endpoint);
				if (call.before !== undefined) {
					await call.before();
					// It may have taken its time.
					this.refuseWhenStopped(call.endpoint);
				}
				this.session.tally.requests++;
				const settled = await attempt(send(context, connection, call, this.overridesOf(call.endpoint)));
				if (settled.ok) this.session.pace.widen();
				// Within its turn, so that the next call in line is not sent any more.
				else this.afterFailure(settled.error);
				return settled;
			}),
		);
		// Stopped by the user while it waited for its turn.
		if (!taken.ok) throw notSent(call.endpoint, taken.error);
		if (!taken.value.ok) throw taken.value.error;
		return taken.value.value;
	}

	/** Waits; ends with a failure as soon as the user stops the execution. */
	async sleep(ms: number, endpoint: Endpoint): Promise<void> {
		await this.session.sleep(ms, endpoint);
	}

	private keyOf(call: Call): string {
		return fingerprint(this.session.runKey, this.signature(call));
	}

	/** All of a call that decides what it does, as it will be sent: equal calls have equal ones. */
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

	/** A body as it will be sent, with what the user adds or replaces. */
	effectiveBody(endpoint: Endpoint, body: IDataObject): IDataObject {
		return merge(body, this.overridesOf(endpoint).body);
	}

	private overridesOf(endpoint: Endpoint): Overrides {
		const { timeoutSeconds } = this.overrides;
		return this.main.includes(endpoint) ? this.overrides : { timeoutSeconds };
	}

	/** Counts what an answered call has cost; `call` and `ask` do it themselves. */
	charge({ endpoint, body }: Call, reply: Reply): void {
		const credits = chargedCredits(endpoint, this.effectiveBody(endpoint, body ?? {}), reply.body);
		this.session.tally.charge(endpoint, credits);
	}

	/**
	 * Whatever comes after a lost answer does not mean that nothing was processed, unless the call is free or
	 * an answer to it tells.
	 */
	private uncertain(call: Call, lost: ServiceFailure | undefined, failure: ServiceFailure): ServiceFailure {
		const { endpoint, body } = call;
		if (lost === undefined || failure.phase === 'lost' || mostCredits(endpoint, body) === 0) return failure;
		if (failure.phase === 'rejected' && repeatAfterLoss(endpoint) === 'safe') return failure;
		return lost.withNote(`A further try ended otherwise: ${explain(failure).message}.`);
	}

	/** A call whose answer was lost may have been charged. */
	private countUncertain({ endpoint, body }: Call, failure: ServiceFailure): void {
		if (isUncharged(failure) || mostCredits(endpoint, body) === 0) return;
		this.session.tally.uncertain++;
	}

	private afterFailure(error: Error): void {
		if (!(error instanceof ServiceFailure)) return;
		if (error.phase !== 'rejected') this.session.pace.narrow();
		if (judge(error, 1).do === 'stopRun') this.session.stop(error);
	}

	/** @throws ServiceFailure when nothing more may be sent to an endpoint. */
	refuseWhenStopped(endpoint: Endpoint): void {
		const spent = this.session.reasonNotToSend(endpoint);
		if (spent !== undefined) throw spent;
		const reason = this.session.reasonNotToCall(endpoint);
		if (reason === undefined || reason.kind === 'notSent') return;
		const { message, advice } = explain(reason);
		throw new ServiceFailure({ kind: 'notSent', endpoint, serviceText: `${message}. ${advice}` });
	}
}

/** A call that was not sent because the user has stopped the execution. */
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
