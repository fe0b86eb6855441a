import type { IExecuteFunctions } from 'n8n-workflow';

import { isCharged } from '../../contract/model/billing';
import type { Endpoint } from '../../contract/model/endpoint';
import { clock } from '../base/clock';
import type { Connection } from './connection';
import { Budget, type Ceilings } from './cost';
import { ServiceFailure } from './failure';
import { Pace } from './pace';
import { attempt } from '../base/async';
import { rememberBlock, rememberedBlock } from './block';
import { KeptAnswers, originOf, runStateOf, SearchKeys } from './runState';
import { Tally } from './tally';

/** What becomes of what another execution has sent, and not output. */
export type IfSentBefore = 'report' | 'send' | 'done';

/** Limits and permissions of a run. */
export interface RunLimits {
	/** Parallel requests. */
	readonly concurrency: number;
	/** Requests started per minute; 0 for no limit. */
	readonly requestsPerMinute: number;
	/** Requests of the execution, over all of its attempts and turns; absent for no limit. */
	readonly requests?: number;
	/** What the user lets the execution spend. */
	readonly ceilings?: Ceilings;
	/** What to do with what another execution has sent, and not output. */
	readonly ifSentBefore?: IfSentBefore;
	/** Whether records that came out of an earlier execution are skipped. */
	readonly skipsEnriched?: boolean;
	/** Whether items hold lists, so that an item may have several rows. */
	readonly hasLists?: boolean;
}

/** What a hint is about, in the order of importance. */
type HintKind = (typeof HINTS)[number];
const HINTS = ['sum', 'cost', 'warning', 'info'] as const;

/** The characters of all hints together but for the sum. */
const HINT_ROOM = 320;

/** State shared by all items of one run. */
export class Session {
	private stoppedBy?: ServiceFailure;
	/** Products without credits, each with the failure that told so. */
	private readonly spentOut = new Map<Endpoint['wallet'], ServiceFailure>();
	private readonly forbidden = new Map<Endpoint, ServiceFailure>();
	private run?: readonly string[];
	private readonly hints = new Map<string, HintKind>();
	private readonly shared = new Map<string, Promise<unknown>>();
	private readonly parts = new Map<unknown, unknown>();
	readonly budget: Budget;
	readonly tally: Tally;
	readonly pace: Pace;
	readonly searchKeys: SearchKeys;
	/** Reads the balance again before a call that may be charged, when it is too old for it; for Minimum Balance. */
	readsFunds?: (endpoint: Endpoint) => Promise<void>;
	/** An endpoint whose calls leave so many requests to others. */
	keepsBack?: { readonly endpoint: Endpoint; readonly requests: number };
	/** Responses from earlier attempts of this run. */
	readonly earlier: KeptAnswers;

	constructor(
		readonly context: IExecuteFunctions,
		readonly connection: Connection,
		readonly limits: RunLimits,
		/** Given when several sessions share one pace. */
		sharedPace?: Pace,
	) {
		this.pace =
			sharedPace ??
			new Pace({
				ceiling: limits.concurrency,
				...(limits.requestsPerMinute > 0 && { perMinute: limits.requestsPerMinute }),
				memory: (runStateOf(context).pace ??= {}),
				sleep: async (ms, endpoint) => await this.sleep(ms, endpoint),
			});
		this.earlier = new KeptAnswers(context);
		this.searchKeys = new SearchKeys(runStateOf(context));
		this.budget = new Budget(runStateOf(context), limits.ceilings ?? {});
		this.tally = new Tally(this.budget);
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

	/** Requests that the execution may still send; `undefined` without a limit. */
	get requestsLeft(): number | undefined {
		const { requests } = this.limits;
		return requests === undefined ? undefined : Math.max(0, requests - this.budget.requests);
	}

	get signal(): AbortSignal | undefined {
		return this.context.getExecutionCancelSignal();
	}

	/** Keeps a hint for the end of the run. */
	hint(message: string, kind: HintKind = 'warning'): void {
		if (!this.hints.has(message)) this.hints.set(message, kind);
	}

	/**
	 * Shows at most two hints in the output panel: the sum of the run, and of the others as many as fit in a few lines,
	 * the most important ones first. What does not fit is in n8n's log.
	 */
	showHints(): void {
		// Older versions of n8n have no hints.
		const { context } = this;
		if (context.addExecutionHints === undefined) return;
		const all = [...this.hints].sort(([, a], [, b]) => HINTS.indexOf(a) - HINTS.indexOf(b));
		const sum = all.filter(([, kind]) => kind === 'sum');
		const shown: typeof all = [];
		let room = HINT_ROOM;
		for (const hint of all.filter(([, kind]) => kind !== 'sum')) {
			room -= hint[0].length;
			if (room >= 0 || shown.length === 0) shown.push(hint);
			else this.tell(hint[0]);
		}
		for (const some of [sum, shown]) {
			if (some.length === 0) continue;
			const message = some.map(([text]) => text).join(' ');
			const type = some.some(([, kind]) => kind === 'cost' || kind === 'warning') ? 'warning' : 'info';
			context.addExecutionHints({ message, type, location: 'outputPane' });
		}
	}

	/** Tells how far the work is, while it lasts: in n8n's log and, in a manual run, in the browser's console. */
	tell(progress: string): void {
		this.context.logger.info(progress);
		// What agents call may have no such function.
		if (this.context.sendMessageToUI !== undefined) this.context.sendMessageToUI(progress);
	}

	/** Tells the ID of what the service has accepted at once: it is in n8n's log even if n8n is killed. */
	tellAccepted(what: string, id: string): void {
		this.tell(`${what} accepted by the service under the ID ${id}.`);
	}

	/** Runs equal work once in this run and shares its result with all callers. */
	once<T>(key: string, work: () => Promise<T>): Promise<T> {
		const known = this.shared.get(key) as Promise<T> | undefined;
		if (known !== undefined) {
			this.tally.saved++;
			return known;
		}
		const result = work();
		this.shared.set(key, result);
		return result;
	}

	/** What another part of the package keeps for this run. */
	part<T>(of: unknown, make: () => T): T {
		if (!this.parts.has(of)) this.parts.set(of, make());
		return this.parts.get(of) as T;
	}

	/** Waits; fails as soon as the user stops the execution. */
	async sleep(ms: number, endpoint: Endpoint): Promise<void> {
		const slept = await attempt(clock.sleep(ms, this.signal));
		if (!slept.ok) throw new ServiceFailure({ kind: 'cancelled', endpoint });
	}

	/** Notes work that was answered: asked again in this execution, it costs nothing. */
	noteAnswered(unit: string): void {
		if (this.budget.isLimited || this.limits.skipsEnriched === true) this.budget.answered.add(unit);
	}

	/** The failure to report when the user's request limit is reached, or what is left of it is kept back. */
	reasonNotToSend(endpoint: Endpoint): ServiceFailure | undefined {
		const { requestsLeft: left, keepsBack } = this;
		const kept = keepsBack?.endpoint === endpoint ? keepsBack.requests : 0;
		if (left === undefined || left > kept) return undefined;
		return new ServiceFailure({ kind: 'requestLimit', endpoint });
	}

	/** Stops further calls after a failure that affects them too. */
	stop(failure: ServiceFailure): void {
		// The account may have access to other parts of the service.
		if (failure.status === 403) {
			this.forbidden.set(failure.endpoint, failure);
			return;
		}
		rememberBlock(this.context, this.connection.account, failure);
		// Free calls still work without credits, and so do those of the other product.
		if (failure.kind === 'noCredit') this.spentOut.set(failure.endpoint.wallet, failure);
		else this.stoppedBy ??= failure;
	}

	/** The failure that prevents further calls to this endpoint. */
	reasonNotToCall(endpoint: Endpoint): ServiceFailure | undefined {
		this.stoppedBy ??= rememberedBlock(this.context, this.connection.account, endpoint);
		const spentOut = isCharged(endpoint.billing) ? this.spentOut.get(endpoint.wallet) : undefined;
		return this.stoppedBy ?? spentOut ?? this.forbidden.get(endpoint);
	}
}
