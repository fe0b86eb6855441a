import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import { fingerprint } from '../base/fingerprint';
import type { Wallet } from '../../contract/model/billing';
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
	/** The balance as it was read last. */
	funds?: Funds;
	/** Short hashes of the cache keys that the service gave, in one text. */
	searchKeys?: string;
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

/** The balance. */
export interface Funds {
	/** When it was read, in milliseconds since the epoch. */
	at: number;
	/** Credits of each product that the service named, less what the execution has spent since. */
	left: Partial<Record<Wallet, number>>;
	/** As it was read, such as `B2C 400, B2B 480`; absent when the service named no product. */
	words?: string;
	/** Why it could not be read. */
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

/**
 * Texts of which the execution keeps short hashes:
 * - `searchKeys`: cache keys that the service gave. Further pages with them are free (credit rule 1); any other key may
 *   be too old, which makes a page a new search.
 * - `answered`: work that was answered one by one. Asked again, it costs nothing.
 */
export class Remembered {
	private readonly hashes: Set<string>;

	constructor(
		private readonly state: RunState,
		private readonly name: 'searchKeys' | 'answered',
	) {
		this.hashes = new Set(state[name]?.match(/\w+ /g));
	}

	has(text: unknown): boolean {
		return this.hashes.size > 0 && typeof text === 'string' && this.hashes.has(shortHash(text));
	}

	add(text: unknown): void {
		if (typeof text !== 'string' || this.has(text)) return;
		this.hashes.add(shortHash(text));
		this.state[this.name] = (this.state[this.name] ?? '') + shortHash(text);
	}
}

/** Short, since an execution may have thousands, and ended, so that they stand apart in one text. */
const shortHash = (text: string): string => `${fingerprint(text).slice(0, 12)} `;

/**
 * The responses of a node run, kept with the execution until the run has succeeded. When n8n retries the node
 * (Retry On Fail, or a failed execution retried from the list), answered calls are not sent again, whatever
 * they cost.
 */
export class KeptAnswers {
	constructor(private readonly state: RunState) {}

	find(key: string): Reply | undefined {
		return this.state.answers?.[key] as unknown as Reply | undefined;
	}

	keep(key: string, { status, headers, body }: Reply): void {
		(this.state.answers ??= {})[key] = { status, headers, body } as unknown as IDataObject;
	}

	drop(key: string): void {
		delete this.state.answers?.[key];
	}

	/** Called when the run has succeeded: its responses are in its output. */
	forget(): void {
		delete this.state.answers;
	}
}
