import { digits, duration } from '../base/text';
import { isCharged, repeatAfterLoss, type Wallet } from '../../contract/model/billing';
import { quoted } from '../base/redact';
import { limits } from '../../contract/model/limits';
import { ServiceFailure, type FailureKind } from './failure';
import { MOST_BYTES } from './request';

/** What happened, in a sentence, and what to do next. */
export interface Explanation {
	readonly message: string;
	readonly advice: string;
}

const walletName = (wallet: Wallet | undefined): string =>
	wallet === undefined ? 'this product' : `the ${wallet.toUpperCase()} product`;

const monthly = (wallet: Wallet | undefined): string => {
	if (wallet === undefined) return '';
	const limit = wallet === 'b2b' ? limits.b2bRequestsPerMonth : limits.b2cRequestsPerMonth;
	return ` (by default ${digits(limit)} requests)`;
};

const BLOCKED =
	'The run sent no further calls. Retrying now will fail: wait until the block ends, or ask the account administrator for a higher limit or to whitelist the IP address of this n8n instance.';

/** Advice after a lost response: whether the call may have been charged, and what is safe to do. */
function afterLoss({ endpoint, isChargedAgain }: ServiceFailure): string {
	if (!isCharged(endpoint.billing)) return 'The call is free and can be retried.';
	if (isChargedAgain) {
		return 'The call may have been processed and charged, so it was not retried: with a cache key that is no longer valid, each call for a further page is charged as a new search. Check the account balance before you run it again.';
	}
	switch (repeatAfterLoss(endpoint)) {
		case 'safe':
			return 'Retrying the same call is safe: the service does not charge it twice.';
		case 'sameKeyAfterHold':
			return 'The call may have been processed and charged. Retry this execution instead of starting a new one: it sends the same idempotency key, so a finished call is not charged again.';
		case 'never':
			return 'The call may have been processed and charged, so it was not retried. Check the account balance, or the batches and jobs in the panel, before you run it again.';
	}
}

/** What came instead of a result. */
const UNREADABLE: Readonly<Partial<Record<string, string>>> = {
	HTML: 'a web page instead of data',
	nothing: 'an empty response',
	'no records': 'neither a record nor a list of records',
	'no batch': 'a failure that says nothing about the batch',
};

type Explain = (failure: ServiceFailure) => Explanation;

/** One explanation per kind of failure; `explain` adds the service's own message. */
const EXPLANATIONS: Readonly<Record<FailureKind, Explain>> = {
	unauthorized: () => ({
		message: 'The service did not accept the API key or the IP address of this n8n instance',
		advice:
			"Check the API key in the credential. If the service's message names an IP address, the account administrator must add it to the account's whitelist.",
	}),
	noCredit: ({ endpoint }) => ({
		message: `No credits left for ${walletName(endpoint.wallet)}`,
		advice: `The call was not charged. Only ${walletName(endpoint.wallet)} is out of credits; Account > Get Balance shows the remaining credits of each product.`,
	}),
	notReleased: () => ({
		message: 'The API key is valid, but this part of the service is not enabled for the account',
		advice: 'The account administrator must have it enabled. Retrying will not help.',
	}),
	notFound: () => ({
		message: 'The service found nothing for this request',
		advice: 'Check the document, URL or ID. Nothing was charged.',
	}),
	rejected: () => ({
		message: 'The service rejected the request',
		advice:
			'Fix what the quoted message reports. If a parameter name or format is wrong, it can be overridden under Options > Advanced (JSON).',
	}),
	noSlot: ({ retryAfterSeconds }) => ({
		message: 'The service had no free slot for a synchronous call',
		advice: `Nothing was charged. Try again ${retryAfterSeconds === undefined ? 'shortly' : `in ${duration(retryAfterSeconds)}`}, run fewer calls in parallel, or use the batch operation.`,
	}),
	dailyLimit: () => ({
		message: `The account's daily request limit is used up; the service blocks it for ${limits.blockHours} hours`,
		advice: BLOCKED,
	}),
	monthlyLimit: ({ endpoint: { wallet } }) => ({
		message: `The monthly request limit of ${walletName(wallet)} is used up${monthly(wallet)}`,
		advice: BLOCKED,
	}),
	limit: () => ({
		message: `A request limit of the account is used up: the daily one, which blocks for ${limits.blockHours} hours, or the monthly one of the product`,
		advice: BLOCKED,
	}),
	pending: () => ({
		message: 'The result is not ready yet',
		advice: 'Try again later; nothing is lost.',
	}),
	serverError: (failure) => ({
		message: `The service failed with status ${failure.status}`,
		advice: afterLoss(failure),
	}),
	redirected: () => ({
		message: 'The service answered with a redirect or a web page instead of data',
		advice:
			'The redirect was not followed, so the key was not sent anywhere else. Check the base address in the credential (it ends in /v1).',
	}),
	reported: (failure) => ({
		message: 'The service refused the call in an answer with status 200',
		advice: `${repeatAfterLoss(failure.endpoint) === 'safe' ? afterLoss(failure) : 'A response without a result is not charged.'} Fix what the quoted message reports, or try again later.`,
	}),
	unexpected: (failure) => ({
		message: `The service answered with the unexpected status ${failure.status}`,
		advice: `${afterLoss(failure)} If this persists, report it to the service.`,
	}),
	noConnection: ({ cause }) => ({
		message: `No connection to the service (${cause})`,
		advice:
			'Nothing was sent or charged. Check the base address in the credential and the network of this n8n instance.',
	}),
	timeout: (failure) => ({
		message: `The service did not respond within ${duration(Math.round((failure.elapsedMs ?? 0) / 1000))}`,
		advice: afterLoss(failure),
	}),
	reset: (failure) => ({
		message: `The connection to the service was lost before a response arrived${failure.cause === undefined ? '' : ` (${failure.cause})`}`,
		advice: afterLoss(failure),
	}),
	unreadable: (failure) => ({
		message: `The service's response could not be read: status ${failure.status}, ${UNREADABLE[failure.cause ?? ''] ?? 'incomplete JSON'}`,
		advice: `${failure.cause === 'HTML' ? 'Check the base address in the credential (it ends in /v1). ' : ''}${afterLoss(failure)}`,
	}),
	tooLarge: (failure) => ({
		message: `The service's response is larger than ${MOST_BYTES / 1024 / 1024} MB and was not read`,
		advice: `${afterLoss(failure)} Ask for less at once; a finished batch or job can also be read in the panel, at no charge.`,
	}),
	cancelled: ({ endpoint }) => ({
		message: 'The execution was stopped during a call',
		advice: isCharged(endpoint.billing)
			? 'The call may have been processed and charged.'
			: 'Nothing was charged.',
	}),
	requestLimit: () => ({
		message: 'Not sent, because the execution reached Maximum Requests',
		advice: 'Increase Options > Advanced (JSON) > maxRequests, or run the rest later.',
	}),
	creditLimit: () => ({
		message: 'Not sent, because the execution reached Maximum Credits',
		advice: 'This call was not charged. Increase Options > Maximum Credits, or run the rest later.',
	}),
	balanceLimit: () => ({
		message: 'Not sent, because the balance must not fall below Minimum Balance',
		advice:
			'This call was not charged. Lower Options > Minimum Balance, or buy credits; Account > Get Balance shows those of each product.',
	}),
	notSent: ({ serviceText }) => ({
		message: 'Not sent, because the run stopped before this item',
		advice: serviceText ?? BLOCKED,
	}),
};

/** Explains a failure: what happened, with the service's own message, and what to do next. */
export function explain(failure: ServiceFailure): Explanation {
	const { message, advice } = EXPLANATIONS[failure.kind](failure);
	const words = failure.kind === 'notSent' ? '' : quoted(failure.serviceText);
	return {
		message: `${message}${words}`,
		advice: failure.note === undefined ? advice : `${advice} ${failure.note}`,
	};
}

/** The explanation of a failure as one text. */
export function explained(failure: ServiceFailure): string {
	const { message, advice } = explain(failure);
	return `${message}. ${advice}`;
}

/** What happened, without what to do next. */
export const reasonOf = (error: Error): string =>
	error instanceof ServiceFailure ? explain(error).message : error.message;
