import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import type { Endpoint } from '../../contract/model/endpoint';
import { clock } from '../base/clock';
import { asInteger, asObject, asText, isObject } from '../base/json';
import { ServiceFailure, type FailureKind } from './failure';
import type { Reply } from './request';

/**
 * What the node keeps with the execution. n8n hands it to each try of the node, each turn of a loop, each call
 * of an agent, and to a retry from the list of executions. It is stored as JSON and read tolerantly.
 */
export interface RunState {
	/** ID of the execution that began it all: a retry has another one. */
	execution?: string;
	/** Answers by the call, until the run has succeeded. */
	answers?: IDataObject;
	/** Charged calls that were sent, by what they do. */
	submissions?: IDataObject;
	/** A limit of the account that was met. */
	block?: IDataObject;
	/** When the next request may begin. */
	pace?: IDataObject;
	/** What the execution waits for by webhook. */
	parked?: IDataObject;
	/** Records that this run has taken up, by run. */
	claimed?: IDataObject;
	/** Where searches began, and which results this run has taken, by run. */
	starts?: IDataObject;
	claims?: IDataObject;
}

export const runStateOf = (context: Pick<IExecuteFunctions, 'getContext'>): RunState =>
	context.getContext('node') as RunState;

/** Headers of an answer that readers look at. */
const KEPT_HEADERS = ['location', 'retry-after', 'idempotency-replayed'];

/**
 * The answers that a run of the node has obtained, kept with the execution until the run has succeeded. When
 * n8n tries the node again ("Retry On Fail", or a failed execution retried from the list), calls that were
 * answered are not sent again, whatever they cost.
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

	/** Returns the answer without the headers that nobody looks at: a large search has thousands of answers. */
	keep(key: string, reply: Reply): Reply {
		const { status, headers, body } = reply;
		const answers = (this.state.answers ??= {});
		const kept = Object.fromEntries(
			KEPT_HEADERS.filter((name) => headers[name] !== undefined).map((name) => [name, headers[name]]),
		);
		answers[key] = { status, headers: kept, body: body as IDataObject };
		return { ...reply, headers: kept };
	}

	/** The run has succeeded: its answers are in its output. */
	forget(): void {
		delete this.state.answers;
	}
}

/** What is remembered of a submission: it was sent, and the ID (of a batch or job) once the service gave one. */
interface Entry {
	readonly sentAt: number;
	readonly id?: string;
	/** The balance before it was sent, in words, where it was read. */
	readonly balance?: string;
	/** What else of the answer is needed later. */
	readonly answer?: IDataObject;
}

/**
 * Remembers, with the execution, which charged calls were sent. n8n's "Retry On Fail" runs the whole node
 * again, and a failed execution can be retried: what was submitted is then taken up where it was instead of
 * being paid for once more.
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

	/** To be called before sending: should the answer be lost, it is known that the call was sent. */
	sending(key: string, balance?: string): void {
		this.entries[key] = { sentAt: clock.now(), ...(balance !== undefined && { balance }) };
	}

	accepted(key: string, id: string, answer?: IDataObject): void {
		this.entries[key] = { sentAt: clock.now(), id, ...(answer && { answer }) };
	}

	/** The call is over, or the service took nothing: sending again is safe. */
	forget(key: string): void {
		delete this.entries[key];
	}
}

/** Failures by which the service blocks the account for hours. */
export const ACCOUNT_BLOCKS: ReadonlySet<FailureKind> = new Set(['dailyLimit', 'monthlyLimit', 'limit']);

/** n8n tries a node again within seconds; whoever runs it later may have a higher limit by then. */
const REMEMBERED_MS = 120_000;

/** Keeps a block with the execution, so that n8n's next try of the node does not call a blocked service. */
export function rememberBlock(context: IExecuteFunctions, { kind, serviceText }: ServiceFailure): void {
	runStateOf(context).block = {
		kind,
		until: clock.now() + REMEMBERED_MS,
		...(serviceText !== undefined && { serviceText }),
	};
}

/** The block that an earlier try of the run has just met, as the reason not to call an endpoint. */
export function blockOf(context: IExecuteFunctions, endpoint: Endpoint): ServiceFailure | undefined {
	const block = asObject(runStateOf(context).block);
	if ((asInteger(block.until) ?? 0) <= clock.now()) return undefined;
	return new ServiceFailure({
		kind: block.kind as FailureKind,
		endpoint,
		serviceText: asText(block.serviceText),
	});
}
