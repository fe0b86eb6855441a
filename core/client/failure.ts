import type { Endpoint } from '../../contract/model/endpoint';
import { limits } from '../../contract/model/limits';
import { AdvisedError } from '../base/errors';

/**
 * `refused`: not processed and not charged. `lost`: may have been processed and charged. `rejected`: processed and
 * rejected. `blocked`: by a limit, the key or the URL; further calls fail too. `stopped`: by the user or the run.
 */
export type Phase = 'refused' | 'lost' | 'rejected' | 'blocked' | 'stopped';

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
	tooLarge: 'rejected',
	cancelled: 'stopped',
	notSent: 'stopped',
	requestLimit: 'stopped',
	creditLimit: 'stopped',
	balanceLimit: 'stopped',
} as const satisfies Readonly<Record<string, Phase>>;

export type FailureKind = keyof typeof PHASES;

/** Holds nothing of the request but the endpoint. */
export class ServiceFailure extends Error {
	declare readonly kind: FailureKind;
	declare readonly endpoint: Endpoint;
	declare readonly status?: number;
	/** Never a header or HTML. */
	declare readonly serviceText?: string;
	declare readonly retryAfterSeconds?: number;
	declare readonly elapsedMs?: number;
	declare readonly cause?: string;
	/** Full sentences, appended to the advice. */
	declare readonly note?: string;
	/** A repeat is charged, whatever the endpoint's price says. */
	declare readonly isChargedAgain?: boolean;

	constructor(details: Omit<ServiceFailure, 'name' | 'message' | 'stack' | 'phase' | 'withNote'>) {
		super(`${details.endpoint.method} ${details.endpoint.path}: ${details.kind}`);
		Object.assign(this, details);
	}

	withNote(note: string): ServiceFailure {
		return new ServiceFailure({ ...this, note });
	}

	get phase(): Phase {
		return PHASES[this.kind];
	}
}

const MINUTE = 60_000;
/** A monthly limit is retried daily; an unnamed one may be burst protection, which was seen to last minutes. */
export const LASTS_MS: Partial<Readonly<Record<FailureKind, number>>> = {
	dailyLimit: limits.blockHours * 60 * MINUTE,
	monthlyLimit: limits.blockHours * 60 * MINUTE,
	limit: 2 * MINUTE,
};

/** Certainly not charged, so that a repeat cannot be charged twice. */
export const isUncharged = (error: Error): boolean =>
	error instanceof ServiceFailure &&
	error.phase !== 'lost' &&
	!['unexpected', 'tooLarge', 'cancelled'].includes(error.kind);

/** The run did not send this item, so nothing was charged. */
export class NotSent extends AdvisedError {}
