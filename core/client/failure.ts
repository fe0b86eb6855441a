import type { Endpoint } from '../../contract/model/endpoint';
import { limits } from '../../contract/model/limits';

/**
 * How far a call without a usable response got, which decides what to do next.
 * - `refused`: failed before processing; nothing was charged.
 * - `lost`: the response is missing; the call may have been processed and charged.
 * - `rejected`: the service processed the request and rejected it.
 * - `blocked`: a limit, the key or the URL; every further call fails too.
 * - `stopped`: the user stopped the execution, or the run stopped before this call was sent.
 */
export type Phase = 'refused' | 'lost' | 'rejected' | 'blocked' | 'stopped';

/** The kinds of failures: the service's errors (`ErrorKind`), then those of the connection and the run. */
const PHASES = {
	noSlot: 'refused',
	serverError: 'lost',
	redirected: 'blocked',
	unauthorized: 'blocked',
	noCredit: 'blocked',
	notReleased: 'blocked',
	dailyLimit: 'blocked',
	monthlyLimit: 'blocked',
	limit: 'blocked',
	notFound: 'rejected',
	rejected: 'rejected',
	reported: 'rejected',
	pending: 'rejected',
	unexpected: 'rejected',
	noConnection: 'refused',
	timeout: 'lost',
	reset: 'lost',
	unreadable: 'lost',
	/** The response has more bytes than n8n should hold. */
	tooLarge: 'rejected',
	cancelled: 'stopped',
	notSent: 'stopped',
	requestLimit: 'stopped',
	creditLimit: 'stopped',
	balanceLimit: 'stopped',
} as const satisfies Readonly<Record<string, Phase>>;

/** Why a call returned no usable response. */
export type FailureKind = keyof typeof PHASES;

/** A call without a usable response. Of the request, it holds only the endpoint. */
export class ServiceFailure extends Error {
	declare readonly kind: FailureKind;
	declare readonly endpoint: Endpoint;
	/** HTTP status, if there was a response. */
	declare readonly status?: number;
	/** The service's own message, if any. Never a header or HTML. */
	declare readonly serviceText?: string;
	/** `Retry-After` in seconds. */
	declare readonly retryAfterSeconds?: number;
	/** Milliseconds from sending to failure. */
	declare readonly elapsedMs?: number;
	/** Short technical cause, such as a connection error code. */
	declare readonly cause?: string;
	/** What was learned later, in full sentences. */
	declare readonly note?: string;
	/** True for a call that would be charged again, whatever its endpoint's price says. */
	declare readonly isChargedAgain?: boolean;

	constructor(details: Omit<ServiceFailure, 'name' | 'message' | 'stack' | 'phase' | 'withNote'>) {
		super(`${details.endpoint.method} ${details.endpoint.path}: ${details.kind}`);
		Object.assign(this, details);
	}

	/** The same failure with a note. */
	withNote(note: string): ServiceFailure {
		return new ServiceFailure({ ...this, note });
	}

	get phase(): Phase {
		return PHASES[this.kind];
	}
}

const MINUTE = 60_000;
export const DAY_MS = limits.blockHours * 60 * MINUTE;

/**
 * How long a block is remembered. A monthly limit is asked about once a day; a limit that the service does not name
 * may be its protection against bursts, which was seen to last minutes.
 */
export const LASTS_MS: Partial<Readonly<Record<FailureKind, number>>> = {
	dailyLimit: DAY_MS,
	monthlyLimit: DAY_MS,
	limit: 2 * MINUTE,
};

/** Whether a failure blocks every further request of the account. */
export const isBlock = (kind: FailureKind): boolean => Object.hasOwn(LASTS_MS, kind);

/** Whether a failed call was certainly not charged, so that retrying it cannot be charged twice. */
export const isUncharged = (error: Error): boolean =>
	error instanceof ServiceFailure &&
	error.phase !== 'lost' &&
	!['unexpected', 'tooLarge', 'cancelled'].includes(error.kind);

/** The run did not send this item, so nothing was charged for it. */
export class NotSent extends Error {}
