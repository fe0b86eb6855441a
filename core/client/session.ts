import type { IExecuteFunctions } from 'n8n-workflow';

import { isCharged } from '../../contract/model/billing';
import type { Endpoint } from '../../contract/model/endpoint';
import { attempt } from '../base/async';
import { clock } from '../base/clock';
import { Memory } from '../base/memory';
import type { Connection } from './connection';
import { Budget, type Ceilings } from './cost';
import { DAY_MS, LASTS_MS, ServiceFailure } from './failure';
import { Pace } from './pace';
import { KeptAnswers, originOf, Remembered, runStateOf } from './runState';
import { Tally } from './tally';

/** What becomes of what another execution has sent, and not output. */
export type IfSentBefore = 'report' | 'send' | 'done';

/** Limits and permissions of a run. */
export interface RunLimits {
	readonly concurrency: number;
	/** 0 for no limit. */
	readonly requestsPerMinute: number;
	/** Of the execution, over all of its attempts and turns; absent for no limit. */
	readonly requests?: number;
	readonly ceilings?: Ceilings;
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

const MOST_ACCOUNTS = 500;
/** Limits that block an account, for all executions of this process: n8n gives a node no other shared memory. */
const blocks = new Memory<{ readonly failure: ServiceFailure; readonly since: number }>(
	MOST_ACCOUNTS,
	DAY_MS,
);

/** Whether a failure prevents calls to an endpoint, too. */
function prevents({ kind, endpoint: failed }: ServiceFailure, endpoint: Endpoint): boolean {
	// The account may have access to other parts of the service.
	if (kind === 'notReleased') return failed === endpoint;
	// Free calls still work without credits, and so do those of the other product.
	if (kind === 'noCredit') return isCharged(endpoint.billing) && failed.wallet === endpoint.wallet;
	return kind !== 'monthlyLimit' || failed.wallet === endpoint.wallet;
}

/** State shared by all items of one run. */
export class Session {
	private readonly stops: ServiceFailure[] = [];
	private run?: readonly string[];
	private readonly hints = new Map<string, HintKind>();
	private readonly shared = new Map<string, Promise<unknown>>();
	private readonly parts = new Map<unknown, unknown>();
	readonly budget: Budget;
	readonly tally: Tally;
	readonly pace: Pace;
	/** Cache keys of searches that the execution has paid for. */
	readonly searchKeys: Remembered;
	/** Work that the execution has paid for. */
	readonly answered: Remembered;
	readonly earlier: KeptAnswers;
	/** An endpoint whose calls leave so many requests to others. */
	keepsBack?: { readonly endpoint: Endpoint; readonly requests: number };

	constructor(
		readonly context: IExecuteFunctions,
		readonly connection: Connection,
		readonly limits: RunLimits,
		/** Given when several sessions share one pace. */
		sharedPace?: Pace,
	) {
		const state = runStateOf(context);
		this.pace =
			sharedPace ??
			new Pace({
				ceiling: limits.concurrency,
				...(limits.requestsPerMinute > 0 && { perMinute: limits.requestsPerMinute }),
				memory: (state.pace ??= {}),
				sleep: async (ms, endpoint) => await this.sleep(ms, endpoint),
			});
		this.earlier = new KeptAnswers(state);
		this.searchKeys = new Remembered(state, 'searchKeys');
		this.answered = new Remembered(state, 'answered');
		this.budget = new Budget(state, limits.ceilings ?? {});
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

	get signal(): AbortSignal | undefined {
		return this.context.getExecutionCancelSignal();
	}

	hint(message: string, kind: HintKind = 'warning'): void {
		if (!this.hints.has(message)) this.hints.set(message, kind);
	}

	/**
	 * Shows at most two hints in the output panel: the sum of the run, and of the others as many as fit in a few lines,
	 * the most important ones first. What does not fit is in n8n's log.
	 */
	showHints(): void {
		const { context } = this;
		// Older versions of n8n have no hints.
		if (context.addExecutionHints === undefined) return;
		const all = [...this.hints].sort(([, a], [, b]) => HINTS.indexOf(a) - HINTS.indexOf(b));
		const shown: typeof all = [];
		let room = HINT_ROOM;
		for (const hint of all.filter(([, kind]) => kind !== 'sum')) {
			room -= hint[0].length;
			if (room >= 0 || shown.length === 0) shown.push(hint);
			else this.tell(hint[0]);
		}
		for (const some of [all.filter(([, kind]) => kind === 'sum'), shown]) {
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
		if (!slept.ok)
			throw new ServiceFailure({ kind: 'notSent', endpoint, serviceText: 'The execution was stopped.' });
	}

	/** Notes work that was answered: asked again in this execution, it costs nothing. */
	noteAnswered(unit: string): void {
		if (this.budget.isLimited) this.answered.add(unit);
	}

	/** Stops further calls after a failure that affects them too. */
	stop(failure: ServiceFailure): void {
		this.stops.push(failure);
		const lastsMs = LASTS_MS[failure.kind];
		if (lastsMs === undefined) return;
		for (const place of [this.connection.account, this.placeOfBlock])
			blocks.keep(place, { failure, since: clock.now() }, lastsMs);
	}

	/** Call after the successful response to a request that was sent at this time: an older block is over. */
	noteSuccess(sentAt: number): void {
		for (const place of [this.connection.account, this.placeOfBlock])
			if ((blocks.get(place)?.since ?? Number.POSITIVE_INFINITY) < sentAt) blocks.forget(place);
	}

	/** What a user starts knows its own blocks alone, and asks again: a limit may have been raised meanwhile. */
	private get placeOfBlock(): string {
		const { account } = this.connection;
		const isByHand = ['manual', 'retry'].includes(this.context.getMode());
		return isByHand ? `${account} ${this.context.getExecutionId()}` : account;
	}

	/** The failure that prevents further calls to this endpoint. */
	reasonNotToCall(endpoint: Endpoint): ServiceFailure | undefined {
		const block = blocks.get(this.placeOfBlock)?.failure;
		return [...this.stops, ...(block === undefined ? [] : [block])].find((each) => prevents(each, endpoint));
	}

	/** Whether the user's request limit lets a call to this endpoint be sent. */
	mayRequest(endpoint: Endpoint): boolean {
		const { requests = Number.POSITIVE_INFINITY } = this.limits;
		const keptBack = this.keepsBack?.endpoint === endpoint ? this.keepsBack.requests : 0;
		return this.budget.requests + keptBack < requests;
	}
}
