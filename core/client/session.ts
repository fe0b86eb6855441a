import type { IExecuteFunctions } from 'n8n-workflow';

import { isCharged } from '../../contract/model/billing';
import type { Endpoint } from '../../contract/model/endpoint';
import { attempt } from '../base/async';
import { clock } from '../base/clock';
import { explained } from '../base/errors';
import { shortHash } from '../base/fingerprint';
import { Memory } from '../base/memory';
import type { Connection } from './connection';
import { LASTS_MS, NotSent, type ServiceFailure } from './failure';
import { Pace, type PaceLimits } from './pace';
import { runStateOf, type RunState } from './runState';
import { Usage, type Ceilings } from './usage';

export type IfSentBefore = 'report' | 'send' | 'done';

export interface RunLimits extends PaceLimits {
	/** Over all attempts and turns of the execution; absent for no limit. */
	readonly requests?: number;
	readonly ceilings?: Ceilings;
	readonly ifSentBefore?: IfSentBefore;
	readonly skipsEnriched?: boolean;
	readonly hasLists?: boolean;
}

type HintKind = (typeof HINTS)[number];
/** Most important first. */
const HINTS = ['sum', 'cost', 'warning', 'info'] as const;

const MOST_EXECUTIONS = 500;
/** By execution, so that its further turns and tries do not call either; polls, events and callbacks share one by account. */
const blocks = new Memory<ServiceFailure>(MOST_EXECUTIONS);

function prevents({ kind, endpoint: failed }: ServiceFailure, endpoint: Endpoint): boolean {
	// The account may have access to other parts of the service.
	if (kind === 'notReleased') return failed === endpoint;
	// Free calls, and those of the other product, still work.
	if (kind === 'noCredit') return isCharged(endpoint.billing) && failed.wallet === endpoint.wallet;
	return kind !== 'monthlyLimit' || failed.wallet === endpoint.wallet;
}

export class Session {
	private readonly stops: ServiceFailure[] = [];
	private readonly hints = new Map<string, HintKind>();
	private readonly kept = new Map<unknown, unknown>();
	readonly usage: Usage;
	readonly pace: Pace;
	readonly state: RunState;

	constructor(
		readonly context: IExecuteFunctions,
		readonly connection: Connection,
		readonly limits: RunLimits,
		pace?: Pace,
	) {
		const state = (this.state = runStateOf(context));
		this.pace = pace ?? new Pace(limits, (state.pace ??= {}));
		this.usage = new Usage(state, limits.ceilings);
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
		const all = HINTS.flatMap((kind) => [...this.hints].filter(([, own]) => own === kind));
		const other = all.find(([, kind]) => kind !== 'sum');
		for (const hint of all) {
			const [message, kind] = hint;
			const isShown = kind === 'sum' || hint === other;
			const isUncertain = kind === 'sum' && this.usage.uncertain > 0;
			const type = kind === 'cost' || kind === 'warning' || isUncertain ? 'warning' : 'info';
			if (isShown) context.addExecutionHints({ message, type, location: 'outputPane' });
			else this.tell(message);
		}
	}

	/** Reports progress in n8n's log and, in a manual run, in the browser's console. */
	tell(progress: string): void {
		this.context.logger.info(progress);
		// May be missing when an agent calls the node.
		this.context.sendMessageToUI?.(progress);
	}

	/** Logged at once, so that the ID is known even if n8n is killed. */
	tellAccepted(what: string, id: string): void {
		this.tell(`${what} accepted by the service under the ID ${id}.`);
	}

	/** Made once per session, for all who ask for the same key. */
	shared<T>(key: unknown, make: () => T): T {
		if (!this.kept.has(key)) this.kept.set(key, make());
		return this.kept.get(key) as T;
	}

	/** Like `shared`, for calls: those that come later are counted as saved. */
	once<T>(key: string, work: () => Promise<T>): Promise<T> {
		if (this.kept.has(key)) this.usage.saved++;
		return this.shared(key, work);
	}

	async sleep(ms: number): Promise<void> {
		const slept = await attempt(clock.sleep(ms, this.signal));
		if (!slept.ok) throw stopped();
	}

	/** In this execution, further pages with a search key are free (credit rule 1), and so is what was answered. */
	remember(key: unknown): void {
		if (typeof key === 'string') (this.state.known ??= {})[shortHash(key)] = 1;
	}

	remembers(key: unknown): boolean {
		return typeof key === 'string' && shortHash(key) in (this.state.known ?? {});
	}

	noteAnswered(purchaseKey: string): void {
		if (this.usage.isLimited) this.remember(purchaseKey);
	}

	stopAfter(failure: ServiceFailure): void {
		if (failure.phase !== 'blocked') return;
		this.stops.push(failure);
		const lastsMs = LASTS_MS[failure.kind];
		if (lastsMs !== undefined) blocks.keep(this.placeOfBlock, failure, lastsMs);
	}

	private get placeOfBlock(): string {
		return `${this.connection.account} ${this.context.getExecutionId()}`;
	}

	reasonNotToCall(endpoint: Endpoint): ServiceFailure | undefined {
		return [...this.stops, blocks.get(this.placeOfBlock)].find(
			(each) => each !== undefined && prevents(each, endpoint),
		);
	}

	/** @param leaves requests that must be left for other calls */
	throwIfStopped(endpoint: Endpoint, leaves = 0): void {
		if (this.signal?.aborted) throw stopped();
		const { requests = Number.POSITIVE_INFINITY } = this.limits;
		if (this.usage.spent.requests + leaves >= requests) {
			throw new NotSent(
				"Not sent: the execution reached 'maxRequests'",
				"Raise it in 'Advanced (JSON)', or run the remaining items later.",
			);
		}
		const reason = this.reasonNotToCall(endpoint);
		if (reason !== undefined)
			throw new NotSent('Not sent: the service refused an earlier request', explained(reason));
	}
}

const stopped = (): NotSent =>
	new NotSent('Not sent: the execution was stopped', 'No further call was made.');
