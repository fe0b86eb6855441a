import type { Endpoint } from '../../contract/model/endpoint';
import type { ErrorKind } from '../../contract/errors';

/** Why a call brought no usable answer: the service's own error kinds, and those of the way to it. */
export type FailureKind =
	ErrorKind | 'noConnection' | 'timeout' | 'reset' | 'unreadable' | 'cancelled' | 'notSent' | 'requestLimit';

/**
 * How far the call got, which decides what may be done next.
 * - `refused`: known to come before processing; nothing was charged.
 * - `lost`: the answer is missing; the call may have been processed and charged.
 * - `rejected`: the service looked at it and said no.
 * - `blocked`: a limit, the key or the address; every further call fails too.
 * - `stopped`: the user ended the execution, or the run was stopped before this call was sent.
 */
export type Phase = 'refused' | 'lost' | 'rejected' | 'blocked' | 'stopped';

interface FailureDetails {
	readonly kind: FailureKind;
	readonly endpoint: Endpoint;
	/** HTTP status, when an answer came. */
	readonly status?: number;
	/** The service's own words, when it gave any. Never a header, never HTML. */
	readonly serviceText?: string;
	/** What `Retry-After` asked for, in seconds. */
	readonly retryAfterSeconds?: number;
	/** Milliseconds from sending to failing. */
	readonly elapsedMs?: number;
	/** The technical cause in a word, such as a connection error code. */
	readonly cause?: string;
	/** What was found out about it since, in whole sentences. */
	readonly note?: string;
}

/** A call that brought no usable answer. Holds nothing of the request but its endpoint. */
export class ServiceFailure extends Error implements FailureDetails {
	readonly kind: FailureKind;
	readonly endpoint: Endpoint;
	readonly status?: number;
	readonly serviceText?: string;
	readonly retryAfterSeconds?: number;
	readonly elapsedMs?: number;
	override readonly cause?: string;
	readonly note?: string;

	constructor(details: FailureDetails) {
		super(`${details.endpoint.method} ${details.endpoint.path}: ${details.kind}`);
		this.kind = details.kind;
		this.endpoint = details.endpoint;
		this.status = details.status;
		this.serviceText = details.serviceText;
		this.retryAfterSeconds = details.retryAfterSeconds;
		this.elapsedMs = details.elapsedMs;
		this.cause = details.cause;
		this.note = details.note;
	}

	/** The same failure with what was found out about it. */
	withNote(note: string): ServiceFailure {
		return new ServiceFailure({ ...this, note });
	}

	get phase(): Phase {
		return PHASES[this.kind];
	}
}

const PHASES: Readonly<Record<FailureKind, Phase>> = {
	noSlot: 'refused',
	noConnection: 'refused',
	timeout: 'lost',
	reset: 'lost',
	unreadable: 'lost',
	serverError: 'lost',
	redirected: 'blocked',
	unauthorized: 'blocked',
	noCredit: 'blocked',
	notReleased: 'blocked',
	notFound: 'rejected',
	rejected: 'rejected',
	pending: 'rejected',
	unexpected: 'rejected',
	dailyLimit: 'blocked',
	monthlyLimit: 'blocked',
	limit: 'blocked',
	cancelled: 'stopped',
	notSent: 'stopped',
	requestLimit: 'stopped',
};

/** Whether a failed call is known to have taken nothing, so that sending it again cannot be charged twice. */
export const isUncharged = (error: Error): boolean =>
	error instanceof ServiceFailure &&
	error.phase !== 'lost' &&
	error.kind !== 'unexpected' &&
	error.kind !== 'cancelled';

/** An item that the run did not send, so that nothing was charged for it. */
export class NotSent extends Error {}
