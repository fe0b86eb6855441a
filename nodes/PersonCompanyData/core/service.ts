import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import { isCharged, repeatAfterLoss } from '../contract/billing';
import type { Endpoint } from '../contract/endpoint';
import { Answers } from './answers';
import { blockOf, LIMITS, rememberBlock } from './block';
import { clock } from './clock';
import type { Connection } from './connection';
import { chargedCredits, mostCredits } from './cost';
import { explain } from './explain';
import { isUncharged, ServiceFailure } from './failure';
import { Pace } from './pace';
import { decide, type Verdict } from './repeat';
import { merge, send, type Call, type Overrides, type Reply } from './request';
import { settle } from './settle';
import { fingerprint } from './fingerprint';
import { Tally } from './tally';

/** What a run may use at most. */
export interface RunLimits {
	/** Requests under way at once. */
	readonly concurrency: number;
	/** Requests that begin within a minute; 0 for no limit. */
	readonly requestsPerMinute: number;
	/** Requests in all; absent for no limit. */
	readonly requests?: number;
}

/** What all items of one run share. */
export class Session {
	private stoppedBy?: ServiceFailure;
	private run?: readonly string[];
	private readonly hints = new Set<string>();
	private readonly answers = new Map<string, Promise<unknown>>();
	private readonly begunAhead = new Set<string>();
	readonly tally = new Tally();
	readonly pace: Pace;
	/** What earlier tries of this run were answered. */
	readonly earlier: Answers;

	constructor(
		readonly context: IExecuteFunctions,
		readonly connection: Connection,
		private readonly runLimits: RunLimits,
	) {
		this.pace = new Pace({
			ceiling: this.concurrency,
			...(runLimits.requestsPerMinute > 0 && { perMinute: runLimits.requestsPerMinute }),
			sleep: async (ms, endpoint) => await this.sleep(ms, endpoint),
		});
		this.earlier = new Answers(context);
		this.stoppedBy = blockOf(context);
	}

	/** Most requests under way at once. */
	get concurrency(): number {
		return this.runLimits.concurrency;
	}

	/**
	 * The run of the node within its execution: the same when n8n tries again, also when a failed execution is
	 * retried from the list of executions, and another in each turn of a loop.
	 */
	get runKey(): readonly string[] {
		// Evaluating an expression takes n8n about as long as sending a request.
		this.run ??= [
			this.firstExecutionId(),
			this.context.getNode().id,
			String(this.context.evaluateExpression('{{ $runIndex }}', 0)),
		];
		return this.run;
	}

	get signal(): AbortSignal | undefined {
		return this.context.getExecutionCancelSignal();
	}

	/** Shows a remark in the node's output pane, once per run; older n8n has no place for it. */
	hint(message: string, type: 'info' | 'warning' = 'warning'): void {
		if (this.hints.has(message) || this.context.addExecutionHints === undefined) return;
		this.hints.add(message);
		this.context.addExecutionHints({ message, type, location: 'outputPane' });
	}

	/** Does equal work once in this run and gives its result to everyone who asks. */
	once<T>(key: string, work: () => Promise<T>): Promise<T> {
		const known = this.answers.get(key) as Promise<T> | undefined;
		if (known !== undefined) {
			if (!this.begunAhead.delete(key)) this.tally.saved++;
			return known;
		}
		const answer = work();
		this.answers.set(key, answer);
		return answer;
	}

	/** Begins work that somebody will ask for by `once`. */
	ahead(key: string, work: () => Promise<unknown>): void {
		if (this.answers.has(key)) return;
		const answer = work();
		this.answers.set(key, answer);
		this.begunAhead.add(key);
		// Its failure is for whoever asks for it.
		void settle(answer);
	}

	/** Waits; ends with a failure as soon as the user stops the execution. */
	async sleep(ms: number, endpoint: Endpoint): Promise<void> {
		const slept = await settle(clock.sleep(ms, this.signal));
		if (!slept.ok) throw new ServiceFailure({ kind: 'cancelled', endpoint });
	}

	/** Why no further request may be sent, when the user's limit is used up. */
	reasonNotToSend(endpoint: Endpoint): ServiceFailure | undefined {
		const { requests } = this.runLimits;
		if (requests === undefined || this.tally.requests < requests) return undefined;
		return new ServiceFailure({ kind: 'requestLimit', endpoint });
	}

	/** Lets nothing more be sent after a failure that would meet every other call, too. */
	stop(failure: ServiceFailure): void {
		if (LIMITS.has(failure.kind)) rememberBlock(this.context, failure);
		// Without credit the free calls still work, until something stops those as well.
		if (this.stoppedBy === undefined || this.stoppedBy.kind === 'noCredit') this.stoppedBy = failure;
	}

	/** Why a call to this endpoint must not be sent any more. */
	reasonNotToCall({ billing }: Endpoint): ServiceFailure | undefined {
		return this.stoppedBy?.kind === 'noCredit' && !isCharged(billing) ? undefined : this.stoppedBy;
	}

	/** n8n gives a retry another ID, but hands it what the node had remembered. */
	private firstExecutionId(): string {
		const state = this.context.getContext('node');
		state.execution ??= this.context.getExecutionId();
		return String(state.execution);
	}
}

/** The only door of operations to the service. */
export class Service {
	constructor(
		readonly session: Session,
		/** The calls that the user's changes are meant for; others, such as status polls, stay as they are. */
		private readonly main: readonly Endpoint[],
		private readonly overrides: Overrides = {},
	) {}

	/**
	 * Calls the service; a failed call is sent again where the endpoint's price allows it and never elsewhere.
	 * @throws ServiceFailure when it is given up.
	 */
	async call(call: Call): Promise<Reply> {
		let lost: ServiceFailure | undefined;
		for (let attempt = 1; ; attempt++) {
			const sent = await settle(this.try(call));
			if (sent.ok) {
				this.charge(call, sent.value);
				return sent.value;
			}
			if (!(sent.error instanceof ServiceFailure)) throw sent.error;
			const verdict = judge(sent.error, attempt, call.slotAttempts);
			if (sent.error.phase === 'lost') lost = sent.error;
			if (verdict.do !== 'repeat') {
				// A refusal after a lost answer does not mean that nothing was processed.
				const failure = sent.error.phase === 'refused' ? (lost ?? sent.error) : sent.error;
				this.chargeUncertain(call, failure);
				throw failure;
			}
			await this.sleep(verdict.waitMs, call.endpoint);
		}
	}

	/**
	 * Calls the service once, whatever comes of it.
	 * @throws ServiceFailure when no usable answer came.
	 */
	async try(call: Call): Promise<Reply> {
		const { context, connection } = this.session;
		const sent = await this.session.pace.inTurn(call.endpoint, async () => {
			this.refuseWhenStopped(call.endpoint);
			this.session.tally.requests++;
			const settled = await settle(send(context, connection, call, this.overridesOf(call.endpoint)));
			if (settled.ok) this.session.pace.widen();
			// Within its turn, so that the next call in line is not sent any more.
			else this.afterFailure(settled.error);
			return settled;
		});
		if (!sent.ok) throw sent.error;
		return sent.value;
	}

	/** Waits; ends with a failure as soon as the user stops the execution. */
	async sleep(ms: number, endpoint: Endpoint): Promise<void> {
		await this.session.sleep(ms, endpoint);
	}

	/**
	 * Calls the service as `call` does, but equal calls are sent once: everyone who asks in this run is given
	 * the same reply, and so is n8n when it tries the run again.
	 */
	async ask(call: Call): Promise<Reply> {
		const key = this.keyOf(call);
		return await this.session.once(key, async () => await this.answer(key, call));
	}

	/** Sends a call that will be asked for. */
	prefetch(call: Call): void {
		const key = this.keyOf(call);
		this.session.ahead(key, async () => await this.answer(key, call));
	}

	private keyOf(call: Call): string {
		return fingerprint(this.session.runKey, this.signature(call));
	}

	/** The reply that an earlier try of the run was given, or a new one. */
	private async answer(key: string, call: Call): Promise<Reply> {
		const { earlier, tally } = this.session;
		const known = earlier.find(key);
		if (known !== undefined) {
			tally.saved++;
			return known;
		}
		const reply = await this.call(call);
		earlier.keep(key, reply);
		return reply;
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

	private charge({ endpoint, body }: Call, reply: Reply): void {
		const credits = chargedCredits(endpoint, this.effectiveBody(endpoint, body ?? {}), reply.body);
		this.session.tally.charge(endpoint, credits);
	}

	/** A call whose answer was lost may have been charged. */
	private chargeUncertain({ endpoint, body }: Call, failure: ServiceFailure): void {
		if (isUncharged(failure) || mostCredits(endpoint, body) === 0) return;
		this.session.tally.uncertain++;
	}

	private afterFailure(error: Error): void {
		if (!(error instanceof ServiceFailure)) return;
		if (error.phase !== 'rejected') this.session.pace.narrow();
		if (judge(error, 1).do === 'stopRun') this.session.stop(error);
	}

	private refuseWhenStopped(endpoint: Endpoint): void {
		const spent = this.session.reasonNotToSend(endpoint);
		if (spent !== undefined) throw spent;
		const reason = this.session.reasonNotToCall(endpoint);
		if (reason === undefined || reason.kind === 'notSent') return;
		const { message, advice } = explain(reason);
		throw new ServiceFailure({ kind: 'notSent', endpoint, serviceText: `${message}. ${advice}` });
	}
}

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
