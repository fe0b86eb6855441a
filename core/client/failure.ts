import type { IDataObject } from 'n8n-workflow';

import type { Endpoint } from '../../contract/model/endpoint';
import type { ErrorKind } from '../../contract/errors';
import { limits } from '../../contract/model/limits';
import { carriesError, saysFailed, saysWords } from '../../contract/reason';
import { clock } from '../base/clock';
import { DEEPEST_WRAPPER, isAboutAnswer, isFilled, isObject, WRAPPERS } from '../base/json';

/** Why a call returned no usable response: the service's error kinds, and those of the connection and the run. */
export type FailureKind =
	| ErrorKind
	| 'noConnection'
	| 'timeout'
	| 'reset'
	| 'unreadable'
	/** The response has more bytes than n8n should hold. */
	| 'tooLarge'
	/** The query is longer than servers take, so it was not sent. */
	| 'tooLong'
	| 'cancelled'
	| 'notSent'
	/** Another execution was about to send the same. */
	| 'overtaken'
	| 'requestLimit'
	| 'creditLimit'
	| 'balanceLimit';

/**
 * How far the call got, which decides what to do next.
 * - `refused`: failed before processing; nothing was charged.
 * - `lost`: the response is missing; the call may have been processed and charged.
 * - `rejected`: the service processed the request and rejected it.
 * - `blocked`: a limit, the key or the URL; every further call fails too.
 * - `stopped`: the user stopped the execution, or the run stopped before this call was sent.
 */
export type Phase = 'refused' | 'lost' | 'rejected' | 'blocked' | 'stopped';

interface FailureDetails {
	readonly kind: FailureKind;
	readonly endpoint: Endpoint;
	/** HTTP status, if there was a response. */
	readonly status?: number;
	/** The service's own message, if any. Never a header or HTML. */
	readonly serviceText?: string;
	/** `Retry-After` in seconds. */
	readonly retryAfterSeconds?: number;
	/** When a limit ends, where the service says so. */
	readonly blockedUntil?: number;
	/** Milliseconds from sending to failure. */
	readonly elapsedMs?: number;
	/** Short technical cause, such as a connection error code. */
	readonly cause?: string;
	/** What was learned later, in full sentences. */
	readonly note?: string;
	/** True for a call that would be charged again, whatever its endpoint's price says: see `Service.try`. */
	readonly isChargedAgain?: boolean;
}

/** A call without a usable response. Of the request, it holds only the endpoint. */
export class ServiceFailure extends Error implements FailureDetails {
	readonly kind: FailureKind;
	readonly endpoint: Endpoint;
	readonly status?: number;
	readonly serviceText?: string;
	readonly retryAfterSeconds?: number;
	readonly blockedUntil?: number;
	readonly elapsedMs?: number;
	override readonly cause?: string;
	readonly note?: string;
	readonly isChargedAgain?: boolean;

	constructor(details: FailureDetails) {
		super(`${details.endpoint.method} ${details.endpoint.path}: ${details.kind}`);
		this.kind = details.kind;
		this.endpoint = details.endpoint;
		this.status = details.status;
		this.serviceText = details.serviceText;
		this.retryAfterSeconds = details.retryAfterSeconds;
		this.blockedUntil = details.blockedUntil;
		this.elapsedMs = details.elapsedMs;
		this.cause = details.cause;
		this.note = details.note;
		this.isChargedAgain = details.isChargedAgain;
	}

	/** The same failure with a note. */
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
	reported: 'rejected',
	pending: 'rejected',
	tooLarge: 'rejected',
	tooLong: 'rejected',
	unexpected: 'rejected',
	dailyLimit: 'blocked',
	monthlyLimit: 'blocked',
	limit: 'blocked',
	cancelled: 'stopped',
	notSent: 'stopped',
	overtaken: 'stopped',
	requestLimit: 'stopped',
	creditLimit: 'stopped',
	balanceLimit: 'stopped',
};

export const MINUTE = 60_000;
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

/** However soon the service says that a block ends: to ask it too often may make the block last longer. */
const SHORTEST_MS = 2 * MINUTE;
/** No limit lasts longer: what the service says beyond it is not believed. */
const LONGEST_BLOCK_MS = 31 * DAY_MS;

/** Whether a failure blocks every further request of the account. */
export const isBlock = (kind: FailureKind): boolean => Object.hasOwn(LASTS_MS, kind);

/** When a block ends by what the service says; `undefined` when it says nothing of it. */
export function endOfBlock(kind: FailureKind, retryAfterSeconds: number | undefined): number | undefined {
	if (!isBlock(kind) || retryAfterSeconds === undefined) return undefined;
	const ms = Math.max(SHORTEST_MS, retryAfterSeconds * 1000);
	return ms > LONGEST_BLOCK_MS ? undefined : clock.now() + ms;
}

/** Whether a failed call was certainly not charged, so that retrying it cannot be charged twice. */
export const isUncharged = (error: Error): boolean =>
	error instanceof ServiceFailure &&
	error.phase !== 'lost' &&
	error.kind !== 'unexpected' &&
	error.kind !== 'tooLarge' &&
	error.kind !== 'cancelled';

/** The run did not send this item, so nothing was charged for it. */
export class NotSent extends Error {}

const isWrapper = (name: string): boolean => (WRAPPERS as readonly string[]).includes(name);

/** Whether a response, or a part of it, holds anything but words about itself. */
function holdsData(value: unknown, depth = 0): boolean {
	if (value === null || value === undefined || value === '' || value === false) return false;
	// An entry of a list is data also when it has nothing but a code and a description.
	if (Array.isArray(value))
		return value.some((entry) => isFilled(entry) && !(isObject(entry) && carriesError(entry)));
	if (!isObject(value)) return true;
	return Object.entries(value).some(([name, inner]) => {
		if (isWrapper(name) && depth < DEEPEST_WRAPPER) return holdsData(inner, depth + 1);
		return !isAboutAnswer(name) && isFilled(inner);
	});
}

/** The objects in which a response may say that it failed: itself, and what its wrappers hold. */
function* speakers(body: unknown, depth = 0): Generator<IDataObject> {
	if (Array.isArray(body) && body.length === 1) yield* speakers(body[0], depth + 1);
	if (!isObject(body) || depth > DEEPEST_WRAPPER) return;
	yield body;
	for (const name of WRAPPERS) yield* speakers(body[name], depth + 1);
}

/** Codes such as `insufficient_credits`, and those of HTTP. */
const isErrorCode = (code: unknown): boolean =>
	typeof code === 'string' && /^[a-z]+(_[a-z]+)+$/i.test(code) ? true : Number(code) >= 400;

/** Whether an object says that something failed, or has words and nothing that says that it succeeded. */
function reports(said: IDataObject): boolean {
	const { status, code = said.codigo ?? said.status_code ?? said.statusCode } = said;
	if (carriesError(said) || saysFailed(status) || isErrorCode(code) || Number(status) >= 400) return true;
	const mayHaveSucceeded =
		said.success === true || said.sucesso === true || isFilled(status) || isFilled(code);
	return !mayHaveSucceeded && saysWords(said);
}

/**
 * Whether a response with status 200 reports a failure instead of a result: it says so and holds no data. One with
 * data is a result, whatever it says beside it.
 */
export function reportsFailure(body: unknown): boolean {
	if (holdsData(body)) return false;
	for (const said of speakers(body)) if (reports(said)) return true;
	return false;
}
