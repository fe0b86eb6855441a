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

/** Limits and permissions of a run. */
export interface RunLimits {
	/** Parallel requests. */
	readonly concurrency: number;
	/** Requests started per minute; 0 for no limit. */
	readonly requestsPerMinute: number;
	/** Requests in total; absent for no limit. */
	readonly requests?: number;
	/** Whether to resubmit what an interrupted execution may have sent. */
	readonly submitAgain?: boolean;
	/** Whether the run permanently records enriched records in n8n's deduplication store of the node. */
	readonly notesPerNode?: boolean;
}

/** What to do when the run ends. */
export interface Ending {
	/** Runs first, whatever the outcome. */
	readonly always?: () => Promise<void>;
	/** Runs when the results are output. */
	readonly commit?: () => Promise<void>;
	/** Runs when the run ends with an error instead. */
	readonly undo?: () => Promise<void>;
}

/** State shared by all items of one run. */
export class Session {
	private stoppedBy?: ServiceFailure;
	private readonly forbidden = new Map<Endpoint, ServiceFailure>();
	private run?: readonly string[];
	private readonly hints = new Set<string>();
	private readonly shared = new SharedWork();
	readonly tally = new Tally();
	readonly pace: Pace;
	/** What to do when the run ends. */
	readonly endings: Ending[] = [];
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
			this.firstExecutionId(),
			this.context.getNode().id,
			String(this.context.evaluateExpression('{{ $runIndex }}', 0)),
		];
		return this.run;
	}

	/** Whether to resubmit what an interrupted execution may have sent. */
	get submitsAgain(): boolean {
		return this.runLimits.submitAgain === true;
	}

	/** Whether the run permanently records enriched records in n8n's deduplication store of the node. */
	get notesPerNode(): boolean {
		return this.runLimits.notesPerNode === true;
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
		if (requests === undefined || this.tally.requests < requests) return undefined;
		return new ServiceFailure({ kind: 'requestLimit', endpoint });
	}

	/** Stops further calls after a failure that affects them too. */
	stop(failure: ServiceFailure): void {
		// The account may have access to other parts of the service.
		if (failure.status === 403) {
			this.forbidden.set(failure.endpoint, failure);
			return;
		}
		if (ACCOUNT_BLOCKS.has(failure.kind)) rememberBlock(this.context, failure);
		// Free calls still work without credits, until another failure stops them too.
		if (this.stoppedBy === undefined || this.stoppedBy.kind === 'noCredit') this.stoppedBy = failure;
	}

	/** The failure that prevents further calls to this endpoint. */
	reasonNotToCall(endpoint: Endpoint): ServiceFailure | undefined {
		// Trigger calls, each with its own session, share a block this way.
		this.stoppedBy ??= blockOf(this.context, endpoint);
		const isOpen = this.stoppedBy?.kind === 'noCredit' && !isCharged(endpoint.billing);
		return (isOpen ? undefined : this.stoppedBy) ?? this.forbidden.get(endpoint);
	}

	/** The original execution's ID: a retry has another ID but gets the node's kept state. */
	private firstExecutionId(): string {
		return String((runStateOf(this.context).execution ??= this.context.getExecutionId()));
	}
}
