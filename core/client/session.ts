import type { IExecuteFunctions } from 'n8n-workflow';

import { isCharged } from '../../contract/model/billing';
import type { Endpoint } from '../../contract/model/endpoint';
import { SharedWork } from '../base/share';
import { clock } from '../base/clock';
import type { Connection } from './connection';
import { ServiceFailure } from './failure';
import { Pace } from './pace';
import { attempt } from '../base/async';
import { KeptAnswers, blockOf, ACCOUNT_BLOCKS, rememberBlock, runStateOf } from './runState';
import { Tally } from './tally';

/** What a run may do, and use at most. */
export interface RunLimits {
	/** Requests under way at once. */
	readonly concurrency: number;
	/** Requests that begin within a minute; 0 for no limit. */
	readonly requestsPerMinute: number;
	/** Requests in all; absent for no limit. */
	readonly requests?: number;
	/** Whether what an execution that was cut off may have submitted is submitted again. */
	readonly submitAgain?: boolean;
	/** Whether the run notes, for good, in n8n's store of the node what it has enriched. */
	readonly notesPerNode?: boolean;
}

/** Something to be done once it is known how a run ends. */
export interface Ending {
	/** However it ends; comes first. */
	readonly always?: () => Promise<void>;
	/** The results are output. */
	readonly commit?: () => Promise<void>;
	/** The run ends with an error instead. */
	readonly undo?: () => Promise<void>;
}

/** What all items of one run share. */
export class Session {
	private stoppedBy?: ServiceFailure;
	private readonly forbidden = new Map<Endpoint, ServiceFailure>();
	private run?: readonly string[];
	private readonly hints = new Set<string>();
	private readonly shared = new SharedWork();
	readonly tally = new Tally();
	readonly pace: Pace;
	/** What is to be done when the run's results are output, or when they are not. */
	readonly endings: Ending[] = [];
	/** What earlier tries of this run were answered. */
	readonly earlier: KeptAnswers;

	constructor(
		readonly context: IExecuteFunctions,
		readonly connection: Connection,
		private readonly runLimits: RunLimits,
		/** Given where many calls keep pace with each other. */
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

	/** Whether what an execution that was cut off may have submitted is submitted again. */
	get submitsAgain(): boolean {
		return this.runLimits.submitAgain === true;
	}

	/** Whether the run notes, for good, in n8n's store of the node what it has enriched. */
	get notesPerNode(): boolean {
		return this.runLimits.notesPerNode === true;
	}

	/** Whether the user has set how many requests the run may send. */
	get isLimitedInRequests(): boolean {
		return this.runLimits.requests !== undefined;
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
		return this.shared.once(key, work, () => this.tally.saved++);
	}

	/** Begins work that somebody will ask for by `once`. */
	ahead(key: string, work: () => Promise<unknown>): void {
		this.shared.ahead(key, work);
	}

	/** Waits until no work that was begun ahead is under way any more. */
	async idle(): Promise<void> {
		await this.shared.idle();
	}

	/** Waits; ends with a failure as soon as the user stops the execution. */
	async sleep(ms: number, endpoint: Endpoint): Promise<void> {
		const slept = await attempt(clock.sleep(ms, this.signal));
		if (!slept.ok) throw new ServiceFailure({ kind: 'cancelled', endpoint });
	}

	/** Why no further request may be sent, when the user's limit is used up. */
	reasonNotToSend(endpoint: Endpoint): ServiceFailure | undefined {
		const { requests } = this.runLimits;
		if (requests === undefined || this.tally.requests < requests) return undefined;
		return new ServiceFailure({ kind: 'requestLimit', endpoint });
	}

	/** Lets nothing more be sent after a failure that would meet other calls, too. */
	stop(failure: ServiceFailure): void {
		// Another part of the service may be open to the account.
		if (failure.status === 403) {
			this.forbidden.set(failure.endpoint, failure);
			return;
		}
		if (ACCOUNT_BLOCKS.has(failure.kind)) rememberBlock(this.context, failure);
		// Without credit the free calls still work, until something stops those as well.
		if (this.stoppedBy === undefined || this.stoppedBy.kind === 'noCredit') this.stoppedBy = failure;
	}

	/** Why a call to this endpoint must not be sent any more. */
	reasonNotToCall(endpoint: Endpoint): ServiceFailure | undefined {
		// Calls of the trigger, each a session of its own, tell each other of a block.
		this.stoppedBy ??= blockOf(this.context, endpoint);
		const isOpen = this.stoppedBy?.kind === 'noCredit' && !isCharged(endpoint.billing);
		return (isOpen ? undefined : this.stoppedBy) ?? this.forbidden.get(endpoint);
	}

	/** n8n gives a retry another ID, but hands it what the node had remembered. */
	private firstExecutionId(): string {
		return String((runStateOf(this.context).execution ??= this.context.getExecutionId()));
	}
}
