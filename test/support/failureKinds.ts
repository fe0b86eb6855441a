import type { FailureKind, Phase } from '../../core/client/failure';

/** Every kind of failure, with the phase that it must have: a new one does not compile before it stands here. */
export const PHASES: Readonly<Record<FailureKind, Phase>> = {
	unauthorized: 'blocked',
	noCredit: 'blocked',
	notReleased: 'blocked',
	notFound: 'rejected',
	rejected: 'rejected',
	reported: 'rejected',
	noSlot: 'notProcessed',
	dailyLimit: 'blocked',
	monthlyLimit: 'blocked',
	limit: 'blocked',
	pending: 'rejected',
	serverError: 'lost',
	redirected: 'blocked',
	tooLarge: 'unclear',
	unexpected: 'unclear',
	noConnection: 'notProcessed',
	timeout: 'lost',
	reset: 'lost',
	unreadable: 'lost',
	cancelled: 'unclear',
};

export const failureKinds = Object.keys(PHASES) as FailureKind[];
