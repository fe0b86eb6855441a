import type { IExecuteFunctions } from 'n8n-workflow';

import { isCharged } from '../../contract/model/billing';
import type { Endpoint } from '../../contract/model/endpoint';
import { SharedWork } from '../base/share';
import { clock } from '../base/clock';
import type { Connection } from './connection';
import { ServiceFailure } from './failure';
import { Pace } from './pace';
import { attempt } from '../base/async';
import { rememberBlock, rememberedBlock } from './block';
import { KeptAnswers, originOf, runStateOf, type Spent } from './runState';
import { Tally } from './tally';

/** Limits and permissions of a run. */
export interface RunLimits {
	/** Parallel requests. */
	readonly concurrency: number;
	/** Requests started per minute; 0 for no limit. */
	readonly requestsPerMinute: number;
	/** Requests of the execution, over all of its attempts and turns; absent for no limit. */
	readonly requests?: number;
	/** Credits of the execution, over all of its attempts and turns; absent for no limit. */
	readonly credits?: number;
	/** Whether to resubmit what an interrupted execution may have sent. */
	readonly submitAgain?: boolean;
	/** Whether records that came out of an earlier execution are skipped. */
	readonly skipsEnriched?: boolean;
}

/** State shared by all items of one run. */
export class Session {
	private stoppedBy?: ServiceFailure;
	private readonly forbidden = new Map<Endpoint, ServiceFailure>();
	private run?: readonly string[];
	private readonly hints = new Set<string>();
	private readonly shared = new SharedWork();
	/** Credits of calls under way. */
	private reserved = 0;
	readonly spent: Spent;
	readonly tally: Tally;
	readonly pace: Pace;
	/** Responses from earlier attempts of this run. */
	readonly earlier: KeptAnswers;

	constructor(
		readonly context: IExecuteFunctions,
		readonly connection: Connection,
		private readonly runLimits: RunLimits,
		/** Given when several sessions share one pace. */
		sharedPace?: Pace,
	) {
		this.pace =
			sharedPace ??
			new Pace({
				ceiling: this.concurrency,
				...(runLimits.requestsPerMinute > 0 && { perMinute: runLimits.requestsPerMinute }),
				memory: (runStateOf(context).pace ??= {}),
				sleep: async (ms, endpoint) => await this.sleep(ms, endpoint),
			});
		this.earlier = new KeptAnswers(context);
		this.spent = runStateOf(context).spent ??= { requests: 0, credits: 0 };
		this.tally = new Tally(this.spent);
	}

	/** Most parallel requests. */
	get concurrency(): number {
		return this.runLimits.concurrency;
	}

	/**
	 * Identifies the run of the node within its execution: the same in every retry attempt, including a retry from
	 * the executions list, and different in each loop iteration.
	 */
	get runKey(): readonly string[] {
		// Evaluating an expression takes n8n about as long as sending a request.
		this.run ??= [
			originOf(this.context),
			this.context.getNode().id,
			String(this.context.evaluateExpression('{{ $runIndex }}', 0)),
		];
		return this.run;
	}

	/** Whether to resubmit what an interrupted execution may have sent. */
	get submitsAgain(): boolean {
		return this.runLimits.submitAgain === true;
	}

	/** Whether records that came out of an earlier execution are skipped. */
	get skipsEnriched(): boolean {
		return this.runLimits.skipsEnriched === true;
	}

	/** Credits that the execution may still spend; `undefined` without a limit. */
	get creditsLeft(): number | undefined {
		const { credits } = this.runLimits;
		return credits === undefined ? undefined : Math.max(0, credits - this.spent.credits - this.reserved);
	}

	/** Whether the user limits the number of requests. */
	get isLimitedInRequests(): boolean {
		return this.runLimits.requests !== undefined;
	}

	get signal(): AbortSignal | undefined {
		return this.context.getExecutionCancelSignal();
	}

	/** Shows a hint in the output pane, once per run; does nothing in older n8n versions without hints. */
	hint(message: string, type: 'info' | 'warning' = 'warning'): void {
		if (this.hints.has(message) || this.context.addExecutionHints === undefined) return;
		this.hints.add(message);
		this.context.addExecutionHints({ message, type, location: 'outputPane' });
	}

	/** Runs equal work once in this run and shares its result with all callers. */
	once<T>(key: string, work: () => Promise<T>): Promise<T> {
		return this.shared.once(key, work, () => this.tally.saved++);
	}

	/** Starts work early; a later `once` call takes its result. */
	ahead(key: string, work: () => Promise<unknown>): void {
		this.shared.ahead(key, work);
	}

	/** Waits until all work started early has ended. */
	async idle(): Promise<void> {
		await this.shared.idle();
	}

	/** Waits; fails as soon as the user stops the execution. */
	async sleep(ms: number, endpoint: Endpoint): Promise<void> {
		const slept = await attempt(clock.sleep(ms, this.signal));
		if (!slept.ok) throw new ServiceFailure({ kind: 'cancelled', endpoint });
	}

	/** The failure to report when the user's request limit is reached. */
	reasonNotToSend(endpoint: Endpoint): ServiceFailure | undefined {
		const { requests } = this.runLimits;
		if (requests === undefined || this.spent.requests < requests) return undefined;
		return new ServiceFailure({ kind: 'requestLimit', endpoint });
	}

	/**
	 * Sets aside the credits of a call until it has ended, so that parallel calls together keep to the limit. A call of
	 * unknown cost is above any limit.
	 * @returns gives them back; what was charged is counted by the tally
	 * @throws ServiceFailure `creditLimit` when they are more than what is left
	 */
	reserve(endpoint: Endpoint, credits: number): () => void {
		const left = this.creditsLeft;
		if (left === undefined) return () => undefined;
		if (credits > left) throw new ServiceFailure({ kind: 'creditLimit', endpoint });
		this.reserved += credits;
		return () => void (this.reserved -= credits);
	}

	/** Stops further calls after a failure that affects them too. */
	stop(failure: ServiceFailure): void {
		// The account may have access to other parts of the service.
		if (failure.status === 403) {
			this.forbidden.set(failure.endpoint, failure);
			return;
		}
		rememberBlock(this.context, this.connection.account, failure);
		// Free calls still work without credits, until another failure stops them too.
		if (this.stoppedBy === undefined || this.stoppedBy.kind === 'noCredit') this.stoppedBy = failure;
	}

	/** The failure that prevents further calls to this endpoint. */
	reasonNotToCall(endpoint: Endpoint): ServiceFailure | undefined {
		this.stoppedBy ??= rememberedBlock(this.context, this.connection.account, endpoint);
		const isOpen = this.stoppedBy?.kind === 'noCredit' && !isCharged(endpoint.billing);
		return (isOpen ? undefined : this.stoppedBy) ?? this.forbidden.get(endpoint);
	}
}
