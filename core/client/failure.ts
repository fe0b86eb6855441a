import type { ErrorKind } from '../../contract/errors';
import { isCharged, repeatAfterLoss, type RepeatAfterLoss } from '../../contract/model/billing';
import type { Endpoint } from '../../contract/model/endpoint';
import { assumedLimits, limits } from '../../contract/model/limits';
import { AdvisedError } from '../base/errors';
import { serviceSays } from '../base/redact';
import { digits, duration } from '../base/text';

/**
 * `notProcessed`: not processed and not charged. `lost`: may have been processed and charged; `unclear`, too, but a repeat
 * would not help. `rejected`: processed and rejected. `blocked`: by a limit, the key or the URL; further calls fail too.
 */
export type Phase = 'notProcessed' | 'lost' | 'unclear' | 'rejected' | 'blocked';

export type FailureKind =
	ErrorKind | ('noConnection' | 'timeout' | 'reset' | 'unreadable' | 'tooLarge' | 'cancelled');

type Details = Omit<ServiceFailure, 'name' | 'message' | 'stack' | 'advice' | 'phase' | 'with'>;

type Say = string | ((failure: Details) => string);

const BLOCKED =
	"No more requests were sent. Wait until the block ends, or ask the account administrator to raise the limit or to exempt this n8n's IP address.";

const ADVICE_AFTER_LOSS: Readonly<Record<RepeatAfterLoss, string>> = {
	safe: 'Retrying the same call is safe: the service does not charge it twice.',
	sameKeyAfterHold:
		'The call may have been processed and charged. Wait a minute, then run it again within 24 hours: a call that has finished is not charged again.',
	never:
		"It may have been charged, so it was not sent again. Check the balance; the service's web app also lists batches and jobs. To send it again and possibly pay twice, set 'If Sent Before' to 'Send Again' for one execution.",
};

function afterLoss({ endpoint, isChargedAgain }: Details): string {
	if (!isCharged(endpoint.billing)) return 'The call is free and can be retried.';
	if (isChargedAgain) {
		return 'The page may have been charged as a new search, so it was not requested again. Check the balance before you run it again.';
	}
	return ADVICE_AFTER_LOSS[repeatAfterLoss(endpoint)];
}

const product = ({ endpoint: { wallet } }: Details): string =>
	wallet === undefined ? 'this call' : `the ${wallet.toUpperCase()} product`;

export const WEB_PAGE = 'a web page instead of data';

const KINDS: Readonly<Record<FailureKind, readonly [phase: Phase, title: Say, advice: Say]>> = {
	unauthorized: [
		'blocked',
		'The service did not accept the API key or the IP address of this n8n instance',
		"Check the API key in the credential. If the service's message names an IP address, the account administrator must add it to the account's whitelist.",
	],
	noCredit: [
		'blocked',
		(failure) => `No credits left for ${product(failure)}`,
		"Nothing was charged. Buy credits, or ask the account administrator. 'Account > Get Balance' shows the remaining credits of each product.",
	],
	notReleased: [
		'blocked',
		'This part of the service is not enabled for the account',
		'The API key is valid. The account administrator must have this part enabled.',
	],
	notFound: [
		'rejected',
		'The service found nothing for this request',
		"Check the values of this node and, if every request fails, 'Base Address' in the credential. Nothing was charged.",
	],
	rejected: [
		'rejected',
		'The service rejected the request',
		"Check the values that were sent. Where the node has 'Advanced (JSON)', it can override a name or format.",
	],
	noSlot: [
		'notProcessed',
		'The service is answering too many calls of this kind',
		({ retryAfterSeconds = 5 }) =>
			`Nothing was charged. Try again in ${duration(retryAfterSeconds)}, lower 'Maximum Concurrent Requests' in the credential, or use the batch operation.`,
	],
	dailyLimit: [
		'blocked',
		`The account's daily request limit is used up; the service blocks it for ${limits.blockHours} hours`,
		BLOCKED,
	],
	monthlyLimit: [
		'blocked',
		(failure) => `The monthly request limit of ${product(failure)} is used up`,
		BLOCKED,
	],
	limit: [
		'blocked',
		'The account has reached a request limit',
		`After many requests at once, a block lasts minutes: try again later, and lower 'Maximum Requests per Minute' in the credential. A daily limit blocks the account for ${limits.blockHours} hours. ${BLOCKED}`,
	],
	pending: ['rejected', 'The result is not ready yet', 'Try again later; nothing is lost.'],
	serverError: ['lost', ({ status }) => `The service answered with status ${status}`, afterLoss],
	redirected: [
		'blocked',
		'The service answered with a redirect or a web page instead of data',
		"Redirects are not followed, so the key was sent nowhere else. Check 'Base Address' in the credential (it ends in /v1).",
	],
	reported: [
		'rejected',
		'The service rejected the request',
		(failure) =>
			`It answered with status 200 and no result. ${repeatAfterLoss(failure.endpoint) === 'safe' ? afterLoss(failure) : 'Answers without a result are not charged.'} Check the values that were sent, or try again later.`,
	],
	unexpected: [
		'unclear',
		({ status }) => `The service answered with the unexpected status ${status}`,
		(failure) => `${afterLoss(failure)} If this persists, report it to the service.`,
	],
	noConnection: [
		'notProcessed',
		({ cause }) => `No connection to the service (${cause})`,
		"Nothing was sent or charged. Check 'Base Address' in the credential and the network of this n8n instance.",
	],
	timeout: [
		'lost',
		({ elapsedMs = 0 }) => `The service did not respond within ${duration(Math.round(elapsedMs / 1000))}`,
		afterLoss,
	],
	reset: [
		'lost',
		({ cause }) =>
			`The connection to the service was lost before a response arrived${cause === undefined ? '' : ` (${cause})`}`,
		afterLoss,
	],
	unreadable: [
		'lost',
		({ status, cause }) => `The service's response could not be read: status ${status}, ${cause}`,
		(failure) =>
			`${failure.cause === WEB_PAGE ? "Check 'Base Address' in the credential (it ends in /v1). " : ''}${afterLoss(failure)}`,
	],
	tooLarge: [
		'unclear',
		`The service's response was not read: it has more than ${assumedLimits.answerMegabytes} MB, ${digits(assumedLimits.answerValues)} values or ${assumedLimits.answerLevels} levels`,
		(failure) =>
			`${afterLoss(failure)} Ask for less at once; a finished batch or job can also be read in the service's web app, free.`,
	],
	cancelled: [
		'unclear',
		'The execution was stopped during a call',
		({ endpoint: { billing } }) =>
			isCharged(billing) ? 'The call may have been processed and charged.' : 'Nothing was charged.',
	],
};

/** Holds nothing of the request but the endpoint. */
export class ServiceFailure extends AdvisedError {
	declare readonly kind: FailureKind;
	declare readonly endpoint: Endpoint;
	declare readonly status?: number;
	/** Never a header or HTML. */
	declare readonly serviceText?: string;
	declare readonly retryAfterSeconds?: number;
	declare readonly elapsedMs?: number;
	declare readonly cause?: string;
	declare readonly note?: string;
	/** A repeat is charged, whatever the endpoint's price says. */
	declare readonly isChargedAgain?: boolean;

	constructor(details: Details) {
		const [, title, advice] = KINDS[details.kind];
		const say = (words: Say): string => (typeof words === 'function' ? words(details) : words);
		const advised = `${serviceSays(details.serviceText)}${say(advice)}`;
		super(say(title), [advised, details.note].filter(Boolean).join(' '));
		Object.assign(this, details, { advice: this.advice });
	}

	with(more: Partial<Details>): ServiceFailure {
		return new ServiceFailure({ ...this, ...more });
	}

	get phase(): Phase {
		return KINDS[this.kind][0];
	}
}

const DAILY_MS = limits.blockHours * 60 * 60_000;
/** A monthly limit is retried daily; an unnamed one may be burst protection, which was seen to last minutes. */
export const LASTS_MS: Partial<Readonly<Record<FailureKind, number>>> = {
	dailyLimit: DAILY_MS,
	monthlyLimit: DAILY_MS,
	limit: 2 * 60_000,
};

/** The run did not send the call, so nothing was charged. */
export class NotSent extends AdvisedError {}

/** Certainly not charged, so that a repeat cannot be charged twice. */
export const isUncharged = (error: Error): boolean =>
	error instanceof NotSent ||
	(error instanceof ServiceFailure && error.phase !== 'lost' && error.phase !== 'unclear');
