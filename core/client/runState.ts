import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import { fingerprint } from '../base/fingerprint';
import { isObject } from '../base/json';
import type { Wallet } from '../../contract/model/billing';
import { asBody } from '../read/answer';
import type { Reply } from './request';

/**
 * What the node keeps with the execution: n8n passes it to each retry attempt, loop iteration and agent call, and
 * to a retry from the executions list (each retry of the same execution gets its state as it failed). n8n stores it
 * as JSON. Nothing else of a node outlives a run inside the execution.
 */
export interface RunState {
	/** ID of the original execution: a retry has another one. */
	execution?: string;
	/** What was used so far, so that limits hold over retry attempts, loop iterations and agent calls. */
	spent?: Spent;
	/** Responses by call, until the run has succeeded. */
	answers?: IDataObject;
	/** How often n8n has tried the current run of the node, and what the execution had spent before the first try. */
	tries?: { run: string; count: number; before?: Spent };
	/** What was bought, and what came of it. */
	ledger?: LedgerState;
	/** The balance in words, read at most once per execution; `null` when it could not be read. */
	balance?: string | null;
	/** What is left of the balance, for Minimum Balance. */
	funds?: Funds;
	/** Short hashes of the cache keys that the service gave, in one text; `null` once it has forgotten one of them. */
	searchKeys?: string | null;
	/** Short hashes of the work that was answered, in one text, where the user limits what may be spent. */
	answered?: string;
	/** When the next request may start. */
	pace?: IDataObject;
	/** What the execution is waiting for by webhook, as one text. */
	parked?: string;
}

/** Requests sent and credits that were, or may have been, charged. */
export interface Spent {
	requests: number;
	credits: number;
}

/** What is left of the balance. */
export interface Funds {
	/** When the service was asked for it, in milliseconds since the epoch. */
	at: number;
	/** Credits of each product that the service named, less what the execution has spent since. */
	left: Partial<Record<Wallet, number>>;
	/** What would be left by the first reading, if nobody else had spent anything. */
	own?: Partial<Record<Wallet, number>>;
	/** Why the balance could not be read. */
	unreadable?: string;
}

/** The purchases of an execution. */
export interface LedgerState {
	/** Of the form in which they are kept; a version that changes it counts on. */
	readonly version: number;
	readonly submissions: Submission[];
}

/** What was sent in one call. */
export interface Submission {
	/** Short hashes of the purchase keys, in the order in which they were sent; in one text, as n8n stores it with the execution. */
	keys: string;
	/** Behind the first key of each contact stand further ones of the same: the places of the contacts that they are of. */
	further?: readonly number[];
	/** When it was last sent, in milliseconds since the epoch. */
	at: number;
	/** ID of the batch or job, once the service has accepted it. */
	id?: string;
	/** Other parts of the acknowledgement that are needed later. */
	answer?: IDataObject;
	/** The idempotency key of a synchronous call. */
	byKey?: ByKey;
	/** A digit for each key, in the same order: 1 once its result has been output. Absent while none has. */
	output?: string;
}

/** A call with an idempotency key. */
export interface ByKey {
	readonly key: string;
	/** When it was first sent with it. */
	readonly since: number;
	/** Whether its response has come. */
	isAnswered?: boolean;
}

/** What an earlier try or poll has kept is damaged, or a later version of this package has written it. */
export class UnreadableState extends Error {
	constructor(
		message: string,
		/** What to do. */
		readonly advice: string,
	) {
		super(message);
	}
}

export const runStateOf = (context: Pick<IExecuteFunctions, 'getContext'>): RunState =>
	context.getContext('node') as RunState;

/** ID of the original execution, which all of its retries share. */
export const originOf = (context: Pick<IExecuteFunctions, 'getContext' | 'getExecutionId'>): string =>
	(runStateOf(context).execution ??= String(context.getExecutionId()));

/** Short, since an execution may have thousands, and ended, so that they stand apart in one text. */
const shortHash = (text: string): string => `${fingerprint(text).slice(0, 12)} `;

/**
 * The cache keys that the service gave in this execution: further pages with them are free (credit rule 1). Other
 * keys may be wrong or too old, which makes a page a new search.
 */
export class SearchKeys {
	constructor(private readonly state: RunState) {}

	isKnown(key: unknown): boolean {
		return typeof key === 'string' && this.state.searchKeys?.includes(shortHash(key)) === true;
	}

	/** Takes the key of a response to the one that was sent, if any. */
	note(sent: unknown, got: unknown): void {
		if (typeof got !== 'string' || this.state.searchKeys === null || this.isKnown(got)) return;
		// A service that has forgotten one of its keys may forget the next.
		if (this.isKnown(sent)) this.state.searchKeys = null;
		else this.state.searchKeys = (this.state.searchKeys ?? '') + shortHash(got);
	}
}

/** Work that was answered one by one in this execution: asked again, it costs nothing. */
export class AnsweredUnits {
	private readonly known: Set<string>;

	constructor(private readonly state: RunState) {
		this.known = new Set(state.answered?.match(/\w+ /g));
	}

	has(unit: string): boolean {
		return this.known.size > 0 && this.known.has(shortHash(unit));
	}

	add(unit: string): void {
		const hash = shortHash(unit);
		if (this.known.has(hash)) return;
		this.known.add(hash);
		this.state.answered = (this.state.answered ?? '') + hash;
	}
}

/** Response headers that are read later. */
const KEPT_HEADERS = ['location', 'retry-after', 'idempotency-replayed'];

/**
 * The responses of a node run, kept with the execution until the run has succeeded. When n8n retries the node
 * (Retry On Fail, or a failed execution retried from the list), answered calls are not sent again, whatever
 * they cost.
 */
export class KeptAnswers {
	private readonly state: RunState;

	constructor(context: IExecuteFunctions) {
		this.state = runStateOf(context);
	}

	find(key: string): Reply | undefined {
		const kept = this.state.answers?.[key];
		if (!isObject(kept)) return undefined;
		const { status, headers, body } = kept;
		return { status: Number(status), headers: headers as Reply['headers'], body: asBody(body) };
	}

	/** Keeps and returns the response without unused headers: a large search has thousands of responses. */
	keep(key: string, reply: Reply): Reply {
		const { status, headers, body } = reply;
		const answers = (this.state.answers ??= {});
		const kept = Object.fromEntries(
			KEPT_HEADERS.filter((name) => headers[name] !== undefined).map((name) => [name, headers[name]]),
		);
		answers[key] = { status, headers: kept, body: body as unknown as IDataObject };
		return { ...reply, headers: kept };
	}

	drop(key: string): void {
		delete this.state.answers?.[key];
	}

	/** Called when the run has succeeded: its responses are in its output. */
	forget(): void {
		delete this.state.answers;
	}
}
