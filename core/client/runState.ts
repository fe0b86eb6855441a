import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import { AdvisedError } from '../base/errors';
import type { Wallet } from '../../contract/model/billing';
import type { Reply } from './request';

/**
 * Kept with the execution as JSON: n8n passes it to each attempt, loop iteration and agent call and, as it was at
 * the failure, to each retry from the executions list. Nothing else outlives a run inside the execution.
 */
export interface RunState {
	/** Of the original execution: a retry has another ID. */
	execution?: string;
	spent?: Spent;
	/** Until a run succeeds, n8n may retry it: answered calls are not sent again, whatever they cost. */
	answers?: Record<string, Reply>;
	/** How often n8n tried the current run, and what was spent before the first try. */
	tries?: { run: string; count: number; before: Spent };
	ledger?: LedgerState;
	funds?: Funds;
	/** Short hashes, since an execution may have thousands. */
	known?: Record<string, 1>;
	pace?: IDataObject;
	suspension?: string;
}

/** Credits that were, or may have been, charged. */
export interface Spent {
	requests: number;
	credits: number;
}

export interface Funds {
	at: number;
	/** Less what the execution has spent since. */
	left: Partial<Record<Wallet, number>>;
	unreadable?: string;
}

export interface LedgerState {
	readonly version: number;
	submissions: Submission[];
	/** Short hashes of the purchase keys whose result has been output, joined. */
	output?: string;
}

export interface Submission {
	/** Short hashes of its purchase keys, joined. */
	keys: string;
	readonly at: number;
	id?: string;
	answer?: IDataObject;
	byKey?: true;
}

/** State kept by an earlier try or poll is damaged, or a later version of this package wrote it. */
export class UnreadableState extends AdvisedError {}

export const runStateOf = (context: Pick<IExecuteFunctions, 'getContext'>): RunState =>
	context.getContext('node') as RunState;

/** ID of the original execution, shared by all of its retries. */
export const originOf = (context: Pick<IExecuteFunctions, 'getContext' | 'getExecutionId'>): string =>
	(runStateOf(context).execution ??= String(context.getExecutionId()));
