import type { IExecuteFunctions } from 'n8n-workflow';

import { isCharged } from '../../contract/model/billing';
import type { Endpoint } from '../../contract/model/endpoint';
import { attempt } from '../base/async';
import { clock } from '../base/clock';
import { Memory } from '../base/memory';
import type { Connection } from './connection';
import { explained } from './explain';
import { LASTS_MS, ServiceFailure } from './failure';
import { Pace } from './pace';
import { originOf, Remembered, runStateOf, type RunState } from './runState';
import { Usage, type Ceilings } from './usage';

/** For work that another execution has sent and not output. */
export type IfSentBefore = 'report' | 'send' | 'done';

export interface RunLimits {
	readonly concurrency: number;
	/** 0 for no limit. */
	readonly requestsPerMinute: number;
	/** Over all attempts and turns of the execution; absent for no limit. */
	readonly requests?: number;
	readonly ceilings?: Ceilings;
	readonly ifSentBefore?: IfSentBefore;
	readonly skipsEnriched?: boolean;
	readonly hasLists?: boolean;
}

type HintKind = (typeof HINTS)[number];
const HINTS = ['sum', 'cost', 'warning', 'info'] as const;

const MOST_ACCOUNTS = 500;
/** Blocked accounts; process-wide, since n8n gives a node no other shared memory. */
const blocks = new Memory<{ readonly failure: ServiceFailure; readonly since: number }>(MOST_ACCOUNTS);

function prevents({ kind, endpoint: failed }: ServiceFailure, endpoint: Endpoint): boolean {
	// The account may have access to other parts of the service.
	if (kind === 'notReleased') return failed === endpoint;
	// Free calls, and those of the other product, still work.
	if (kind === 'noCredit') return isCharged(endpoint.billing) && failed.wallet === endpoint.wallet;
	return kind !== 'monthlyLimit' || failed.wallet === endpoint.wallet;
}

export class Session {
	private readonly stops: ServiceFailure[] = [];
	private run?: readonly string[];
	private readonly hints = new Map<string, HintKind>();
	private readonly shared = new Map<string, Promise<unknown>>();
	private readonly parts = new Map<unknown, unknown>();
	readonly usage: Usage;
	readonly pace: Pace;
	readonly searchKeys: Remembered;
	readonly answered: Remembered;
	readonly state: RunState;
	/** Calls to this endpoint leave this many requests to others. */
	keepsBack?: { readonly endpoint: Endpoint; readonly requests: number };

	constructor(
		readonly context: IExecuteFunctions,
		readonly connection: Connection,
		readonly limits: RunLimits,
		sharedPace?: Pace,
	) {
		const state = (this.state = runStateOf(context));
		this.pace =
			sharedPace ??
			new Pace({
				ceiling: limits.concurrency,
				...(limits.requestsPerMinute > 0 && { perMinute: limits.requestsPerMinute }),
				memory: (state.pace ??= {}),
				sleep: async (ms, endpoint) => await this.sleep(ms, endpoint),
			});
		this.searchKeys = new Remembered(state, 'searchKeys');
		this.answered = new Remembered(state, 'answered');
		this.usage = new Usage(state, limits.ceilings);
	}

	/** The same in every attempt, also when retried from the executions list; differs per loop iteration. */
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

	/** Two lines at most: the sum, and the most important other hint. The rest is in n8n's log. */
	showHints(): void {
		const { context } = this;
		// Older n8n versions have no hints.
		if (context.addExecutionHints === undefined) return;
		const all = HINTS.flatMap((kind) => [...this.hints].filter(([, of]) => of === kind));
		const first = all.findIndex(([, kind]) => kind !== 'sum');
		for (const [at, [message, kind]] of all.entries()) {
			const type = kind === 'cost' || kind === 'warning' ? 'warning' : 'info';
			if (at <= first || kind === 'sum') context.addExecutionHints({ message, type, location: 'outputPane' });
			else this.tell(message);
		}
	}

	/** Reports progress in n8n's log and, in a manual run, in the browser's console. */
	tell(progress: string): void {
		this.context.logger.info(progress);
		// May be missing when an agent calls the node.
		if (this.context.sendMessageToUI !== undefined) this.context.sendMessageToUI(progress);
	}

	/** Logged at once, so that the ID is known even if n8n is killed. */
	tellAccepted(what: string, id: string): void {
		this.tell(`${what} accepted by the service under the ID ${id}.`);
	}

	once<T>(key: string, work: () => Promise<T>): Promise<T> {
		const known = this.shared.get(key) as Promise<T> | undefined;
		if (known !== undefined) {
			this.usage.saved++;
			return known;
		}
		const result = work();
		this.shared.set(key, result);
		return result;
	}

	part<T>(of: unknown, make: () => T): T {
		if (!this.parts.has(of)) this.parts.set(of, make());
		return this.parts.get(of) as T;
	}

	/** @throws ServiceFailure when the user stops the execution */
	async sleep(ms: number, endpoint: Endpoint): Promise<void> {
		const slept = await attempt(clock.sleep(ms, this.signal));
		if (!slept.ok)
			throw new ServiceFailure({ kind: 'notSent', endpoint, serviceText: 'The execution was stopped.' });
	}

	/** Asked again in this execution, the work costs nothing. */
	noteAnswered(purchaseKey: string): void {
		if (this.usage.isLimited) this.answered.add(purchaseKey);
	}

	stopAfter(failure: ServiceFailure): void {
		if (failure.phase !== 'blocked' && failure.phase !== 'stopped') return;
		this.stops.push(failure);
		const lastsMs = LASTS_MS[failure.kind];
		if (lastsMs === undefined) return;
		for (const place of [this.connection.account, this.placeOfBlock])
			blocks.keep(place, { failure, since: clock.now() }, lastsMs);
	}

	/** Ends blocks older than a request that succeeded. */
	noteSuccess(sentAt: number): void {
		for (const place of [this.connection.account, this.placeOfBlock])
			if ((blocks.get(place)?.since ?? Number.POSITIVE_INFINITY) < sentAt) blocks.forget(place);
	}

	/** Manual runs know only their own blocks: a limit may have been raised meanwhile. */
	private get placeOfBlock(): string {
		const { account } = this.connection;
		const isByHand = ['manual', 'retry'].includes(this.context.getMode());
		return isByHand ? `${account} ${this.context.getExecutionId()}` : account;
	}

	reasonNotToCall(endpoint: Endpoint): ServiceFailure | undefined {
		const { failure: block } = blocks.get(this.placeOfBlock) ?? {};
		return [...this.stops, ...(block ? [block] : [])].find((each) => prevents(each, endpoint));
	}

	/** @throws ServiceFailure when no more calls to the endpoint are allowed */
	refuseWhenStopped(endpoint: Endpoint): void {
		const { requests = Number.POSITIVE_INFINITY } = this.limits;
		const keptBack = this.keepsBack?.endpoint === endpoint ? this.keepsBack.requests : 0;
		if (this.usage.spent.requests + keptBack >= requests)
			throw new ServiceFailure({ kind: 'requestLimit', endpoint });
		const reason = this.reasonNotToCall(endpoint);
		if (reason !== undefined && reason.kind !== 'notSent')
			throw new ServiceFailure({ kind: 'notSent', endpoint, serviceText: explained(reason) });
	}
}
