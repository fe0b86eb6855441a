import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import type { Endpoint } from '../../contract/model/endpoint';
import { clock } from '../base/clock';
import { asInteger, asObject, asText, isObject } from '../base/json';
import { ServiceFailure, type FailureKind } from './failure';
import type { Reply } from './request';

/**
 * State that the node keeps with the execution. n8n passes it to each retry attempt, loop iteration and agent
 * call, and to a retry from the executions list. It is stored as JSON and read tolerantly.
 */
export interface RunState {
	/** ID of the original execution: a retry has another one. */
	execution?: string;
	/** Responses by call, until the run has succeeded. */
	answers?: IDataObject;
	/** Charged calls that were sent, by call. */
	submissions?: IDataObject;
	/** An account limit that was reached. */
	block?: IDataObject;
	/** When the next request may start. */
	pace?: IDataObject;
	/** What the execution is waiting for by webhook. */
	parked?: IDataObject;
	/** Records claimed by this run, by run. */
	claimed?: IDataObject;
	/** Start positions of searches and the results claimed by this run, by run. */
	starts?: IDataObject;
	claims?: IDataObject;
}

export const runStateOf = (context: Pick<IExecuteFunctions, 'getContext'>): RunState =>
	context.getContext('node') as RunState;

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
		const kept = asObject(this.state.answers?.[key]);
		const status = asInteger(kept.status);
		if (status === undefined) return undefined;
		return { status, headers: asObject(kept.headers) as Reply['headers'], body: kept.body };
	}

	/** Keeps and returns the response without unused headers: a large search has thousands of responses. */
	keep(key: string, reply: Reply): Reply {
		const { status, headers, body } = reply;
		const answers = (this.state.answers ??= {});
		const kept = Object.fromEntries(
			KEPT_HEADERS.filter((name) => headers[name] !== undefined).map((name) => [name, headers[name]]),
		);
		answers[key] = { status, headers: kept, body: body as IDataObject };
		return { ...reply, headers: kept };
	}

	/** Called when the run has succeeded: its responses are in its output. */
	forget(): void {
		delete this.state.answers;
	}
}

/** What is remembered of a submission: when it was sent, and the batch or job ID once the service returned it. */
interface Entry {
	readonly sentAt: number;
	readonly id?: string;
	/** The balance before sending, in words, if it was read. */
	readonly balance?: string;
	/** Other parts of the response that are needed later. */
	readonly answer?: IDataObject;
}

/**
 * Remembers, with the execution, which charged calls were sent. Retry On Fail runs the whole node again, and a
 * failed execution can be retried: the run then resumes what was submitted instead of paying for it again.
 */
export class Submissions {
	private readonly entries: IDataObject;

	constructor(context: IExecuteFunctions) {
		this.entries = runStateOf(context).submissions ??= {};
	}

	find(key: string): Entry | undefined {
		const entry = asObject(this.entries[key]);
		const sentAt = asInteger(entry.sentAt);
		if (sentAt === undefined) return undefined;
		return {
			sentAt,
			id: asText(entry.id),
			balance: asText(entry.balance),
			...(isObject(entry.answer) && { answer: entry.answer }),
		};
	}

	/** Call before sending, so that the call is known to be sent even if its response is lost. */
	sending(key: string, balance?: string): void {
		this.entries[key] = { sentAt: clock.now(), ...(balance !== undefined && { balance }) };
	}

	accepted(key: string, id: string, answer?: IDataObject): void {
		this.entries[key] = { sentAt: clock.now(), id, ...(answer && { answer }) };
	}

	/** Call when the call has completed or was not charged: sending again is safe. */
	forget(key: string): void {
		delete this.entries[key];
	}
}

/** Failures that block the account for hours. */
export const ACCOUNT_BLOCKS: ReadonlySet<FailureKind> = new Set(['dailyLimit', 'monthlyLimit', 'limit']);

/** n8n retries a node within seconds; a later run may have a higher limit. */
const REMEMBERED_MS = 120_000;

/** Keeps a block with the execution, so that n8n's next attempt does not call a blocked service. */
export function rememberBlock(context: IExecuteFunctions, { kind, serviceText }: ServiceFailure): void {
	runStateOf(context).block = {
		kind,
		until: clock.now() + REMEMBERED_MS,
		...(serviceText !== undefined && { serviceText }),
	};
}

/** The block that an earlier attempt of the run hit recently, as a failure of the endpoint. */
export function blockOf(context: IExecuteFunctions, endpoint: Endpoint): ServiceFailure | undefined {
	const block = asObject(runStateOf(context).block);
	if ((asInteger(block.until) ?? 0) <= clock.now()) return undefined;
	return new ServiceFailure({
		kind: block.kind as FailureKind,
		endpoint,
		serviceText: asText(block.serviceText),
	});
}
